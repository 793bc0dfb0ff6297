import { botSearch, SLICE } from '@tablier/ai';
import {
  divide,
  formatOptions,
  type Game,
  type Level,
  type Move,
  NOBODY,
  playRandomly,
  type Position,
  type Setup,
} from '@tablier/core';
import { type CatalogueGame, games, plainText } from '@tablier/games';
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { UsageError } from '../shared/output.ts';
import { dealtSetup, gameRng, readConditions, taskOf } from '../shared/setup.ts';
import { beat } from '../shared/stuck.ts';

/* What engines offer besides their protocol: the people who write them look at positions, count moves and compare versions. */

export interface Reached {
  readonly setup: Setup;
  readonly position: Position;
  readonly moves: readonly Move[];
}

/** The answer to `d`: all that is set, with what the seats do not see. */
export async function describe(game: CatalogueGame, { setup, position, moves }: Reached): Promise<string[]> {
  const { draw } = await game.text();
  const { turn } = position;
  return [
    ...plainText(draw(game.view(position, 'open'))).split('\n'),
    '',
    `Game: ${game.id}`,
    `Options: ${formatOptions(game.options, setup.options) || '<empty>'}`,
    `Players: ${setup.players}`,
    `Deal: ${setup.deal === null ? '<empty>' : JSON.stringify(setup.deal)}`,
    `Moves: ${moves.map((move) => game.formatMove(move)).join(' ') || '<empty>'}`,
    `Turn: ${turn === NOBODY ? 'none' : `p${turn + 1}`}`,
    `Position: ${game.positions?.format(game.view(position, 'open')) ?? '<none>'}`,
    `Legal moves: ${turn === NOBODY ? 0 : position.countMoves()}`,
  ];
}

const MAX_DEPTH = 99;

export function readPerftDepth(text: string | undefined): number {
  const depth = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0;
  if (depth >= 1 && depth <= MAX_DEPTH) return depth;
  throw new UsageError(`bad-depth (go perft ${text ?? ''}; from 1 to ${MAX_DEPTH})`);
}

/** The answer to `go perft`: the count below each first move, then their sum. A stop ends it between two of them. */
export async function* perftLines(game: Game, position: Position, depth: number): AsyncGenerator<string> {
  let total = 0;
  for (const { move, count } of divide(game, position, depth, beat)) {
    total += count;
    yield `${game.formatMove(move)}: ${count}`;
    await nextTurnOfLoop();
  }
  yield `Nodes searched: ${total}`;
}

const BENCH_SEED = 'bench';
const BENCH_PLIES = 4;
const BENCH_NODES = 5000;

/** The answer to `bench`: the same searches in every run, one for each game, so that equal versions visit equal nodes and find equal moves. */
export async function* benchLines(level: Level): AsyncGenerator<string> {
  const began = performance.now();
  let total = 0;
  for (const game of games) {
    const rng = gameRng(BENCH_SEED, 0);
    const setup = dealtSetup(readConditions(game, {}), rng);
    const position = game.start(setup);
    playRandomly(position, rng, BENCH_PLIES);
    const search = botSearch(taskOf(game, setup, position), level, rng, { nodes: BENCH_NODES });
    while (!search.step(SLICE)) await nextTurnOfLoop();
    const { move, info } = search.result();
    total += info.nodes;
    yield `${game.id}: nodes ${info.nodes} bestmove ${game.formatMove(move)}`;
  }
  const milliseconds = Math.max(1, Math.round(performance.now() - began));
  yield `Total time (ms): ${milliseconds}`;
  yield `Nodes searched: ${total}`;
  yield `Nodes/second: ${Math.round((1000 * total) / milliseconds)}`;
}
