import { join } from 'node:path';
import { makeRecord, makeSetup, readChapter, type StudyRecord, writeChapter } from '@tablier/core';
import { findGame, isaac } from '@tablier/games';
import { openStore } from '@tablier/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Operator } from '../../src/operator/operator.ts';
import { Browser } from '../accounts/browser.ts';
import { isaacRecord, startTestServer, type TestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const PASSWORD = 'correct horse battery';
let server: TestServer;
beforeAll(async () => {
  const limits = {
    guests: MANY,
    signIns: MANY,
    accounts: MANY,
    changes: MANY,
    studies: { burst: 120, perSecond: 1e-9 },
  };
  server = await startTestServer({ limits });
});
afterAll(() => server.remove());

let ids = 0;
const newId = (): string => `Study${String(++ids).padStart(11, '0')}`;

/** The beginning of a game with one variation and two notes. */
function sample(title = 'A chapter'): StudyRecord {
  const setup = makeSetup(isaac, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const record = makeRecord(isaac, setup.value, [0, 100]);
  const study = {
    title,
    variations: [{ of: 0, after: 1, moves: [isaac.formatMove(200)] }],
    notes: [
      { line: 1, after: 2, text: 'Better, "really" <b>\u0000' },
      { line: 0, after: 1, marks: [{ from: '34' }, { from: '34', to: '37' }] },
    ],
  };
  const read = readChapter(findGame, { ...record, study });
  if (!read.ok) throw new Error(read.error.name);
  return writeChapter(read.value);
}

const body = (changes: object = {}) => ({ title: 'My study', base: 0, chapters: [sample()], ...changes });
const put = (browser: Browser, id: string, data: unknown) => browser.ask('PUT', `/api/studies/${id}`, data);
const parsed = async (browser: Browser, path: string) =>
  JSON.parse((await browser.ask('GET', path)).text) as Record<string, unknown>;

async function member(login: string): Promise<Browser> {
  const browser = await Browser.guest(server.url, login);
  expect((await browser.setPassword(PASSWORD, login)).status).toBe(204);
  return browser;
}

test('a study is listed for its owner, and read by everyone who knows its address', async () => {
  const ada = await member('ada');
  const id = newId();
  expect(JSON.parse((await put(ada, id, body({ chapters: [sample(), isaacRecord('x')] }))).text)).toEqual({
    revision: 1,
  });
  const { studies } = await parsed(ada, '/api/me/studies');
  expect(studies).toMatchObject([{ id, title: 'My study', games: ['isaac'], chapters: 2, revision: 1 }]);
  const eve = await Browser.guest(server.url, 'Eve');
  const seen = await parsed(eve, `/api/studies/${id}`);
  const { study } = seen['chapters'] instanceof Array ? (seen['chapters'][0] as StudyRecord) : sample();
  expect(study).toEqual(sample().study);
  expect(seen).toMatchObject({ id, title: 'My study', author: 'ada', isOwn: false, revision: 1 });
  expect(Object.keys(seen).toSorted()).toEqual(['author', 'chapters', 'id', 'isOwn', 'revision', 'title', 'updatedAt']);
  expect(await parsed(ada, `/api/studies/${id}`)).toMatchObject({ isOwn: true });
  expect((await put(eve, id, body())).error).toBe('no-account');
  expect((await eve.ask('DELETE', `/api/studies/${id}`)).error).toBe('no-account');
  const bob = await member('bob');
  expect((await put(bob, id, body({ base: 1 }))).error).toBe('not-found');
  expect((await bob.ask('DELETE', `/api/studies/${id}`)).status).toBe(204);
  expect(await parsed(ada, `/api/studies/${id}`)).toMatchObject({ isOwn: true });
});

test('a study that an operator removed is shown nowhere: in its page, its preview and its picture', async () => {
  const lou = await member('lou');
  const id = newId();
  await put(lou, id, body({ title: 'Abusive title' }));
  const opened = await openStore({ folder: join(server.folder, 'data') });
  if (!opened.ok) throw new Error(opened.error.detail);
  const operator = new Operator(opened.value);
  const eve = await Browser.guest(server.url, 'Eve');
  const shown = async () => {
    const page = await (await fetch(`${server.url}/study/${id}`)).text();
    const picture = await fetch(`${server.url}/study/${id}.png`);
    await picture.arrayBuffer();
    const words = ['Abusive title', `${id}.png`].map((word) => page.includes(word));
    return { words, picture: picture.status, study: (await eve.ask('GET', `/api/studies/${id}`)).status };
  };
  expect(await shown()).toEqual({ words: [true, true], picture: 200, study: 200 });
  expect((await operator.setStudyRemoved(id, 'removed')).ok).toBe(true);
  expect(await shown()).toEqual({ words: [false, false], picture: 404, study: 410 });
  const own = await lou.ask('GET', '/api/me/export');
  expect(own.text).toContain('Abusive title');
  expect((await operator.setStudyRemoved(id, 'restored')).ok).toBe(true);
  expect(await shown()).toEqual({ words: [true, true], picture: 200, study: 200 });
  await opened.value.close();
});

test('a change of an older revision is refused by name and loses nothing', async () => {
  const ada = await member('ada two');
  const id = newId();
  await put(ada, id, body());
  expect((await put(ada, id, body({ base: 1, title: 'Second' }))).status).toBe(200);
  const late = await put(ada, id, body({ base: 1, title: 'Late' }));
  expect([late.status, late.error]).toEqual([409, 'study-changed']);
  expect(await parsed(ada, `/api/studies/${id}`)).toMatchObject({ title: 'Second', revision: 2 });
  await ada.ask('DELETE', `/api/studies/${id}`);
  expect((await ada.ask('GET', `/api/studies/${id}`)).status).toBe(404);
});

test('what is not a study is refused by name, and nothing of it is stored', async () => {
  const ada = await member('ada three');
  const id = newId();
  const [first] = body().chapters;
  for (const [changes, name] of [
    [{ chapters: [] }, 'bad-study'],
    [{ chapters: Array(33).fill(first) }, 'bad-study'],
    [{ title: 'x'.repeat(101) }, 'bad-study'],
    [{ base: -1 }, 'bad-study'],
    [{ chapters: [{ ...first, moves: ['00-99'] }] }, 'count-mismatch'],
    [{ chapters: [{ ...first, study: { variations: [{ of: 0, after: 0, moves: ['99-00'] }] } }] }, 'bad-study'],
    [{ chapters: [{ ...first, game: 'chess' }] }, 'unknown-game'],
  ] as const) {
    const answer = await put(ada, id, body(changes));
    expect([answer.status, answer.error]).toEqual([name === 'unknown-game' ? 404 : 422, name]);
  }
  expect((await put(ada, id, { ...body(), more: 'x'.repeat(140_000) })).status).toBe(413);
  expect((await put(ada, 'short', body())).status).toBe(404);
  expect((await parsed(ada, '/api/me/studies'))['studies']).toEqual([]);
  await put(ada, id, body({ chapters: [{ ...first, junk: 'kept?' }] }));
  expect(JSON.stringify(await parsed(ada, `/api/studies/${id}`))).not.toContain('junk');
});

test('an account has at most a hundred, the export has them all, and they are deleted with the account', async () => {
  const ada = await member('ada four');
  const all = Array.from({ length: 101 }, newId);
  const answers = [];
  // As many at a time as an address may have checked.
  for (let done = 0; done < all.length; done += 10) {
    answers.push(...(await Promise.all(all.slice(done, done + 10).map((id) => put(ada, id, body())))));
  }
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(answers.find(({ status }) => status !== 200)?.error).toBe('studies-full');
  const { studies } = await parsed(ada, '/api/me/export');
  expect(studies).toHaveLength(100);
  expect((studies as readonly unknown[])[0]).toMatchObject({ title: 'My study', chapters: [sample()] });
  expect((await ada.ask('DELETE', '/api/me')).status).toBe(204);
  await expect.poll(async () => (await fetch(`${server.url}/api/studies/${all[0]}`)).status).toBe(404);
});

test('one person saves so many studies and no more', async () => {
  const ada = await member('ada five');
  let error: string | null = null;
  // The limit allows some more with the time that a slow machine takes.
  for (let saved = 0; error !== 'too-many' && saved < 1000; saved++)
    ({ error } = await put(ada, newId(), { title: 1 }));
  expect(error).toBe('too-many');
});

test('one address saves so many studies, for all people there together', async () => {
  const few = await startTestServer({ limits: { addressStudies: { burst: 3, perSecond: 1e-9 } } });
  const [ada, basil] = [await Browser.guest(few.url, 'Ada'), await Browser.guest(few.url, 'Basil')];
  for (const one of [ada, basil]) await one.setPassword(PASSWORD, one === ada ? 'ada' : 'basil');
  for (const one of [ada, basil, ada]) expect((await put(one, newId(), { title: 1 })).error).toBe('bad-study');
  expect((await put(basil, newId(), { title: 1 })).error).toBe('too-many');
  await few.remove();
});
