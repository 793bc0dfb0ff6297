import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AnalysisSearch, provenPuzzle, type PuzzleTask, seatTask } from '@tablier/ai';
import {
  isLegal,
  NOBODY,
  type Position,
  type Puzzle,
  replayPuzzle,
  type ReplayedPuzzle,
  SeededRng,
} from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { nasca } from '@tablier/games/nasca';
import { playTexts, setupOf } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';

const fileOf = (id: string): string => fileURLToPath(new URL(`../src/${id}/puzzles.jsonl`, import.meta.url));
const puzzlesOf = (id: string): readonly Puzzle[] =>
  readFileSync(fileOf(id), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Puzzle);

function valid(puzzle: Puzzle): ReplayedPuzzle {
  const replayed = replayPuzzle(findGame, puzzle);
  if (!replayed.ok) throw new Error(`${puzzle.game} ${puzzle.puzzle.id}: ${JSON.stringify(replayed.error)}`);
  return replayed.value;
}

/** Whether another search, of other random numbers, has a right move first. */
function isFound({ game, setup, position, best }: ReplayedPuzzle, nodes: number): boolean {
  const rules = findGame(game.id);
  if (rules === undefined) throw new Error(game.id);
  const search = new AnalysisSearch(seatTask(rules, setup.options, position), { nodes }, new SeededRng('test'));
  while (!search.step(nodes)) continue;
  return best.includes(search.result().lines[0]?.moves[0] ?? -1);
}

/** Every so many puzzles are searched again, those of a game with a solver move by move. */
const EVERY = 25;

describe.each(games.map(({ id }) => id).filter((id) => existsSync(fileOf(id))))('the puzzles of %s', (id) => {
  const puzzles = puzzlesOf(id);

  test('replay by the rules, and are different positions of one seat to move', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(20);
    for (const puzzle of puzzles) expect(valid(puzzle).position.turn).not.toBe(NOBODY);
    expect(new Set(puzzles.map(({ puzzle }) => puzzle.id)).size).toBe(puzzles.length);
    expect(new Set(puzzles.map(({ game }) => game))).toEqual(new Set([id]));
  });

  test('have one best move, which is proven, or which another search finds', () => {
    const game = findGame(id);
    if (game === undefined) throw new Error(id);
    for (const [index, puzzle] of puzzles.entries()) {
      if (index % EVERY !== 0) continue;
      const replayed = valid(puzzle);
      const { setup, position, best } = replayed;
      if (replayed.puzzle.kind === 'proven')
        expect(provenPuzzle({ game, setup, position, nodes: 400_000, seed: 'test' })).toMatchObject({
          best: best[0],
          kind: 'proven',
        });
      else expect(isFound(replayed, 100_000), puzzle.puzzle.id).toBe(true);
    }
  });
});

/** Who wins by best play, by the solver of the game. */
function winnerAt(id: string, position: Position): number | null {
  if (position.turn === NOBODY) return position.outcome().places.indexOf(1);
  const solver = findGame(id)?.advice.solver?.(position, 400_000) ?? null;
  while (solver !== null && solver.nodes < 400_000 && !solver.step(10_000)) continue;
  return solver?.solution()?.winner ?? null;
}

test.each(games.map(({ id }) => id))('the puzzles of %s say what wins and what the best other runs into', (id) => {
  for (const puzzle of puzzlesOf(id)) {
    const { game, position, best, puzzle: facts } = valid(puzzle);
    if (facts.kind === 'proven') {
      const won = position.clone();
      won.play(best[0] as number);
      expect(winnerAt(id, won), facts.id).toBe(facts.seat);
    }
    const second = game.parseMove(facts.second?.move ?? '');
    const reply = game.parseMove(facts.second?.reply ?? '');
    const after = position.clone();
    if (second === null || !isLegal(game, after, second)) throw new Error(`${facts.id}: no second move`);
    expect(best).not.toContain(second);
    after.play(second);
    // Only a seat that goes on with its own turn leaves the answer for later.
    expect(reply === null, facts.id).toBe(after.turn === NOBODY);
    if (reply === null || after.turn === facts.seat) continue;
    expect(isLegal(game, after, reply), facts.id).toBe(true);
    after.play(reply);
    if (facts.kind === 'proven') expect(winnerAt(id, after), facts.id).toBe(1 - facts.seat);
  }
});

describe('provenPuzzle', () => {
  const task = (texts: string): PuzzleTask => {
    const setup = setupOf(nasca, { options: { rounds: 1 } });
    return { game: nasca, setup, position: playTexts(nasca, nasca.start(setup), texts), nodes: 100_000, seed: 'test' };
  };

  test('finds no puzzle where another move draws, because the page says that every other one loses', () => {
    const drawn =
      'g5-k5 e1-e5 e5-g5 a3-d3 h8-i8 g2-k2 f6-f10 a2-d2 e6-e10 h2-h5 a7-d7 c3-c7 a8-d8 g5-h5 i6-i7 a6-b6 a6-a8 a10-d10 h9-k9 a6-c6 g8-g10 f2-f4 i2-i5';
    expect(provenPuzzle(task(drawn))).toBeNull();
  });
});

describe('replayPuzzle', () => {
  const [puzzle] = puzzlesOf('isaac');
  if (puzzle === undefined) throw new Error('isaac');
  const { puzzle: facts } = puzzle;
  const errorOf = (data: unknown): string => {
    const replayed = replayPuzzle(findGame, data);
    return replayed.ok ? '' : `${replayed.error.name} ${replayed.error.detail}`;
  };
  const legal = Array.from(
    (() => {
      const { position, game } = valid(puzzle);
      const buffer = new Uint16Array(game.maxMoves);
      return buffer.slice(0, position.legalMoves(buffer));
    })(),
    (move) => valid(puzzle).game.formatMove(move),
  );

  test.each([
    [{ ...puzzle, puzzle: undefined }, 'bad-puzzle not the facts of a puzzle'],
    [{ ...puzzle, puzzle: { ...facts, level: 9 } }, 'bad-puzzle not the facts of a puzzle'],
    [{ ...puzzle, puzzle: { ...facts, margin: 0 } }, 'bad-puzzle not the facts of a puzzle'],
    [{ ...puzzle, puzzle: { ...facts, seat: 1 - facts.seat } }, `bad-puzzle seat ${1 - facts.seat} is not to move`],
    [{ ...puzzle, puzzle: { ...facts, id: '00000000' } }, `bad-puzzle the id is ${facts.id}`],
    [{ ...puzzle, puzzle: { ...facts, best: ['00-99'] } }, 'bad-puzzle a right move is not legal'],
    [{ ...puzzle, puzzle: { ...facts, best: [] } }, 'bad-puzzle a right move is not legal'],
    [{ ...puzzle, puzzle: { ...facts, best: legal } }, 'bad-puzzle every move is right'],
    [{ ...puzzle, moves: [...puzzle.moves, '00-99'] }, 'unreadable-move 00-99'],
  ])('%# is refused with the reason', (data, reason) => expect(errorOf(data)).toBe(reason));
});
