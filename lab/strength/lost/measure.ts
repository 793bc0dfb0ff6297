import { AnalysisSearch, type AnalysisLine, botMove, seatTask, type Task } from '@tablier/ai';
import { type Level, LEVELS, type Move, NOBODY, SeededRng } from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import { openingOf, playerMove } from '../levels/play.ts';
import { planText } from '../levels/results.ts';

/** What a level plays in the positions. */
export interface LevelMoves {
  readonly level: Level;
  /** The plan as JSON. */
  readonly plan: string;
  /** Processor time of a move in milliseconds: the median, and what 95 of 100 do not exceed. */
  readonly ms: readonly [median: number, most: number];
  /** By position: the share of a win that the move gives up, in thousandths. */
  readonly lost: readonly number[];
}

export interface LostChance {
  readonly seed: string;
  readonly nodes: number;
  readonly levels: readonly LevelMoves[];
}

/** The seat to move has between so much and so much of a win: it has something to lose, and nothing is decided. */
const OPEN_CHANCE = [0.35, 0.95] as const;
/** The levels that play the games; those of a game are drawn. */
const PLAYERS: readonly Level[] = [1, 2, 3, 4];
/** Positions from one game, at most. */
const EACH = 3;

interface Posed {
  readonly task: Task;
  readonly seat: number;
  readonly best: AnalysisLine;
}

function lineOf(task: Task, nodes: number, only?: Move): AnalysisLine {
  const search = new AnalysisSearch(task, { nodes, ...(only !== undefined && { only }) }, new SeededRng('lost'));
  while (!search.step(nodes)) continue;
  const [line] = search.result().lines;
  if (line === undefined) throw new Error('a search without a line');
  return line;
}

/** Where the game is open, and the seat has a choice. */
function posedAt(task: Task, seat: number, nodes: number): Posed | null {
  const first = lineOf(task, nodes);
  // The highest of many estimates is too high, so the best move is searched again, alone.
  const best = first.isProven ? first : lineOf(task, nodes, first.moves[0]);
  const share = best.values[seat] as number;
  return !best.isProven && share >= OPEN_CHANCE[0] && share <= OPEN_CHANCE[1] ? { task, seat, best } : null;
}

/** Positions with two seats from games of weak levels. */
function positionsOf(game: CatalogueGame, count: number, { seed, nodes }: Pick<LostChance, 'seed' | 'nodes'>): Posed[] {
  const found: Posed[] = [];
  for (let index = 0; found.length < count; index++) {
    const { setup } = openingOf(game, seed, index);
    const position = game.start(setup);
    const rng = new SeededRng(`${seed} lost ${index}`);
    const tasks: { readonly task: Task; readonly seat: number }[] = [];
    const players = [0, 1].map(() => PLAYERS[rng.below(PLAYERS.length)] as Level);
    while (position.turn !== NOBODY) {
      const seat = position.turn;
      const task = seatTask(game, setup.options, position);
      if (position.countMoves() > 1) tasks.push({ task, seat });
      position.play(playerMove(task, players[seat] as Level, rng));
    }
    for (let draw = 0; draw < EACH && found.length < count; draw++) {
      const drawn = tasks[rng.below(tasks.length)];
      const posed = drawn === undefined ? null : posedAt(drawn.task, drawn.seat, nodes);
      if (posed !== null) found.push(posed);
    }
  }
  return found;
}

/** What a move of the seat gives up; known moves are not searched again. */
function lossIn({ task, seat, best }: Posed, nodes: number): (move: Move) => number {
  const known = new Map([[best.moves[0], 0]]);
  return (move) => {
    const loss =
      known.get(move) ??
      Math.max(0, (best.values[seat] as number) - (lineOf(task, nodes, move).values[seat] as number));
    known.set(move, loss);
    return loss;
  };
}

const milliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** What the moves of all levels give up in the same positions, by a search with so many nodes, and how long they take. */
export function lostChance(
  game: CatalogueGame,
  count: number,
  { seed, nodes }: Pick<LostChance, 'seed' | 'nodes'>,
): LostChance {
  const positions = positionsOf(game, count, { seed, nodes });
  const losses = positions.map((posed) => lossIn(posed, nodes));
  const levels = LEVELS.map((level): LevelMoves => {
    const times: number[] = [];
    const lost = positions.map(({ task }, index) => {
      const began = milliseconds();
      const move = botMove(task, level, new SeededRng(`${seed} ${level} ${index}`));
      times.push(milliseconds() - began);
      return Math.round(1000 * (losses[index]?.(move) ?? 0));
    });
    times.sort((one, other) => one - other);
    const at = (share: number): number => Number((times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1));
    return { level, plan: planText(game, level), ms: [at(0.5), at(0.95)], lost };
  });
  return { seed, nodes, levels };
}
