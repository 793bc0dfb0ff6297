import { AnalysisSearch, type AnalysisLine, botMove, outcomeValues, seatTask, type Task } from '@tablier/ai';
import { legalMovesOf, type Level, LEVELS, type Move, NOBODY, type Position, type Rng, SeededRng } from '@tablier/core';
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
/** The samples of what is hidden in which a move has to win. */
const DRAWS = 64;

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

interface Choice {
  readonly task: Task;
  readonly seat: number;
  readonly position: Position;
}

/** The choices of a game with two seats between weak levels. */
function choicesIn(game: CatalogueGame, seed: string, rng: Rng, index: number): Choice[] {
  const { setup } = openingOf(game, seed, index);
  const position = game.start(setup);
  const choices: Choice[] = [];
  const players = [0, 1].map(() => PLAYERS[rng.below(PLAYERS.length)] as Level);
  while (position.turn !== NOBODY) {
    const seat = position.turn;
    const task = seatTask(game, setup.options, position);
    if (position.countMoves() > 1) choices.push({ task, seat, position: position.clone() });
    position.play(playerMove(task, players[seat] as Level, rng));
  }
  return choices;
}

/** Positions with two seats from games of weak levels. */
function positionsOf(game: CatalogueGame, count: number, { seed, nodes }: Pick<LostChance, 'seed' | 'nodes'>): Posed[] {
  const found: Posed[] = [];
  for (let index = 0; found.length < count; index++) {
    const rng = new SeededRng(`${seed} lost ${index}`);
    const choices = choicesIn(game, seed, rng, index);
    for (let draw = 0; draw < EACH && found.length < count; draw++) {
      const drawn = choices[rng.below(choices.length)];
      const posed = drawn === undefined ? null : posedAt(drawn.task, drawn.seat, nodes);
      if (posed !== null) found.push(posed);
    }
  }
  return found;
}

/** The moves that win at once in each of many positions that the seat cannot tell apart. */
function winsIn({ task, seat, position }: Choice): ReadonlySet<Move> {
  const rng = new SeededRng('wins');
  let left = Array.from(legalMovesOf(task.game, position));
  const values = new Float64Array(2);
  for (let draw = 0; draw < DRAWS && left.length > 0; draw++) {
    const world = task.game.secrets.sample(task.knowledge, rng);
    left = left.filter((move) => {
      const after = world.clone();
      after.play(move);
      if (after.turn !== NOBODY) return false;
      outcomeValues(after.outcome(), values);
      return values[seat] === 1;
    });
  }
  return new Set(left);
}

/** How many wins in one each level misses in the same positions, which have other moves, too. */
export function missedWins(game: CatalogueGame, count: number, seed: string): readonly number[] {
  const posed: { readonly task: Task; readonly wins: ReadonlySet<Move> }[] = [];
  for (let index = 0; posed.length < count; index++)
    for (const choice of choicesIn(game, seed, new SeededRng(`${seed} wins ${index}`), index)) {
      const wins = winsIn(choice);
      if (wins.size > 0 && wins.size < choice.position.countMoves()) posed.push({ task: choice.task, wins });
    }
  posed.length = count;
  return LEVELS.map(
    (level) =>
      posed.filter(
        ({ task, wins }, index) => !wins.has(botMove(task, level, new SeededRng(`${seed} ${level} ${index}`))),
      ).length,
  );
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
