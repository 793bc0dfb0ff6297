import { emptyChapter, makeSetup, readChapter, writeChapter } from '@tablier/core';
import { arcanor, findGame } from '@tablier/games';
import { afterEach, expect, it } from 'vitest';
import type { StudyContent } from '../../../src/places/studies/study-session.svelte.ts';
import { closeBrowser, openBrowser } from '../../browser.ts';

afterEach(closeBrowser);

const move = (text: string): number => arcanor.parseMove(text) ?? -1;
const FIRST = ['a1-a2', 'a7-a6', 'b1-b2'].map(move);

/** A study of the first position, and all that it reported as changed. */
async function sample({ isReadOnly = false } = {}) {
  openBrowser({});
  const { StudySession, placeAfter, turnsOf } = await import('../../../src/places/studies/study-session.svelte.ts');
  const setup = makeSetup(arcanor, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const saved: StudyContent[] = [];
  const chapters = [emptyChapter(arcanor, setup.value)];
  const session = new StudySession({ title: '', chapters }, isReadOnly, (content) => saved.push(content));
  return { session, saved, placeAfter, turnsOf };
}

it('plays on, goes back, and begins a variation by another move', async () => {
  const { session, saved, turnsOf } = await sample();
  for (const each of FIRST) session.play(each);
  expect(session.ply).toEqual({ at: 3, of: 3 });
  session.step('back');
  session.play(move('d1-d2'));
  expect([session.isVariation, session.moves]).toEqual([true, [...FIRST.slice(0, 2), move('d1-d2')]]);
  session.turn(-1);
  expect(session.moves.at(-1)).toBe(FIRST[2]);
  session.turn(1);
  session.promote();
  session.step('first');
  session.step('last');
  expect(session.moves.at(-1)).toBe(move('d1-d2'));
  expect(saved).toHaveLength(5);
  expect([...turnsOf(session.chapter).values()].map(({ seat, number }) => [seat, number])).toEqual([
    [0, '1.'],
    [1, '1…'],
    [0, '2.'],
    [0, '2.'],
  ]);
  const written = writeChapter(session.chapter);
  expect(written.study.variations).toEqual([{ of: 0, after: 2, moves: ['b1-b2'] }]);
});

it('takes only the legal part of a line, and stays where it is', async () => {
  const { session } = await sample();
  session.add([...FIRST, FIRST[2] ?? 0, move('h1-h2')], { goes: false });
  expect(session.ply).toEqual({ at: 0, of: 3 });
  expect(session.node.children).toHaveLength(1);
});

it('removes a branch or a chapter, and brings back the last one removed', async () => {
  const { session, placeAfter } = await sample();
  for (const each of FIRST) session.play(each);
  session.write('A plan');
  session.mark({ from: 'a2', to: 'a4' });
  session.step('back');
  session.remove();
  expect([session.ply, session.canUndo]).toEqual([{ at: 1, of: 1 }, true]);
  session.undo();
  expect([session.ply, session.canUndo]).toEqual([{ at: 2, of: 3 }, false]);
  session.go(placeAfter(session.chapter, FIRST));
  expect(session.node).toMatchObject({ text: 'A plan', marks: [{ from: 'a2', to: 'a4' }] });
  session.addChapter(emptyChapter(arcanor, session.chapter.setup));
  session.renameChapter('Second');
  expect([session.index, session.ply.of]).toEqual([1, 0]);
  session.removeChapter();
  session.removeChapter();
  expect(session.chapters).toHaveLength(1);
  session.undo();
  expect(session.chapters.map(({ title }) => title)).toEqual(['', 'Second']);
});

it('a study of another person is stepped through and never changed', async () => {
  const { session, saved } = await sample({ isReadOnly: true });
  session.play(FIRST[0] ?? 0);
  expect([session.ply.of, saved]).toEqual([0, []]);
});

it('is what its record says', async () => {
  const { session } = await sample();
  for (const each of FIRST) session.play(each);
  session.write('Text');
  const read = readChapter(findGame, JSON.parse(JSON.stringify(writeChapter(session.chapter))));
  expect(read).toMatchObject({ ok: true });
});
