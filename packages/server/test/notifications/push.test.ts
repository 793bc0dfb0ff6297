import { join } from 'node:path';
import type { PushMessage } from '@tablier/protocol';
import { mustOpen } from '@tablier/testkit';
import { expect, test } from 'vitest';
import { MAX_PER_HOUR } from '../../src/notifications/notifier.ts';
import { Operator } from '../../src/operator/operator.ts';
import { clients, player } from '../members.ts';
import { move, save, startNotified, stateOf, subscribed, waitingTable } from './notified.ts';
import { isSignedBy, type PushReceiver, type PushService } from './push-service.ts';
import { isPublicAddress } from '../../src/lib/addresses.ts';
import { isPushEndpoint, publicLookup } from '../../src/notifications/push-sender.ts';

const WAIT = { interval: 100 };
const messages = ({ received }: PushService, receiver: PushReceiver): readonly PushMessage[] =>
  received.map((each) => receiver.read(each));

test('a push tells that a waiting game has begun and whose turn it is, once, and only while the person is away', async () => {
  const notified = await startNotified('postgres');
  const { url, push } = notified;
  const ada = await subscribed(notified, 'Ada');
  await save(ada, { language: 'de' });
  const basil = await player(url, 'Basil');
  const table = await waitingTable(ada);
  await basil.client.must({ kind: 'sit', table, chair: 1 });
  await expect.poll(() => push.received.length, WAIT).toBe(1);
  const [first] = push.received;
  if (first === undefined) throw new Error('nothing arrived');
  // Beginning and turn are one message.
  expect(ada.receiver.read(first)).toEqual({
    title: 'Isaac: Deine Partie hat begonnen',
    body: 'Mit Basil. Du bist am Zug.',
    tag: `table ${table}`,
    path: `/t/${table}`,
    language: 'de',
  });
  expect(first).toMatchObject({ path: '/Ada', headers: { ttl: '86400', urgency: 'normal' } });
  expect(isSignedBy((await stateOf(ada)).publicKey, first)).toBe(true);
  expect(first.headers['topic']).toMatch(/^[\w-]{22}$/);
  // While she looks at the table, nothing is sent.
  const here = await ada.browser.connect();
  clients.push(here);
  await move(here, table);
  await move(basil.client, table);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(push.received).toHaveLength(1);
  await move(here, table);
  await Promise.all([here.leave(), ada.client.leave()]);
  await move(basil.client, table);
  await expect.poll(() => push.received.length, WAIT).toBe(2);
  expect(messages(push, ada.receiver)[1]).toMatchObject({ title: 'Isaac: Du bist am Zug', tag: `table ${table}` });
  await basil.client.must({ kind: 'act', table, action: { kind: 'resign' } });
  await expect.poll(() => push.received.length, WAIT).toBe(3);
  expect(messages(push, ada.receiver)[2]).toMatchObject({
    title: 'Isaac: Deine Partie ist zu Ende',
    body: 'Du hast gewonnen. Mit Basil.',
  });
}, 180_000);

test('a message whose delivery failed comes again with the same tag, so that it is shown once', async () => {
  let ahead = 0;
  const notified = await startNotified('sqlite', { now: () => Date.now() + ahead });
  const { url, push } = notified;
  const ada = await subscribed(notified, 'Ada');
  const basil = await player(url, 'Basil');
  const table = await waitingTable(ada);
  // The push service has it, but its answer is lost: as after a crash, the server cannot know.
  push.status = 0;
  await basil.client.must({ kind: 'sit', table, chair: 1 });
  await expect.poll(() => push.received.length, WAIT).toBe(1);
  push.status = 201;
  ahead = 120_000;
  await expect.poll(() => push.received.length, WAIT).toBe(2);
  const [one, other] = messages(push, ada.receiver);
  expect(other).toEqual(one);
  expect(new Set(push.received.map(({ headers }) => headers['topic'])).size).toBe(1);
  // An hour later a job that still runs would count as lost, and send it again.
  const store = await mustOpen({ folder: join(notified.server.folder, 'data') });
  const kinds = async () => (await store.jobs.list(9)).map(({ kind }) => kind);
  await expect.poll(kinds, WAIT).not.toContain('notification');
  await store.close();
  ahead = 3_600_000;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(push.received).toHaveLength(2);
});

test('a browser that its push service does not know any more is forgotten; others still get the message', async () => {
  const notified = await startNotified('sqlite');
  const { url, push } = notified;
  const ada = await subscribed(notified, 'Ada');
  const basil = await player(url, 'Basil');
  expect(await stateOf(ada)).toMatchObject({ endpoint: push.endpoint('Ada'), others: 0, settings: null });
  push.status = 410;
  const table = await waitingTable(ada);
  await basil.client.must({ kind: 'sit', table, chair: 1 });
  await expect.poll(async () => (await stateOf(ada)).endpoint, WAIT).toBeNull();
  expect(push.received).toHaveLength(1);
});

test('nothing is sent in quiet hours, and what there is to tell comes when they end', async () => {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const notified = await startNotified('sqlite', { now });
  const { url, push } = notified;
  const ada = await subscribed(notified, 'Ada');
  const time = (at: number): string => new Date(at).toISOString().slice(11, 16);
  await save(ada, { quiet: { from: time(now() - 3_600_000), until: time(now() + 3_600_000) } });
  const basil = await player(url, 'Basil');
  const table = await waitingTable(ada);
  await basil.client.must({ kind: 'sit', table, chair: 1 });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(push.received).toHaveLength(0);
  ahead = 7_200_000;
  await expect.poll(() => push.received.length, WAIT).toBe(1);
  expect(messages(push, ada.receiver)[0]).toMatchObject({ title: 'Isaac: your game has begun' });
});

test('a person gets thirty notifications in an hour, and the next when the hour is over', async () => {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const notified = await startNotified('sqlite', { now });
  const { server, url, push } = notified;
  const ada = await subscribed(notified, 'Ada');
  const basil = await player(url, 'Basil');
  const store = await mustOpen({ folder: join(server.folder, 'data') });
  const [{ id: account = '' } = {}] = await new Operator(store).find('Ada');
  for (let count = 0; count < MAX_PER_HOUR - 1; count++)
    await store.notifications.recordSent(account, `push:earlier ${count}`, now());
  await store.close();
  const play = async (): Promise<void> => {
    const table = await waitingTable(ada);
    await basil.client.must({ kind: 'sit', table, chair: 1 });
  };
  await save(ada, { push: ['began'] });
  await play();
  await expect.poll(() => push.received.length, WAIT).toBe(1);
  await play();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(push.received).toHaveLength(1);
  ahead = 3_600_000 + 60_000;
  await expect.poll(() => push.received.length, WAIT).toBe(2);
});

test('kinds that were not chosen are not sent', async () => {
  const notified = await startNotified('sqlite');
  const { url, push } = notified;
  const ada = await subscribed(notified, 'Ada');
  await save(ada, { push: ['over'] });
  const basil = await player(url, 'Basil');
  const table = await waitingTable(ada);
  await basil.client.must({ kind: 'sit', table, chair: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(push.received).toHaveLength(0);
  await basil.client.must({ kind: 'act', table, action: { kind: 'resign' } });
  await expect.poll(() => push.received.length, WAIT).toBe(1);
});

test('an endpoint must be that of a public push service, and goes with the session', async () => {
  const notified = await startNotified('sqlite');
  const ada = await subscribed(notified, 'Ada', 'ada');
  const put = async (endpoint: string, keys: object = ada.receiver.keys) =>
    (await ada.browser.ask('PUT', '/api/me/push', { endpoint, keys })).error;
  for (const endpoint of [
    'http://push.example.com/x',
    'https://push.example.com:8443/x',
    'https://user@push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://0x7f000001/x',
    'https://localhost/x',
    'https://printer.local/x',
    'https://intranet/x',
    'file:///etc/passwd',
    'push',
  ])
    expect([endpoint, await put(endpoint)]).toEqual([endpoint, 'bad-push-target']);
  expect(await put(notified.push.endpoint('x'), { p256dh: 'short', auth: 'a' })).toBe('bad-request');
  const { auth } = ada.receiver.keys;
  // The form of a key that is no point of the curve.
  for (const keys of [
    { p256dh: 'A'.repeat(87), auth },
    { p256dh: `B${'A'.repeat(86)}`, auth },
  ])
    expect([keys, await put(notified.push.endpoint('x'), keys)]).toEqual([keys, 'bad-push-target']);
  const data = JSON.parse((await ada.browser.ask('GET', '/api/me/export')).text) as { notifications: object };
  expect(data.notifications).toMatchObject({ push: [{ service: 'push.example.com' }] });
  expect(JSON.stringify(data)).not.toContain('https://push.example.com');
  const other = await player(notified.url, 'Other');
  await other.browser.signIn('ada', 'correct horse battery');
  expect(await stateOf(other)).toMatchObject({ endpoint: null, others: 1 });
  expect((await ada.browser.ask('DELETE', '/api/sessions/current')).status).toBe(204);
  expect(await stateOf(other)).toMatchObject({ others: 0 });
});

test('only public addresses are connected to', async () => {
  const refused = [
    '127.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '3fff:fff::1',
    '192.88.99.1',
    '64:ff9b:1::1',
    '100::1',
    '5f00::1',
    '192.0.0.8',
    'name',
  ];
  expect(refused.filter((each) => isPublicAddress(each))).toEqual([]);
  const allowed = [
    '142.250.1.1',
    '172.32.0.1',
    '192.88.98.1',
    '192.88.100.1',
    '3ffe::1',
    '2a00:1450:4001::1',
    '2606:4700::1',
  ];
  expect(allowed.filter((each) => !isPublicAddress(each))).toEqual([]);
});

test('a name is looked up, and only its public addresses are used', async () => {
  const found = (name: string, all: boolean) =>
    new Promise((resolve) => {
      publicLookup(name, { all }, (error, address, family) => resolve(error?.message ?? [address, family]));
    });
  expect(await found('localhost', true)).toBe('localhost has no public address');
  expect(await found('localhost', false)).toBe('localhost has no public address');
  // An address is its own answer: nothing is sent.
  expect(await found('142.250.1.1', true)).toEqual([[{ address: '142.250.1.1', family: 4 }], undefined]);
  expect(await found('142.250.1.1', false)).toEqual(['142.250.1.1', 4]);
  expect(await found('no-such-name.invalid', false)).toMatch(/^getaddrinfo /);
});

test('a push service has an address with HTTPS on its usual port and a name on the internet', () => {
  const accepted = [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://push.example.com:443/',
    'https://PUSH-2.example.com/a?b=c',
    'https://local.example.com/',
    'https://push.mylocal/',
  ];
  expect(accepted.filter((each) => !isPushEndpoint(each))).toEqual([]);
  const refused = [
    '',
    'push.example.com',
    'http://push.example.com/',
    'https://push.example.com:8443/',
    'https://user@push.example.com/',
    'https://:password@push.example.com/',
    'https://142.250.1.1/',
    'https://[2606:4700::1]/',
    'https://2130706433/',
    'https://push/',
    'https://push.example.com./',
    'https://.example.com/',
    'https://_push.example.com/',
    'https://push.example.com_/',
    'https://push.ex_ample.com/',
    'https://localhost/',
    'https://push.localhost/',
    'https://push.local/',
    'https://push.internal/',
    'https://push.home.arpa/',
  ];
  expect(refused.filter((each) => isPushEndpoint(each))).toEqual([]);
});
