import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { newToken } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { Operator } from '../../src/operator/operator.ts';
import { move, save, startNotified, subscribed, waitingTable } from './notified.ts';

const SOURCES = join(import.meta.dirname, '../../src');
/** Every kind of job that the server declares. */
const KINDS = globSync('**/*.ts', { cwd: SOURCES }).flatMap((file) =>
  [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/define(?:Periodic)?Job\((?:\{\s+kind: )?'([a-z-]+)'/g)].map(
    ([, kind = '']) => kind,
  ),
);
const WAIT = { interval: 100, timeout: 30_000 };
const USERNAME = 'ada-of-the-club';
const ADDRESS = 'ada.lovelace@club.example';

test('the log of a busy server whose jobs of every kind fail names no person, table, address or token', async () => {
  const notified = await startNotified('sqlite');
  const { server, url, push, mail } = notified;
  const ada = await subscribed(notified, 'Adelheid', USERNAME);
  const basil = await subscribed(notified, 'Basilius');
  await save(ada, {});
  const { secret, id: token } = await newToken(url, ada.browser.cookie, ['read']);
  const headers = { authorization: `Bearer ${secret}` };
  // The mail server refuses the recipient and says whom; the push service breaks connections.
  mail.refusal = '550 no such user';
  push.status = 0;
  expect((await ada.browser.ask('PUT', '/api/me/email', { address: ADDRESS })).status).toBe(204);
  const table = await waitingTable(ada);
  await basil.client.must({ kind: 'sit', table, chair: 1 });
  for (const path of [`/api/v1/tables/${table}`, `/api/v1/people/${USERNAME}`, `/t/${table}`, '/api/v1/me'])
    await (await fetch(`${url}${path}`, { headers })).text();
  await move(ada.client, table);
  await basil.client.must({ kind: 'act', table, action: { kind: 'resign' } });
  const store = await mustOpen({ folder: join(server.folder, 'data') });
  const [{ id: person = '' } = {}] = await new Operator(store).find('Adelheid');
  // What fits no kind of job, and so fails in each.
  const payload = { person, table, account: 7, address: [ADDRESS], [ADDRESS]: person };
  for (const kind of KINDS) await store.jobs.add({ kind, key: `${person} ${table} ${ADDRESS}`, payload, delay: 0 });
  const failed = (): string[] =>
    server.log.flatMap((line) => {
      const { job, msg } = JSON.parse(line) as { readonly job?: string; readonly msg: string };
      return msg === 'background job failed' && job !== undefined ? [job] : [];
    });
  expect(KINDS.length).toBeGreaterThanOrEqual(9);
  await expect.poll(() => KINDS.filter((kind) => !failed().includes(kind)), WAIT).toEqual([]);
  // Faults of other systems are warnings.
  await expect.poll(() => server.log.join('\n'), WAIT).toMatch(/"level":40.*"job":"confirm-address"/);
  const log = server.log.join('\n');
  const endpoint = push.endpoint('Adelheid').slice(-9);
  const secretNames = [
    person,
    table,
    token,
    secret,
    secret.slice(-64),
    ADDRESS,
    USERNAME,
    'Adelheid',
    'Basilius',
    endpoint,
  ];
  for (const name of secretNames) expect(log.includes(name), name).toBe(false);
  await store.close();
}, 120_000);
