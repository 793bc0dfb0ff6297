import {
  legalMovesOf,
  type Level,
  LEVELS,
  type Move,
  NOBODY,
  type Position,
  type PuzzleFacts,
  type Seat,
  SeededRng,
  type Setup,
} from '@tablier/core';
import type { BotGame } from '../contract/advice.ts';
import { type Analysis, type AnalysisLine, type AnalysisOptions, AnalysisSearch, seatTask } from './analyse.ts';
import { thresholdsOf } from './judge.ts';
import type { Task } from '../contract/search.ts';
import { botMove } from '../choice/bots.ts';

/** A position to examine. The game must not be over. */
export interface PuzzleTask {
  readonly game: BotGame;
  readonly setup: Setup;
  readonly position: Position;
  /** The budget of a search in nodes. What it finds is checked with `VERIFY` times as many. */
  readonly nodes: number;
  readonly seed: string;
}

/** What makes a position a puzzle: exactly one move is best. */
export interface FoundPuzzle extends Pick<PuzzleFacts, 'kind' | 'goal' | 'unit' | 'score' | 'margin'> {
  readonly best: Move;
}

/** A position with fewer moves is no puzzle. */
const LEAST_MOVES = 4;
/** The search that checks a move has this many times the nodes of the one that found it. */
const VERIFY = 8;
/** The most moves that get a long search because they come near the best one in a short search. */
const MAX_RIVALS = 8;
/** Nodes for a short search of one move, at least. */
const LEAST_GLANCE = 400;
/** With a smaller share of a win, every move loses. With a larger share after the second-best move, most moves win. */
const LOST = 0.2;
const WON = 0.9;
const STEP = 1 << 14;

/** The only move that does not lose, and wins, proven by the solver of the game for each move; `null` if there is none, or no proof. */
export function provenPuzzle({ game, position, nodes }: PuzzleTask): FoundPuzzle | null {
  const seat = position.turn;
  const moves = legalMovesOf(game, position);
  if (moves.length < LEAST_MOVES || winnerOf(game, position, nodes) !== seat) return null;
  let best: Move | null = null;
  for (const move of moves) {
    const after = position.clone();
    after.play(move);
    const winner = winnerOf(game, after, nodes);
    if (winner === null || winner === NOBODY || (winner === seat && best !== null)) return null;
    if (winner === seat) best = move;
  }
  return best === null ? null : { best, kind: 'proven', goal: 'win', unit: 'result', score: 1, margin: 1 };
}

/** Who wins by best play, `NOBODY` for a draw; `null` if the solver does not find it within `nodes`. */
function winnerOf(game: BotGame, position: Position, nodes: number): Seat | null {
  if (position.turn === NOBODY) {
    const { places } = position.outcome();
    return places[0] === places[1] ? NOBODY : places.indexOf(1);
  }
  const solver = game.advice.solver?.(position, nodes) ?? null;
  while (solver !== null && solver.nodes < nodes && !solver.step(STEP)) continue;
  return solver?.solution()?.winner ?? null;
}

/** A move that a search finds better than all others by at least a mistake; `null` if there is none. `verifyPuzzle` checks it. */
export function candidate(task: PuzzleTask): FoundPuzzle | null {
  if (task.position.countMoves() < LEAST_MOVES) return null;
  const screen = search(task, 'screen', { nodes: task.nodes / 4, lines: 2 });
  if (!isClear(task, screen, screen.lines[1])) return null;
  const found = search(task, 'find', { nodes: task.nodes, lines: 2 });
  return isClear(task, found, found.lines[1]) && firstOf(found) === firstOf(screen)
    ? describe(found, found.lines[1])
    : null;
}

/** Searches a candidate again with other random numbers, then every other move alone. `null` if another move is best or comes near. */
export function verifyPuzzle(task: PuzzleTask, { best }: FoundPuzzle): FoundPuzzle | null {
  const nodes = VERIFY * task.nodes;
  if (firstOf(search(task, 'verify', { nodes, lines: 2 })) !== best) return null;
  const alone = search(task, 'best', { nodes: nodes / 2, only: best });
  const others = legalMovesOf(task.game, task.position).filter((move) => move !== best);
  const glance = Math.max(LEAST_GLANCE, Math.round(nodes / others.length));
  const glances = Array.from(others, (move) => ({
    move,
    line: search(task, `glance ${move}`, { nodes: glance, only: move }).lines[0],
  })).sort((one, other) => scoreOf(other.line) - scoreOf(one.line));
  let nearest: AnalysisLine | undefined;
  for (const [rank, { move, line }] of glances.entries()) {
    if (rank > 0 && isClear(task, alone, line)) break;
    if (rank === MAX_RIVALS) return null;
    const long = search(task, `rival ${move}`, { nodes: nodes / 2, only: move }).lines[0];
    if (!isClear(task, alone, long)) return null;
    if (scoreOf(long) > scoreOf(nearest)) nearest = long;
  }
  return describe(alone, nearest);
}

function search({ game, setup, position, seed }: PuzzleTask, name: string, options: AnalysisOptions): Analysis {
  const task: Task = seatTask(game, setup.options, position);
  const analysis = new AnalysisSearch(task, options, new SeededRng(`${seed} ${name}`));
  while (!analysis.step(STEP)) continue;
  return analysis.result();
}

const shareOf = ({ values }: AnalysisLine, seat: Seat): number => values[seat] ?? 0;
const scoreOf = (line: AnalysisLine | undefined): number => line?.score ?? Number.NEGATIVE_INFINITY;
const firstOf = ({ lines }: Analysis): Move | undefined => lines[0]?.moves[0];

/** Whether a move is worse than the first line by what counts as a mistake. */
function isClear({ game }: PuzzleTask, { lines, unit }: Analysis, other: AnalysisLine | undefined): boolean {
  return scoreOf(lines[0]) - scoreOf(other) >= thresholdsOf(game.advice.analysis, unit).mistake;
}

function describe({ lines, seat, unit }: Analysis, next: AnalysisLine | undefined): FoundPuzzle | null {
  const [line] = lines;
  const best = line?.moves[0];
  if (line === undefined || best === undefined || next === undefined) return null;
  if (shareOf(line, seat) < LOST || shareOf(next, seat) > WON) return null;
  const even = unit === 'points' ? 0 : 0.5;
  const goal = line.score > even && next.score < even ? 'lead' : 'best';
  const digits = unit === 'points' ? 10 : 1000;
  const rounded = (value: number): number => Math.round(value * digits) / digits;
  return { best, kind: 'deep', goal, unit, score: rounded(line.score), margin: rounded(line.score - next.score) };
}

/** A level finds a move if it plays it in at least this many of its tries. */
const TRIES = 4;
const ENOUGH = 3;

/** A position to rate: a rating searches with the budgets of the levels. */
type RatingTask = Omit<PuzzleTask, 'nodes'>;

/** The weakest level that finds one of the right moves; `null` if none does. */
export function ratePuzzle(task: RatingTask, best: readonly Move[]): Level | null {
  return LEVELS.find((level) => findsMove(task, best, level)) ?? null;
}

function findsMove({ game, setup, position, seed }: RatingTask, best: readonly Move[], level: Level): boolean {
  let found = 0;
  for (let tried = 0; tried < TRIES && found < ENOUGH; tried++) {
    if (tried - found > TRIES - ENOUGH) return false;
    const rng = new SeededRng(`${seed} level ${level} ${tried}`);
    if (best.includes(botMove(seatTask(game, setup.options, position), level, rng))) found++;
  }
  return found >= ENOUGH;
}
