import { legalMoveTexts } from '@tablier/core';
import { findGame } from '@tablier/games';
import { afterEach, describe, expect, it } from 'vitest';
import { closeBrowser, openBrowser } from '../../browser.ts';

const KEY = 'tablier.learn';

/** The lesson of a game in a browser with this storage. */
async function lessonOf(id: string, stored: Readonly<Record<string, string>> = {}) {
  const { storage } = openBrowser({ stored });
  const { LessonSession } = await import('../../../src/learn/lessons/lesson-session.svelte.ts');
  const { loadLesson } = await import('../../../src/games/lessons.ts');
  const { stepPosition } = await import('../../../src/board/lesson.ts');
  const game = findGame(id);
  if (game === undefined) throw new Error(id);
  const session = new LessonSession(game, await loadLesson(id));
  /** Plays the first move that does the task, or the first that does not. */
  const play = ({ right }: { readonly right: boolean }): void => {
    const { position } = stepPosition(game, session.step);
    const text = legalMoveTexts(game, position).find((move) => session.step.isRight?.(move) === right);
    session.play(game.parseMove(text ?? '') ?? -1);
  };
  return { session, storage, play, stored: () => JSON.parse(storage.get(KEY) ?? 'null') as unknown };
}

afterEach(closeBrowser);

describe('a lesson', () => {
  it('begins with the goal, where there is nothing to do', async () => {
    const { session } = await lessonOf('isaac');
    expect([session.step.id, session.choices, session.right, session.done.size]).toEqual(['goal', [], [], 0]);
  });

  it('leaves the position as it is after a wrong move, and goes on after the right one', async () => {
    const { session, play } = await lessonOf('isaac');
    session.go(1);
    const before = session.view;
    play({ right: false });
    expect([session.state, session.attempts, session.view]).toEqual(['wrong', 1, before]);
    play({ right: false });
    expect(session.attempts).toBe(2);
    play({ right: true });
    expect([session.state, session.choices, session.lastMoves.length]).toEqual(['done', [], 1]);
    expect(session.view).not.toEqual(before);
    const after = session.view;
    play({ right: true });
    expect(session.view).toBe(after);
  });

  it('says what cannot be played in the real position', async () => {
    const { session } = await lessonOf('isaac');
    session.go(1);
    session.play(-1);
    expect(session.state).toBe('illegal');
  });

  it('shows the example of a step first', async () => {
    const { session } = await lessonOf('nasca');
    session.go(2);
    expect(session.game.formatMove(session.right[0] ?? -1)).toBe('e1-e3');
  });

  it('knows when there is enough for a first game, and when it is over', async () => {
    const { session } = await lessonOf('masker');
    const enough = session.steps.map((_, index) => {
      session.go(index);
      return [session.isEnough, session.isLast];
    });
    expect(enough.filter(([isEnough]) => isEnough)).toHaveLength(1);
    expect(enough[3]).toEqual([true, false]);
    expect(enough.at(-1)).toEqual([false, true]);
    session.go(99);
    expect(session.isLast).toBe(true);
  });

  it('shows what a peek finds', async () => {
    const { session } = await lessonOf('arcanor');
    session.go(session.steps.findIndex(({ id }) => id === 'memory'));
    session.peek('nonsense');
    expect(session.peeks).toEqual([]);
    const position = findGame('arcanor')?.start({ options: { table: 'memory' }, players: 2, deal: null });
    const [peek = ''] = position === undefined ? [] : (session.game.peeks?.list(position) ?? []);
    session.peek(peek);
    expect(session.peeks).toMatchObject([{ seat: 0, peek }]);
  });
});

describe('the progress', () => {
  it('is stored, and the lesson continues there', async () => {
    const first = await lessonOf('isaac');
    first.session.go(1);
    first.play({ right: true });
    first.session.go(2);
    expect(first.stored()).toEqual({ isaac: { done: ['goal', 'place'], at: 'score' } });
    const again = await lessonOf('isaac', Object.fromEntries(first.storage));
    expect([again.session.step.id, [...again.session.done]]).toEqual(['score', ['goal', 'place']]);
    expect(again.session.state).toBe('asks');
  });

  it('of one game leaves that of another', async () => {
    const { session, stored } = await lessonOf('nasca', { [KEY]: '{"isaac":{"done":["goal"],"at":"goal"}}' });
    session.go(1);
    expect(stored()).toMatchObject({ isaac: { done: ['goal'] }, nasca: { done: ['goal'], at: 'lay' } });
  });

  it.each(['', '{', 'null', '[]', '7', '{"isaac":7}', '{"isaac":{"done":7,"at":[]}}', '{"isaac":{"at":"gone"}}'])(
    'is ignored if it is invalid: %s',
    async (text) => {
      const { session } = await lessonOf('isaac', { [KEY]: text });
      expect([session.index, session.done.size]).toEqual([0, 0]);
      session.go(1);
      expect(session.step.id).toBe('place');
    },
  );

  it('keeps ids of steps that no longer exist, and drops what is no id', async () => {
    const { session } = await lessonOf('isaac', { [KEY]: '{"isaac":{"done":["old",3,"goal"],"at":"place"}}' });
    expect([[...session.done], session.step.id]).toEqual([['old', 'goal'], 'place']);
  });
});
