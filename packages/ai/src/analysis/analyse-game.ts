import { type Move, NOBODY, type Position, type Seat, type Setup } from '@tablier/core';
import type { BotGame, MadePeek, Secret } from '../contract/advice.ts';
import { type Analysis, type AnalysisControl, openTask, seatTask } from './analyse.ts';
import { judgeBy, type Judgement, searchesOf } from './judge.ts';

export interface PlayedGame {
  readonly game: BotGame;
  readonly setup: Setup;
  readonly moves: readonly Move[];
}

export interface GameAnalysisOptions {
  /** The budget of a position. If the move played is not the best, both get the same again. */
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
  const { nodes, lines, by } = options;
  const task = by === 'open' ? openTask(game, setup.options, position) : seatTask(game, setup.options, position);
  const searches = searchesOf(task, { nodes, lines, seed: `${options.seed}/${ply}` }, control);
  let last: Analysis | null = null;
  for await (const analysis of searches.search(null)) {
    last = analysis;
    yield { ply, seat, analysis, judgement: null };
  }
  const move = played.moves[ply];
  if (last === null || move === undefined) return;
  const judgement = await judgeBy(searches, last, move);
  if (judgement !== null) yield { ply, seat, analysis: last, judgement };
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
