import { outcomeValues, SearchMemory, type SearchPlan } from '@tablier/ai';
import { type Move, movesIn, NOBODY, type Position, SeededRng } from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import type { Opening } from '../levels/play.ts';
import type { Version } from './versions.ts';

/** A player of the ladder: a search as a revision has it, with a plan. */
export interface Contender {
  readonly version: Version;
  readonly game: CatalogueGame;
  readonly plan: SearchPlan;
  /** Whether a search begins with what the one before in the same game found out. */
  readonly continues: boolean;
}

/** What the moves of a contender cost. */
export class Cost {
  moves = 0;
  nodes = 0;
  /** Processor time in seconds. */
  seconds = 0;

  add(nodes: number, usage: NodeJS.CpuUsage): void {
    this.moves++;
    this.nodes += nodes;
    this.seconds += (usage.user + usage.system) / 1e6;
  }
}

/** The points of the first contender in two games of the same opening with swapped seats, 0 to 2. */
export function playPair(
  pair: readonly [Contender, Contender],
  costs: readonly [Cost, Cost],
  opening: Opening,
  seed: string,
): number {
  let points = 0;
  for (const first of [0, 1]) points += playGame(pair, costs, opening, { first, seed: `${seed} ${first}` });
  return points;
}

/** The first contender has the seat `first`. Each plays on a position of its own; moves go from one to the other as text. */
function playGame(
  pair: readonly [Contender, Contender],
  costs: readonly [Cost, Cost],
  { setup, moves }: Opening,
  { first, seed }: { readonly first: number; readonly seed: string },
): number {
  const rng = new SeededRng(seed);
  const positions = pair.map(({ game }) => game.start(setup)) as [Position, Position];
  const played: Move[] = [];
  const play = (text: string): void => {
    played.push(...movesIn(pair[0].game, [text]));
    for (const [index, position] of positions.entries()) {
      const move = pair[index]?.game.parseMove(text) ?? null;
      if (move === null) throw new Error(`a revision does not read ${text}`);
      position.play(move);
    }
  };
  for (const move of moves) play(move);
  const memories = pair.map(() => new SearchMemory());
  while (positions[0].turn !== NOBODY) {
    const side = positions[0].turn === first ? 0 : 1;
    const { version, game, plan, continues } = pair[side];
    const position = positions[side];
    const began = process.cpuUsage();
    const knowledge = game.secrets.knowledge(position, position.turn);
    const past = continues ? { past: { memory: memories[side] as SearchMemory, moves: [...played] } } : {};
    const { move, info } = version.ai.chooseMove({ game, options: setup.options, knowledge, ...past }, plan, rng);
    costs[side].add(info.nodes, process.cpuUsage(began));
    play(game.formatMove(move));
  }
  const values = new Float64Array(2);
  outcomeValues(positions[0].outcome(), values);
  return values[first] as number;
}
