import { readFileSync } from 'node:fs';
import { isLegal, legalMovesOf, NOBODY, SeededRng, type Setup } from '@tablier/core';
import { arcanor, games, isaac, masker, nasca } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import {
  type Analysis,
  analyse,
  type AnalysisOptions,
  AnalysisSearch,
  type BotGame,
  MAX_LINES,
  openTask,
  seatTask,
} from '../src/index.ts';
import { positionAfter, setupOf, solve } from './helpers.ts';
import { nim } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';
import { tricks } from './toys/tricks.ts';

const LOOKAHEAD = { nodes: 1_000_000, depth: 40 };
const PLAYOUTS = { nodes: 20_000, exploration: 1 };
const EXAMPLES = new URL('../../games/test/', import.meta.url);

/** The moves of the first example of a game, as one text. */
function exampleOf(game: BotGame): { readonly setup: Setup; readonly moves: readonly string[] } {
  const [line = ''] = readFileSync(new URL(`${game.id}/examples.jsonl`, EXAMPLES), 'utf8').split('\n');
  const { options, players, deal, moves } = JSON.parse(line) as Setup & { readonly moves: readonly string[] };
  return { setup: { options, players, deal }, moves };
}

function analysed(game: BotGame, setup: Setup, moves: string, options: AnalysisOptions, seed = 1): Analysis {
  const task = seatTask(game, setup.options, positionAfter(game, setup, moves));
  const search = new AnalysisSearch(task, options, new SeededRng(seed));
  while (!search.step(512)) search.result();
  return search.result();
}

async function last(results: AsyncIterable<Analysis>): Promise<{ readonly all: Analysis[]; readonly end: Analysis }> {
  const all: Analysis[] = [];
  for await (const result of results) all.push(result);
  return { all, end: all.at(-1) as Analysis };
}

describe('lines', () => {
  const ttt = setupOf(ticTacToe);

  test.each(['1 5', '1 2', '5 1', '1 2 5', '1 5 9'])('alpha-beta judges the best five exactly, after %s', (moves) => {
    const position = positionAfter(ticTacToe, ttt, moves);
    const { lines, unit, seat } = analysed(ticTacToe, ttt, moves, { nodes: 1_000_000, plan: LOOKAHEAD, lines: 5 });
    expect(unit).toBe('chance');
    expect(new Set(lines.map((line) => line.moves[0])).size).toBe(5);
    const exact = lines.map((line) => {
      const after = position.clone();
      after.play(line.moves[0] as number);
      const value = solve(ticTacToe, after);
      return seat === 0 ? value : 1 - value;
    });
    expect(lines.map(({ score }) => score)).toEqual(exact);
    expect(exact).toEqual(exact.toSorted((one, other) => other - one));
    const { lines: single } = analysed(ticTacToe, ttt, moves, { nodes: 1_000_000, plan: LOOKAHEAD });
    expect(single[0]?.score).toBe(exact[0]);
  });

  test('there are no more than moves, and no more than the maximum', () => {
    const few = analysed(ticTacToe, ttt, '1 2 3 5 4 6', { nodes: 1_000_000, plan: LOOKAHEAD, lines: 5 });
    expect(few.lines).toHaveLength(3);
    expect(analysed(ticTacToe, ttt, '', { nodes: 5_000, plan: PLAYOUTS, lines: 9 }).lines).toHaveLength(MAX_LINES);
  });

  test.each([LOOKAHEAD, PLAYOUTS])('every line is legal to its end, %o', (plan) => {
    const { lines } = analysed(ticTacToe, ttt, '1 2', { nodes: 20_000, plan, lines: 5 });
    for (const { moves } of lines) {
      const position = positionAfter(ticTacToe, ttt, '1 2');
      for (const move of moves) {
        expect(isLegal(ticTacToe, position, move)).toBe(true);
        position.play(move);
      }
    }
  });

  test.each([LOOKAHEAD, PLAYOUTS])('a forced move is judged too, %o', (plan) => {
    const moves = '1 5 9 2 8 7 3 6';
    const { lines, nodes } = analysed(ticTacToe, ttt, moves, { nodes: 500, plan });
    expect(nodes).toBeGreaterThan(0);
    expect(lines[0]?.score).toBe(0.5);
  });
});

describe('a single move', () => {
  test.each([LOOKAHEAD, PLAYOUTS])('has the value of the position after it, %o', (plan) => {
    const setup = setupOf(ticTacToe);
    const position = positionAfter(ticTacToe, setup, '1 2 5 9');
    for (const only of legalMovesOf(ticTacToe, position)) {
      const { lines } = analysed(ticTacToe, setup, '1 2 5 9', { nodes: 20_000, plan, only, lines: 3 });
      expect(lines).toHaveLength(1);
      expect(lines[0]?.moves[0]).toBe(only);
      const after = position.clone();
      after.play(only);
      expect(lines[0]?.score).toBeCloseTo(solve(ticTacToe, after), 1);
    }
  });

  test.each([tricks, masker])('is searched with what the seat knows, %o', (game) => {
    const setup = setupOf(game, {}, 'only');
    const position = game.start(setup);
    const [only] = legalMovesOf(game, position);
    const { lines } = analysed(game, setup, '', { nodes: 3_000, plan: PLAYOUTS, only: only as number });
    expect(lines.map(({ moves }) => moves[0])).toEqual([only]);
    expect(lines[0]?.score).toBeGreaterThan(0);
    expect(lines[0]?.score).toBeLessThan(1);
  });
});

describe.each<BotGame>([isaac, nasca, masker, arcanor])('a game of $name', (game) => {
  const { setup, moves } = exampleOf(game);
  const middle = moves.slice(0, moves.length >> 1).join(' ');
  const options = { nodes: 4_000, lines: 3 };

  test('the same seed and nodes give the same result, in steps of any size', () => {
    const first = analysed(game, setup, middle, options);
    expect(analysed(game, setup, middle, options)).toEqual(first);
    const task = seatTask(game, setup.options, positionAfter(game, setup, middle));
    for (const slice of [1, 77, 3_000]) {
      const search = new AnalysisSearch(task, options, new SeededRng(1));
      while (!search.step(slice)) search.result();
      expect(search.result(), `steps of ${slice}`).toEqual(first);
    }
  });

  test('the budget is kept', () => {
    const { nodes, isOver } = analysed(game, setup, middle, options);
    expect(nodes).toBeGreaterThan(2_000);
    expect(nodes).toBeLessThan(4_100);
    expect(isOver).toBe(true);
  });

  test('the lead at the end is that of the scores', () => {
    const position = positionAfter(game, setup, moves.join(' '));
    const { scores } = position.outcome();
    const lead = game.advice.analysis?.lead as ((at: typeof position) => number) | undefined;
    expect(position.turn).toBe(NOBODY);
    if (lead !== undefined) expect(lead(position)).toBe((scores[0] as number) - (scores[1] as number));
    expect(lead === undefined).toBe(game.id === 'masker' || game.id === 'arcanor');
  });

  test('the score of the last move is the outcome for its player, if nothing was hidden', () => {
    const before = moves.slice(0, -1).join(' ');
    const only = game.parseMove(moves.at(-1) ?? '') as number;
    const { lines, seat, unit } = analysed(game, setup, before, { nodes: 200, only });
    const { scores, places } = positionAfter(game, setup, moves.join(' ')).outcome();
    const lead = (scores[seat] as number) - (scores[1 - seat] as number);
    if (game.secrets.hides(setup.options)) expect(lines[0]?.score).toBeLessThan(1);
    else expect(lines[0]?.score).toBeCloseTo(unit === 'points' ? lead : Number(places[seat] === 1));
  });
});

test('every game of the catalogue can be analysed', () => {
  for (const game of games) {
    const setup = setupOf(game, {}, 'catalogue');
    const { lines, seat } = analysed(game, setup, '', { nodes: 600, lines: 2 });
    expect(lines.length, game.id).toBeGreaterThan(0);
    expect(lines[0]?.values[seat], game.id).toBeGreaterThan(0);
  }
});

test('an analysis states less than an unsure search expects, and every exact share as it is', () => {
  const { setup, moves } = exampleOf(nasca);
  const early = moves.slice(0, 12).join(' ');
  const { analysis, ...others } = nasca.advice;
  if (analysis === undefined) throw new Error('nasca has scores');
  const plain = { ...nasca, advice: { ...others, analysis: { ...analysis, sureness: 1 } } };
  const valuesOf = (game: BotGame): readonly number[] =>
    analysed(game, setup, early, { nodes: 2_000 }).lines[0]?.values ?? [];
  const [stated = 0, other = 0] = valuesOf(nasca);
  const [expected = 0] = valuesOf(plain as BotGame);
  expect(stated + other).toBeCloseTo(1, 12);
  expect(Math.abs(stated - 0.5)).toBeLessThan(Math.abs(expected - 0.5));
  expect(Math.sign(stated - 0.5)).toBe(Math.sign(expected - 0.5));
  const last = positionAfter(nasca, setup, moves.slice(0, -1).join(' '));
  for (const only of legalMovesOf(nasca, last).subarray(0, 5)) {
    const { lines } = analysed(nasca, setup, moves.slice(0, -1).join(' '), { nodes: 100, only });
    expect([0, 0.5, 1]).toContain(lines[0]?.values[0]);
  }
});

describe('a proof', () => {
  const { setup, moves } = exampleOf(isaac);
  const scoring = moves.findIndex((move) => move.startsWith('x'));

  test('of a finished placement of Isaac says who wins, and the winning move keeps the win', () => {
    for (let ply = scoring; ply < moves.length; ply++) {
      const before = moves.slice(0, ply).join(' ');
      const { lines, seat } = analysed(isaac, setup, before, { nodes: 40_000, lines: 2 });
      const [best] = lines;
      expect(best?.isProven, `ply ${ply}`).toBe(true);
      const wins = best?.values[seat] === 1;
      expect(wins ? (best?.score ?? -1) >= 0 : (best?.score ?? 1) <= 0).toBe(true);
      const position = positionAfter(isaac, setup, before);
      position.play(best?.moves[0] as number);
      const after = [before, isaac.formatMove(best?.moves[0] as number)].join(' ').trim();
      if (position.turn === NOBODY) continue;
      const reply = analysed(isaac, setup, after, { nodes: 40_000 }).lines[0];
      expect(reply?.values, `ply ${ply}`).toEqual(best?.values);
    }
  });

  test('of one move agrees with that of the position after it', () => {
    const before = moves.slice(0, scoring).join(' ');
    const position = positionAfter(isaac, setup, before);
    for (const only of legalMovesOf(isaac, position)) {
      const line = analysed(isaac, setup, before, { nodes: 40_000, only }).lines[0];
      const reply = analysed(isaac, setup, `${before} ${isaac.formatMove(only)}`, { nodes: 40_000 }).lines[0];
      expect(line?.isProven).toBe(true);
      expect(line?.values).toEqual(reply?.values);
    }
  });
});

describe('what is hidden', () => {
  const setup = setupOf(masker, { players: 3 }, 'hidden');
  const tokens = (setup.deal as { tokens: string }).tokens;
  const twin = { ...setup, deal: { ...(setup.deal as object), tokens: `${tokens[0]}${tokens[2]}${tokens[1]}` } };

  test('does not change the analysis of a seat', () => {
    const options = { nodes: 3_000, lines: 3 };
    expect(analysed(masker, twin, '', options)).toEqual(analysed(masker, setup, '', options));
  });

  test('changes that of a finished game with everything visible', () => {
    const open = (from: Setup): Analysis => {
      const search = new AnalysisSearch(
        openTask(masker, from.options, masker.start(from)),
        { nodes: 3_000, lines: 3 },
        new SeededRng(1),
      );
      while (!search.step(512)) search.result();
      return search.result();
    };
    expect(open(setup)).toEqual(open(setup));
    expect(open(twin).lines).not.toEqual(open(setup).lines);
  });
});

describe('analyse', () => {
  const setup = setupOf(nim, { deal: [5, 4, 2] });
  const task = seatTask(nim, setup.options, nim.start(setup));
  const options = { nodes: 40_000, plan: PLAYOUTS, lines: 2 };

  test('yields improving results, and at last that of the whole budget', async () => {
    const { all, end } = await last(analyse(task, options, new SeededRng(1)));
    expect(all.length).toBeGreaterThan(5);
    expect(all.map(({ nodes }) => nodes)).toEqual(all.map(({ nodes }) => nodes).toSorted((one, other) => one - other));
    expect(end).toEqual(analysed(nim, setup, '', options));
  });

  test('goes on without a limit until it is aborted', async () => {
    const signal = { aborted: false };
    let pauses = 0;
    const pause = (): Promise<void> => {
      signal.aborted = ++pauses === 100;
      return Promise.resolve();
    };
    const endless = { ...options, nodes: Number.POSITIVE_INFINITY };
    const { end } = await last(analyse(task, endless, new SeededRng(1), { signal, pause }));
    expect(pauses).toBe(100);
    expect(end.isOver).toBe(false);
    expect(end.nodes).toBeGreaterThan(50_000);
  });
});
