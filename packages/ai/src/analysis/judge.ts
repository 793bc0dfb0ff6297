import { isLegal, type Move, NOBODY, type Position, type Seat, SeededRng, type Setup } from '@tablier/core';
import type { AnalysisAdvice, BotGame, MadePeek, Secret, Thresholds } from '../contract/advice.ts';
import {
  analyse,
  type Analysis,
  type AnalysisControl,
  type AnalysisLine,
  openTask,
  type ScoreUnit,
  seatTask,
} from './analyse.ts';
import type { Task } from '../contract/search.ts';

/** The thresholds of games without their own, in shares of a win. */
const CHANCE_THRESHOLDS: Thresholds = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 };

/** The thresholds of a game, in the unit of the analysis. */
export const thresholdsOf = (advice: AnalysisAdvice | undefined, unit: ScoreUnit): Thresholds =>
  unit === 'points' && advice !== undefined ? advice.thresholds : CHANCE_THRESHOLDS;

/** `best`: the first choice of the search. `good`: any other move that costs too little for a worse name. */
export const MOVE_LABELS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type MoveLabel = (typeof MOVE_LABELS)[number];

/** What a label depends on: the best line and that of the move played. */
type Judged = Pick<AnalysisLine, 'score' | 'values' | 'isProven'>;

/** What a move costs compared with the best one, at least 0. */
export const costOf = (best: Judged, played: Judged): number => Math.max(0, best.score - played.score);

/** The label of a move that is not the first choice. If both results are proven, only they count. */
export function labelOf(best: Judged, played: Judged, seat: Seat, thresholds: Thresholds): Exclude<MoveLabel, 'best'> {
  if (best.isProven && played.isProven) return played.values[seat] === best.values[seat] ? 'good' : 'blunder';
  const cost = costOf(best, played);
  if (cost >= thresholds.blunder) return 'blunder';
  if (cost >= thresholds.mistake) return 'mistake';
  return cost >= thresholds.inaccuracy ? 'inaccuracy' : 'good';
}

export interface Judgement {
  /** The best move, searched alone: in a search of all moves, the luckiest estimate comes first. */
  readonly best: AnalysisLine;
  /** The judged move, searched alone. */
  readonly played: AnalysisLine;
  /** What it costs compared with the best move, in the unit of the analysis; at least 0. */
  readonly cost: number;
  readonly label: MoveLabel;
}

export interface JudgeOptions {
  /** The budget of each search, in positions visited. There are up to three. */
  readonly nodes: number;
  /** Equal seeds give equal results. */
  readonly seed: string;
}

/** A hint: the best move, and how much better it is than the second best. Plain data. */
export interface Hint {
  readonly unit: ScoreUnit;
  readonly seat: Seat;
  readonly best: AnalysisLine;
  /** `null` if there is only one move. */
  readonly next: AnalysisLine | null;
  /** The cost of the second-best move, in the unit; at least 0. */
  readonly gap: number;
}

export interface Searches {
  readonly game: BotGame;
  readonly control: AnalysisControl;
  /** Searches all moves for `null`, or one; `times` as long. */
  search(only: Move | null, times?: number): AsyncGenerator<Analysis, void, void>;
}

/** Equal tasks and options give equal results, unless `control` ends a search. */
const searchesOf = (
  task: Task,
  { nodes, seed, lines }: JudgeOptions & { readonly lines: number },
  control: AnalysisControl,
): Searches => ({
  game: task.game,
  control,
  search: (only, times = 1) =>
    analyse(task, { nodes: nodes * times, ...(only === null ? { lines } : { only }) }, new SeededRng(seed), control),
});

const isAborted = ({ signal }: AnalysisControl): boolean => signal?.aborted === true;

/** The last of improving results; `null` if there is none. */
export async function lastOf<Found>(search: AsyncIterable<Found>): Promise<Found | null> {
  let last: Found | null = null;
  for await (const found of search) last = found;
  return last;
}

const lastLine = async (search: AsyncGenerator<Analysis, void, void>): Promise<AnalysisLine | null> =>
  (await lastOf(search))?.lines[0] ?? null;

/** A move of a game is only called a mistake if it is one after so many times the nodes, too. */
const SURE = 4;

async function judgeBy(
  { game, control, search }: Searches,
  { unit, seat, lines: [best] }: Analysis,
  move: Move,
  times = 1,
): Promise<Judgement | null> {
  if (best === undefined || isAborted(control)) return null;
  if (best.moves[0] === move) return { best, played: best, cost: 0, label: 'best' };
  const played = await lastLine(search(move, times));
  const alone = await lastLine(search(best.moves[0] ?? move, times));
  if (played === null || alone === null || isAborted(control)) return null;
  const label = labelOf(alone, played, seat, thresholdsOf(game.advice.analysis, unit));
  return { best: alone, played, cost: costOf(alone, played), label };
}

/** Judges a legal move of the seat to move, by what it knows. `null` if it was stopped. Equal tasks, moves and options give equal results. */
export async function judgeMove(
  task: Task,
  move: Move,
  options: JudgeOptions,
  control: AnalysisControl = {},
): Promise<(Judgement & { readonly unit: ScoreUnit }) | null> {
  const searches = searchesOf(task, { ...options, lines: 1 }, control);
  const all = await lastOf(searches.search(null));
  const judgement = all === null ? null : await judgeBy(searches, all, move);
  return all === null || judgement === null ? null : { unit: all.unit, ...judgement };
}

export interface HintOptions extends JudgeOptions {
  /**
   * Moves to show instead of the best, as long as one costs too little for a worse name than good; of many, the first are searched. They
   * need not be legal. Absent: none.
   */
  readonly preferred?: readonly Move[];
}

/** Finds the best move of the seat to move by what it knows, and compares it with the second best. `null` if it was stopped. */
export async function hintFor(task: Task, options: HintOptions, control: AnalysisControl = {}): Promise<Hint | null> {
  const { search } = searchesOf(task, { ...options, lines: 2 }, control);
  const all = await lastOf(search(null));
  const [first, second] = all?.lines ?? [];
  if (all === null || first === undefined || isAborted(control)) return null;
  const { unit, seat } = all;
  if (second === undefined) return { unit, seat, best: first, next: null, gap: 0 };
  const best = await lastLine(search(first.moves[0] ?? 0));
  const next = await lastLine(search(second.moves[0] ?? 0));
  const liked = best === null ? null : await likedLine(task, options, { search, best });
  if (best === null || next === null || isAborted(control)) return null;
  const label = liked === null ? 'mistake' : labelOf(best, liked, seat, thresholdsOf(task.game.advice.analysis, unit));
  return liked !== null && ACCEPTED.has(label)
    ? { unit, seat, best: liked, next: best, gap: 0 }
    : { unit, seat, best, next, gap: costOf(best, next) };
}

/** What a preferred move may be called. */
const ACCEPTED: ReadonlySet<string> = new Set(['good', 'inaccuracy']);

/** So many preferred moves are searched. */
const MAX_LIKED = 12;

/** The best of the preferred moves, if there is one and it is not the best of all. */
async function likedLine(
  { game, knowledge }: Task,
  { preferred = [], seed }: HintOptions,
  { search, best }: Pick<Searches, 'search'> & { readonly best: AnalysisLine },
): Promise<AnalysisLine | null> {
  if (preferred.some((move) => move === best.moves[0])) return null;
  const world = game.secrets.sample(knowledge, new SeededRng(seed));
  let liked: AnalysisLine | null = null;
  for (const move of preferred.filter((each) => isLegal(game, world, each)).slice(0, MAX_LIKED)) {
    const line = await lastLine(search(move));
    if (line !== null && (liked === null || line.score > liked.score)) liked = line;
  }
  return liked;
}

export interface PlayedGame {
  readonly game: BotGame;
  readonly setup: Setup;
  readonly moves: readonly Move[];
}

export interface GameAnalysisOptions {
  /** The budget of a position, times the pace of the game. If the move played is not the best, both get the same again; if it is a mistake, all is done with four times as much. */
  readonly nodes: number;
  readonly lines: number;
  readonly seed: string;
  /** `seat`: with the knowledge of the seat to move. `open`: with all hidden information. */
  readonly by: 'seat' | 'open';
}

export interface PlyAnalysis {
  /** How many moves were made before. */
  readonly ply: number;
  readonly seat: Seat;
  readonly analysis: Analysis;
  readonly judgement: Judgement | null;
}

/** Analyses the position before a ply, then the move played there. Yields improving results, none if the game is over. Deterministic. */
export async function* analysePly(
  played: PlayedGame,
  ply: number,
  options: GameAnalysisOptions,
  control: AnalysisControl = {},
): AsyncGenerator<PlyAnalysis, void, void> {
  const position = positionAt(played, ply);
  if (position.turn === NOBODY) return;
  const seat = position.turn;
  const { game, setup } = played;
  const { lines, by } = options;
  const nodes = options.nodes * (game.advice.pace ?? 1);
  const task = by === 'open' ? openTask(game, setup.options, position) : seatTask(game, setup.options, position);
  const searches = searchesOf(task, { nodes, lines, seed: `${options.seed}/${ply}` }, control);
  const move = played.moves[ply];
  for (const times of [1, SURE]) {
    let last: Analysis | null = null;
    for await (const analysis of searches.search(null, times)) {
      last = analysis;
      yield { ply, seat, analysis, judgement: null };
    }
    const judgement = last === null || move === undefined ? null : await judgeBy(searches, last, move, times);
    if (last === null || judgement === null) return;
    const isSure = times === SURE || judgement.label === 'best' || judgement.label === 'good';
    if (isSure) return yield { ply, seat, analysis: last, judgement };
  }
}

export function positionAt({ game, setup, moves }: PlayedGame, ply: number): Position {
  const position = game.start(setup);
  for (const move of moves.slice(0, ply)) position.play(move);
  return position;
}

/** What a seat could know at a ply of a finished game. Plain data. */
export interface Insight {
  readonly ply: number;
  readonly seat: Seat;
  readonly secrets: readonly (Secret & { readonly truth: string })[];
}

/** What a seat with a perfect memory could know after `ply` moves. `null` for a game that hides nothing. */
export function insightAt(
  played: PlayedGame,
  ply: number,
  seat: Seat,
  peeks: readonly MadePeek[] = [],
): Insight | null {
  const { game, setup, moves } = played;
  const { insight } = game.advice;
  if (insight === undefined) return null;
  const position = positionAt(played, ply);
  const knowledge = game.secrets.knowledge(position, seat);
  const course = {
    setup,
    seat,
    knowledge,
    moves: moves.slice(0, ply),
    peeks: peeks.filter(({ after }) => after <= ply),
  };
  const secrets = insight.secrets(course).map((secret) => ({ ...secret, truth: insight.truth(position, secret.of) }));
  return { ply, seat, secrets };
}

export const VERDICTS = ['sound', 'mistake', 'bad-luck', 'good-luck'] as const;
/** By what the player knew and by everything: `mistake` is bad by both, `bad-luck` only by everything, `good-luck` only by what they knew. */
export type Verdict = (typeof VERDICTS)[number];

const isFine = ({ label }: Judgement): boolean => label === 'best' || label === 'good';

export function verdictOf(bySeat: Judgement, byAll: Judgement): Verdict {
  if (isFine(bySeat)) return isFine(byAll) ? 'sound' : 'bad-luck';
  return isFine(byAll) ? 'good-luck' : 'mistake';
}
