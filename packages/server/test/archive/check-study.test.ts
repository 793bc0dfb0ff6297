import { MAX_STUDY_TITLE, makeRecord, makeSetup, type Result } from '@tablier/core';
import { findGame, isaac, nasca } from '@tablier/games';
import { expect, test } from 'vitest';
import { ReplayQueue, checkStudy } from '../../src/archive/incoming.ts';

const replaying = new ReplayQueue(findGame);
const client = { address: '192.0.2.1', person: 'ada', left: new AbortController().signal };
const read = (chapter: unknown) => replaying.chapter(client, chapter);

const chapterOf = (game: typeof isaac | typeof nasca, title = 'A chapter') => {
  const setup = makeSetup(game as typeof isaac, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const record = makeRecord(game as typeof isaac, setup.value, []);
  return { ...record, study: { title, variations: [], notes: [] } };
};
const STUDY = { title: ' My study ', base: 3, chapters: [chapterOf(isaac), chapterOf(nasca), chapterOf(isaac)] };

const wrong = async (body: unknown): Promise<string> => {
  const checked: Result<unknown, { readonly name: string; readonly detail?: string }> = await checkStudy(body, read);
  return checked.ok ? 'valid' : `${checked.error.name}: ${checked.error.detail ?? ''}`;
};

test('a study is stored with a summary of its games', async () => {
  const checked = await checkStudy(STUDY, read);
  if (!checked.ok) throw new Error(checked.error.name);
  const { base, summary, content } = checked.value;
  expect(base).toBe(3);
  expect(summary).toEqual({ title: 'My study', games: ['isaac', 'nasca'], chapters: 3 });
  expect([content.title, content.chapters.map(({ game }) => game)]).toEqual(['My study', ['isaac', 'nasca', 'isaac']]);
  expect(content.chapters[0]?.study.title).toBe('A chapter');
});

test('what is no study is refused', async () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 33; level++) deep = [deep];
  for (const body of [null, undefined, 'text', 7, { ...STUDY, more: deep }])
    expect(await wrong(body)).toBe('bad-study: not a study');
});

test('a title is a text of limited length, and may be empty', async () => {
  for (const title of [undefined, 7, 'x'.repeat(MAX_STUDY_TITLE + 1)])
    expect(await wrong({ ...STUDY, title })).toBe('bad-study: title');
  for (const title of ['', 'x'.repeat(MAX_STUDY_TITLE)]) expect(await wrong({ ...STUDY, title })).toBe('valid');
});

test('a title is stored without what cannot be shown', async () => {
  const checked = await checkStudy({ ...STUDY, title: '\u202eMy\n\u0000study' }, read);
  expect(checked).toMatchObject({ value: { summary: { title: 'My study' }, content: { title: 'My study' } } });
});

test('the revision that it was made from is a number of revisions', async () => {
  for (const base of [undefined, '3', -1, 1.5, 1e9 + 1, Number.NaN])
    expect(await wrong({ ...STUDY, base }), String(base)).toBe('bad-study: base');
  for (const base of [0, 1e9]) expect(await wrong({ ...STUDY, base })).toBe('valid');
});

test('it has 1 to 32 chapters', async () => {
  const chapters = (count: number) => Array.from({ length: count }, () => chapterOf(isaac));
  for (const wrongOnes of [undefined, {}, [], chapters(33)])
    expect(await wrong({ ...STUDY, chapters: wrongOnes })).toBe('bad-study: chapters');
  expect(await wrong({ ...STUDY, chapters: chapters(32) })).toBe('valid');
});

test('it has at most 256 KiB as JSON, however its characters are written', async () => {
  // A control character takes six bytes: each note 12,000.
  const { study, ...record } = chapterOf(isaac);
  const chapter = { ...record, study: { ...study, notes: [{ line: 0, after: 0, text: '\u0001'.repeat(2000) }] } };
  const chapters = (count: number) => Array.from({ length: count }, () => chapter);
  expect(await wrong({ ...STUDY, chapters: chapters(20) })).toBe('valid');
  expect(await wrong({ ...STUDY, chapters: chapters(22) })).toBe('bad-study: too large');
});

test('the first wrong chapter is named', async () => {
  expect(await wrong({ ...STUDY, chapters: [chapterOf(isaac), { game: 'isaac' }] })).toMatch(/^bad-record/);
  const chapter = { ...chapterOf(isaac), moves: ['99-99'], counts: [600] };
  expect(await wrong({ ...STUDY, chapters: [chapter] })).toMatch(/unreadable-move|illegal-move/);
});
