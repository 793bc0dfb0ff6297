import { expect, test } from 'vitest';
import { player } from '../members.ts';
import type { MailServer } from './mail-server.ts';
import { move, save, startNotified, stateOf, waitingTable } from './notified.ts';

const WAIT = { interval: 100 };

/** The newest mail, once there are so many. */
async function mailNumber({ received }: MailServer, number: number): Promise<string> {
  await expect.poll(() => received.length, WAIT).toBe(number);
  return received[number - 1]?.text ?? '';
}
const linkIn = (text: string, purpose: string): string =>
  new RegExp(`/api/mail/${purpose}\\?link=[\\w.-]+`).exec(text)?.[0] ?? '';

test('an address gets mails once its owner has confirmed it, until one click stops them', async () => {
  const notified = await startNotified('sqlite');
  const { url, mail } = notified;
  const ada = await player(url, 'Ada', 'ada');
  await save(ada, { language: 'fr' });
  const put = (address: string) => ada.browser.ask('PUT', '/api/me/email', { address, language: 'fr' });
  expect((await put('ada@club.example')).status).toBe(204);
  const asked = await mailNumber(mail, 1);
  expect(mail.received[0]).toMatchObject({ from: 'tablier@club.example', to: ['ada@club.example'] });
  expect(asked).toContain('Subject: Confirmez votre adresse pour Tablier');
  expect(asked).not.toContain('Ada');
  const basil = await player(url, 'Basil');
  const table = await waitingTable(ada);
  await basil.client.must({ kind: 'sit', table, chair: 1 });
  // What checks mails opens links: that alone does nothing.
  const confirm = `${url}${linkIn(asked, 'confirm')}`;
  expect(await (await fetch(confirm, { headers: { 'accept-language': 'fr' } })).text()).toContain(
    '<form method="post">',
  );
  expect((await stateOf(ada)).email).toEqual({ address: 'ada@club.example', isConfirmed: false });
  for (const end of ['x', '.x', '%3D']) expect((await fetch(confirm + end, { method: 'POST' })).status).toBe(410);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await fetch(confirm, { method: 'POST', headers: { ...form, origin: url } })).status).toBe(200);
  expect((await stateOf(ada)).email).toEqual({ address: 'ada@club.example', isConfirmed: true });
  expect(mail.received).toHaveLength(1);
  await ada.client.leave();
  const again = await ada.browser.connect();
  await move(again, table);
  await again.leave();
  await move(basil.client, table);
  const turn = await mailNumber(mail, 2);
  expect(turn).toContain('Isaac\u00a0: à vous de jouer');
  expect(turn).toContain('Avec Basil.');
  expect(turn).toContain(`${url}/t/${table}`);
  expect(turn).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(turn).toContain('Auto-Submitted: auto-generated');
  // As a mail program does it: without cookies, origin or page.
  const stop = `${url}${linkIn(/List-Unsubscribe: <(.*?)>/.exec(turn)?.[1] ?? '', 'stop')}`;
  const click = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' };
  expect((await fetch(stop, click)).status).toBe(200);
  expect((await stateOf(ada)).settings).toMatchObject({ mail: [], language: 'fr' });
  await basil.client.must({ kind: 'act', table, action: { kind: 'resign' } });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(mail.received).toHaveLength(2);
}, 180_000);

test('an address belongs to an account, is well formed, limited, exported and deleted', async () => {
  const notified = await startNotified('sqlite');
  const { url, mail } = notified;
  const [ada, guest] = [await player(url, 'Ada', 'ada'), await player(url, 'Gus')];
  const put = async ({ browser }: typeof ada, address: unknown) =>
    (await browser.ask('PUT', '/api/me/email', { address })).error;
  expect(await put(guest, 'gus@club.example')).toBe('no-account');
  for (const address of [
    '',
    'ada',
    'ada@club',
    'a@b.example, c@d.example',
    'Ada <a@b.example>',
    'a@b.example\nBcc: c@d.example',
  ])
    expect([address, await put(ada, address)]).toEqual([address, 'bad-address']);
  for (let mails = 0; mails < 5; mails++) expect(await put(ada, 'ada@club.example')).toBeNull();
  expect(await put(ada, 'ada@club.example')).toBe('too-many');
  await expect.poll(() => mail.received.length, WAIT).toBeGreaterThan(0);
  const old = linkIn(mail.received[0]?.text ?? '', 'confirm');
  const data = JSON.parse((await ada.browser.ask('GET', '/api/me/export')).text) as { notifications: object };
  expect(data.notifications).toMatchObject({ email: { address: 'ada@club.example', confirmedAt: null } });
  expect((await ada.browser.ask('DELETE', '/api/me/email')).status).toBe(204);
  expect((await stateOf(ada)).email).toBeNull();
  expect((await fetch(`${url}${old}`, { method: 'POST' })).status).toBe(410);
  expect(await put(await player(url, 'Eve', 'eve'), 'ada@club.example')).toBe('too-many');
});
