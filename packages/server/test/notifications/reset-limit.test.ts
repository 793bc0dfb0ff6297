import { afterEach, expect, test } from 'vitest';
import { JobQueue } from '../../src/jobs/job-queue.ts';
import { systemChance } from '../../src/lib/context.ts';
import { RateLimiter } from '../../src/lib/rate-limits.ts';
import { createMailer } from '../../src/notifications/mailer.ts';
import { createResetMail } from '../../src/notifications/mail-service.ts';
import { addMember, AT, storeOfFile } from '../a-store.ts';
import { MailServer } from './mail-server.ts';

const home = storeOfFile();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const WAIT = { interval: 5 };
const FIND = 'find-password-owner done';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Mails with links, of which an account gets two, and the work that was done. */
async function startMail() {
  const { store } = home;
  const server = await MailServer.start();
  const mailer = createMailer({ url: server.url, from: 'tablier@club.example' });
  const done: string[] = [];
  const onRun = (kind: string, result: string): void => void done.push(`${kind} ${result}`);
  const jobs = new JobQueue({ jobs: store.jobs, log, now: Date.now, pace: 1000, onRun });
  const limit = new RateLimiter({ burst: 2, perSecond: 1e-9 }, () => AT);
  const origin = 'https://club.example';
  const mail = createResetMail({ store, jobs, mailer, chance: systemChance, origin, now: () => AT, limit });
  jobs.start();
  open.push(
    () => jobs.close(),
    () => mailer.close(),
    () => server.close(),
  );
  return { mail, done, received: server.received };
}

async function setAddress(account: string, address: string): Promise<void> {
  const { notifications } = home.store;
  await notifications.setEmail(account, { address, at: AT });
  expect(await notifications.confirmEmail(account, address, AT)).toBe(true);
}

test('an account gets a limited number of links, whatever its address is, and others get theirs', async () => {
  const [ada, grace] = [await addMember(home.store, 'Ada'), await addMember(home.store, 'Grace')];
  await setAddress(grace, 'grace@club.example');
  const { mail, done, received } = await startMail();
  const found = (): number => done.filter((each) => each === FIND).length;
  for (const [count, address] of ['one@club.example', 'two@club.example', 'three@club.example'].entries()) {
    await setAddress(ada, address);
    await mail.request(address, 'en');
    await expect.poll(found, WAIT).toBe(count + 1);
    // A mail is in the queue before its owner counts as found, and leaves it when it is sent.
    await expect.poll(() => home.store.jobs.list(9), WAIT).toEqual([]);
  }
  await mail.request('grace@club.example', 'en');
  await expect.poll(found, WAIT).toBe(4);
  await expect.poll(() => home.store.jobs.list(9), WAIT).toEqual([]);
  expect(received.map(({ to }) => to[0])).toEqual(['one@club.example', 'two@club.example', 'grace@club.example']);
});
