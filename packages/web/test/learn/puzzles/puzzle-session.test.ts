import '../../english.ts';
import { type PlyAnalysis, analysePly } from '@tablier/ai';
import { isLegal, legalMovesOf, type Move, type ReplayedPuzzle } from '@tablier/core';
import { findGame } from '@tablier/games';
import { afterEach, describe, expect, it } from 'vitest';
import type { PlyAnalyser } from '../../../src/review/analysis/game-analyst.svelte.ts';
import type { AnalysedGame } from '../../../src/review/analysis/analysis.worker.ts';
import type { Refutation } from '../../../src/learn/puzzles/puzzle-session.svelte.ts';
import { closeBrowser, openBrowser } from '../../browser.ts';

afterEach(closeBrowser);

/** The search of the web worker, in this thread. */
function analyser({ game: id, moves, ...setup }: AnalysedGame): PlyAnalyser {
  const game = findGame(id);
  if (game === undefined) throw new Error(id);
  const played = { game, setup, moves: moves.map((text) => game.parseMove(text) ?? 0) };
  return {
    async analyse(ply, by, report: (found: PlyAnalysis) => void) {
      for await (const found of analysePly(played, ply, { nodes: 4_000, lines: 1, seed: 's', by })) report(found);
      return true;
    },
    insight: async () => null,
    stop: () => undefined,
    close: () => undefined,
  };
}

/** The first puzzle of a game that fits, in a browser without stored progress. */
async function puzzleOf(id: string, fits: (puzzle: ReplayedPuzzle) => boolean = () => true) {
  const { storage } = openBrowser({});
  const { loadPuzzles, replayed } = await import('../../../src/learn/puzzles/puzzle-list.ts');
  const { loadRules } = await import('../../../src/games/rules.svelte.ts');
  const { PuzzleSession, refute } = await import('../../../src/learn/puzzles/puzzle-session.svelte.ts');
  const { solved } = await import('../../../src/learn/puzzles/practice.svelte.ts');
  await loadRules(id);
  const puzzle = (await loadPuzzles(id)).map(replayed).find(fits);
  if (puzzle === undefined) throw new Error(`no puzzle of ${id} fits`);
  const wrong = [...legalMovesOf(puzzle.game, puzzle.position)].filter((move) => !puzzle.best.includes(move));
  const session = (refuted: (move: Move) => Promise<Refutation> = (move) => refute(puzzle, move, analyser)) =>
    new PuzzleSession(puzzle, { refute: refuted, onsolved: () => solved.add(id, puzzle.puzzle.id) });
  return { puzzle, wrong: wrong[0] ?? -1, session, solved, stored: () => storage.get('tablier.puzzles') ?? null };
}

describe('a puzzle on the board', () => {
  it('shows what the seat to move sees, and no more', async () => {
    const { puzzle, session } = await puzzleOf('masker');
    const { game, position } = puzzle;
    const begun = session();
    expect(begun.view).toEqual(game.view(position, puzzle.puzzle.seat));
    expect(begun.view).not.toEqual(game.view(position, 'open'));
    expect([begun.state, begun.choices]).toEqual(['asks', game.choices(begun.view)]);
  });

  it('shows what the seat saw earlier in the game, where no move can be made', async () => {
    const { puzzle, session } = await puzzleOf('masker');
    const begun = session();
    const { view } = begun;
    begun.look(1);
    expect([begun.isPast, begun.view]).toEqual([false, view]);
    begun.look(-1);
    const before = puzzle.game.start(puzzle.setup);
    for (const text of puzzle.record.moves.slice(0, -1)) before.play(puzzle.game.parseMove(text) ?? -1);
    expect(begun.view).toEqual(puzzle.game.view(before, begun.seat));
    expect([begun.isPast, begun.choices, begun.ply]).toEqual([true, [], begun.plies - 1]);
    await begun.play(puzzle.best[0] ?? -1);
    expect(begun.state).toBe('asks');
    begun.look(1);
    expect([begun.isPast, begun.view, begun.choices.length > 0]).toEqual([false, view, true]);
  });

  it('is solved by the right move, which is stored', async () => {
    const { puzzle, session, solved, stored } = await puzzleOf('isaac');
    const begun = session();
    await begun.play(puzzle.best[0] ?? -1);
    expect([begun.state, begun.choices, begun.lastMoves]).toEqual(['right', [], puzzle.best]);
    expect(solved.of('isaac')).toEqual(new Set([puzzle.puzzle.id]));
    expect(stored()).toBe(JSON.stringify({ isaac: [puzzle.puzzle.id] }));
  });

  it('shows the reply that refutes a wrong move, and then the position again', async () => {
    const { puzzle, wrong, session, solved } = await puzzleOf('isaac', ({ game, position, best, puzzle: { seat } }) => {
      const move = [...legalMovesOf(game, position)].find((each) => !best.includes(each)) ?? -1;
      const after = position.clone();
      after.play(move);
      return after.turn === 1 - seat;
    });
    const begun = session();
    const playing = begun.play(wrong);
    expect([begun.state, begun.lastMoves]).toEqual(['looking', [wrong]]);
    await playing;
    expect(begun.state).toBe('wrong');
    const reply = begun.wrong?.reply ?? -1;
    expect(begun.wrong).toMatchObject({ move: wrong, reason: { cost: 1, reply } });
    expect(begun.lastMoves).toEqual([reply]);
    const after = puzzle.position.clone();
    after.play(wrong);
    expect(isLegal(puzzle.game, after, reply)).toBe(true);
    begun.retry();
    expect([begun.state, begun.wrong, begun.view]).toEqual([
      'asks',
      null,
      puzzle.game.view(puzzle.position, begun.seat),
    ]);
    expect(solved.of('isaac').size).toBe(0);
  });

  it('counts the first try alone, and a solution that was shown before one as wrong', async () => {
    const { puzzle, wrong } = await puzzleOf('isaac');
    const { PuzzleSession } = await import('../../../src/learn/puzzles/puzzle-session.svelte.ts');
    const firstTries: boolean[] = [];
    const begin = () =>
      new PuzzleSession(puzzle, {
        refute: () => Promise.reject(new Error('no worker')),
        onsolved: () => undefined,
        onfirst: (isRight) => firstTries.push(isRight),
      });
    const [best = -1] = puzzle.best;
    const begun = begin();
    await begun.play(wrong);
    begun.retry();
    await begun.play(best);
    await begin().play(best);
    const shown = begin();
    shown.show();
    shown.retry();
    await shown.play(best);
    expect(firstTries).toEqual([false, true, false]);
  });

  it.each(['masker', 'arcanor', 'nasca'])('says what a wrong move of %s costs, at least the margin', async (id) => {
    const { puzzle, wrong, session } = await puzzleOf(id);
    const begun = session();
    await begun.play(wrong);
    expect(begun.state).toBe('wrong');
    expect(begun.wrong?.reason?.cost).toBeGreaterThanOrEqual(puzzle.puzzle.margin);
  });

  it('names the cost where no reply is found', async () => {
    const { wrong, session } = await puzzleOf('isaac');
    const begun = session(() => Promise.reject(new Error('no worker')));
    await begun.play(wrong);
    expect([begun.state, begun.wrong, begun.lastMoves]).toEqual([
      'wrong',
      { move: wrong, reply: null, reason: null },
      [wrong],
    ]);
  });

  it('drops a reply that comes after the user has gone on', async () => {
    const { puzzle, wrong, session } = await puzzleOf('isaac');
    let answer: (found: Refutation) => void = () => undefined;
    const begun = session(() => new Promise((resolve) => (answer = resolve)));
    const playing = begun.play(wrong);
    begun.retry();
    answer({ cost: 1, isFine: false, reply: puzzle.best[0] ?? -1 });
    await playing;
    expect([begun.state, begun.wrong]).toEqual(['asks', null]);
  });

  it('is not solved by showing the solution, and an illegal move changes nothing', async () => {
    const { puzzle, session, solved } = await puzzleOf('isaac');
    const begun = session();
    const { view } = begun;
    await begun.play(0);
    expect([begun.state, begun.view]).toEqual(['illegal', view]);
    begun.show();
    expect([begun.state, begun.lastMoves, begun.choices]).toEqual(['shown', puzzle.best, []]);
    expect(solved.of('isaac').size).toBe(0);
  });
});

describe('the solved puzzles', () => {
  it.each([['x'], ['[1]'], ['{"isaac":3}'], ['{"isaac":[1,{}]}']])('are none where %s is stored', async (text) => {
    openBrowser({ stored: { 'tablier.puzzles': text } });
    const { solved } = await import('../../../src/learn/puzzles/practice.svelte.ts');
    expect(solved.of('isaac').size).toBe(0);
  });
});
