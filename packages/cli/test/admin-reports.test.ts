import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRecord, makeSetup } from '@tablier/core';
import { isaac } from '@tablier/games';
import { newMember, TestClient, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesUntil, runHere, start } from './tablier.ts';

const STUDY = 'Study00000000001';

/** One server for all tests of this file: each has people of its own. */
let folder = '';
let child: ReturnType<typeof start>;
let url = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-admin-reports-'));
  child = start(['serve', '--port', '0', '--data', folder]);
  const [line = ''] = await linesUntil(child, /^Tablier is at/);
  url = /http:\S+/.exec(line)?.[0] ?? '';
});
afterAll(async () => {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  rmSync(folder, { recursive: true });
});

/** The exit code and all that a command says. */
const admin = async (...words: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await runHere(['admin', ...words, '--data', folder]);
  return `${code} ${stdout}${stderr}`;
};

/** A request of a page. */
const ask = (cookie: string, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: {
      origin: new URL(url).origin,
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const statusOf = async (cookie: string, path: string): Promise<number> => (await ask(cookie, 'GET', path)).status;
const warnings = async (cookie: string): Promise<readonly object[]> =>
  ((await (await ask(cookie, 'GET', '/api/v1/me/relations')).json()) as { warnings: readonly object[] }).warnings;

test('tablier admin lists, shows and decides reports; each decision reaches the person and is recorded', async () => {
  const [rude, victim] = [await newMember(url, 'Rude'), await newMember(url, 'Victim')];
  const [speaker, host] = [await new TestClient(url, rude).connect(), await new TestClient(url, victim).connect()];
  const { table } = await host.must({ kind: 'open', terms: terms('isaac') });
  await speaker.must({ kind: 'sit', table, chair: 1 });
  await speaker.must({ kind: 'say', table, text: 'You play like a cow.' });
  expect(await admin('reports')).toBe('0 no open reports\n');
  const body = { person: { table, seat: 1 }, reason: 'chat', text: 'Rude insults me.' };
  expect((await ask(victim, 'POST', '/api/v1/reports', body)).status).toBe(200);

  const listed = await admin('reports');
  const id = /^0 (\S+) {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, chat, about /.exec(listed)?.[1] ?? '';
  expect(listed).toContain(`, table ${table}`);
  const shown = await admin('report', id);
  for (const part of [
    'words: Rude insults me.',
    '(reported): You play like a cow.',
    'earlier reports: 0',
    'actions: 0',
  ])
    expect(shown).toContain(part);

  expect(await admin('warn-report', id)).toMatch(/^2 tablier: required option '--note <text>'/);
  expect(await admin('warn-report', id, '--note', ' ')).toMatch(/^2 tablier: bad-reason \(/);
  expect(await admin('warn-report', id, '--note', 'Be kind.', '--as', 'kim')).toBe(`0 report ${id}: warn, by kim\n`);
  expect(await warnings(rude)).toMatchObject([{ reason: 'chat', note: 'Be kind.' }]);
  expect(await admin('reports')).toBe('0 no open reports\n');
  expect(await admin('reports', '--closed')).toContain('warn by kim');

  expect(await admin('mute-report', id, '--hours', '721', '--note', 'Quiet.')).toMatch(/^2 tablier: bad-hours \(721/);
  const mute = ['mute-report', id, '--hours', '2', '--note', 'Quiet.', '--as', 'kim'];
  expect(await admin(...mute)).toBe(`0 report ${id}: mute, by kim\n`);
  expect(await speaker.do({ kind: 'say', table, text: 'Moo.' })).toMatchObject({
    ok: false,
    error: { name: 'muted', detail: 'Quiet.' },
  });
  expect(await admin('dismiss-report', id, '--as', 'lee')).toBe(`0 report ${id}: dismiss, by lee\n`);
  expect(await admin('ban-report', id, '--as', 'kim')).toBe(`0 report ${id}: ban, by kim\n`);
  await expect.poll(() => speaker.closedWith).toBe(4006);
  expect(await admin('report', id)).toMatch(/actions: 4\n.* warn by kim: Be kind\.\n.* mute until .* by kim: Quiet\./);
  for (const action of ['report', 'dismiss-report', 'ban-report'])
    expect(await admin(action, 'x'.repeat(22)), action).toMatch(/^2 tablier: unknown-report \(/);
  await speaker.leave();
  await host.leave();
});

test('tablier admin removes the text of a club that a report is about, and no other', async () => {
  const [rude, victim] = [await newMember(url, 'Herder'), await newMember(url, 'Reader')];
  const club = { id: 'cows', name: 'You all are cows', about: 'Moo.', isListed: true };
  expect((await ask(rude, 'POST', '/api/clubs', club)).status).toBe(200);
  const body = { person: { club: 'cows' }, reason: 'other', text: 'It insults us.' };
  const reported = await ask(victim, 'POST', '/api/v1/reports', body);
  expect(reported.status, await reported.clone().text()).toBe(200);
  const id = /^0 (\S+) /.exec(await admin('reports'))?.[1] ?? '';
  expect(await admin('remove-text', id, '--note', 'No insults.', '--as', 'kim')).toBe(
    `0 report ${id}: remove-text, by kim\n`,
  );
  expect(await (await ask('', 'GET', '/api/clubs/cows')).json()).toMatchObject({ name: 'cows', about: '' });
  expect(await admin('remove-text', 'x'.repeat(22), '--note', 'No.')).toMatch(/^2 tablier: unknown-report \(/);
});

test('tablier admin gives a tournament another name, and cancels it', async () => {
  const cookie = await newMember(url, 'Ada');
  const clock = { system: 'fischer', base: 300, increment: 3 };
  const common = { game: 'isaac', options: {}, seats: 2, clock, kind: 'round-robin', visibility: 'open' };
  const made = await ask(cookie, 'POST', '/api/v1/tournaments', {
    id: 'one',
    terms: { ...common, name: 'Vile', bots: false, rated: false },
  });
  const { tournament: id } = (await made.json()) as { readonly tournament: string };
  // Who is not signed in may get the answer of a second ago.
  const shown = async (): Promise<unknown> => (await ask(cookie, 'GET', `/api/v1/tournaments/${id}`)).json();
  expect(await admin('rename-tournament', id, '--to', 'Spring')).toBe(`0 the tournament ${id} is called Spring\n`);
  expect(await shown()).toMatchObject({ name: 'Spring', status: 'open' });
  expect(await admin('rename-tournament', id, '--to', ' ')).toMatch(/^2 tablier: bad-name \(/);
  expect(await admin('cancel-tournament', id)).toBe(`0 the tournament ${id} is cancelled\n`);
  expect(await shown()).toMatchObject({ name: 'Spring', status: 'cancelled' });
  expect(await admin('cancel-tournament', id)).toMatch(/^2 tablier: tournament-closed \(/);
  for (const words of [['cancel-tournament'], ['rename-tournament', '--to', 'Spring']])
    expect(await admin(...words, 'x'.repeat(22))).toMatch(/^2 tablier: unknown-tournament \(/);
});

test('tablier admin removes a shared study from its address, and restores it', async () => {
  const cookie = await newMember(url, 'Eve');
  const setup = makeSetup(isaac, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const chapter = makeRecord(isaac, setup.value, [0, 100]);
  const path = `/api/studies/${STUDY}`;
  const saved = await ask(cookie, 'PUT', path, { title: 'My study', base: 0, chapters: [chapter] });
  expect(saved.status, await saved.text()).toBe(200);
  expect(await statusOf('', path)).toBe(200);
  expect(await admin('remove-study', STUDY)).toBe(`0 the study ${STUDY} is removed\n`);
  expect(await statusOf('', path)).toBe(410);
  expect(await admin('restore-study', STUDY)).toBe(`0 the study ${STUDY} is restored\n`);
  expect(await statusOf('', path)).toBe(200);
  for (const command of ['remove-study', 'restore-study'])
    expect(await admin(command, 'Study00000000002'), command).toBe(
      '2 tablier: unknown-study (Study00000000002: no study has this id)\n',
    );
});
