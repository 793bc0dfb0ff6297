import type { Move, Position, Seat, Setup } from '@tablier/core';
import { type PlayedGame, positionAt } from './analyse-game.ts';
import type { Judgement } from './judge.ts';

/** What a secret is about: the token of a seat, or what lies under the top on a cell (`c3`). */
export type SecretOf = { readonly seat: Seat } | { readonly cell: string };

/** A value that a secret may have, in the notation of the game, and how probable it is: above 0, at most 1. */
export interface Possibility {
  readonly value: string;
  readonly probability: number;
}

/** Something hidden, as far as one seat could know it. */
export interface Secret {
  readonly of: SecretOf;
  /** The most probable first; the probabilities add up to 1. */
  readonly possible: readonly Possibility[];
  /** After how many moves everyone had last seen all of it; `null` if they never had. */
  readonly shown: number | null;
}

/** A look at something hidden that was not a move. */
export interface MadePeek {
  /** The number of moves made before. */
  readonly after: number;
  readonly peek: string;
}

/** What a seat has seen of a game up to a ply. */
export interface SeenCourse<K = unknown> {
  readonly setup: Setup;
  readonly seat: Seat;
  readonly knowledge: K;
  /** All moves made so far, and the public peeks. */
  readonly moves: readonly Move[];
  readonly peeks: readonly MadePeek[];
}

/** How a game describes what a seat could know. */
export interface InsightAdvice<P extends Position = Position, K = unknown> {
  /** What is hidden from the seat, derived only from its knowledge: games that differ only in what it cannot know give the same result. */
  secrets(seen: SeenCourse<K>): readonly Secret[];
  /** The true value of a secret. */
  truth(position: P, of: SecretOf): string;
}

/** What a seat could know at a ply of a finished game. Plain data. */
export interface Insight {
  /** The number of moves made. */
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

/** The verdict on a move, by what its player knew and by everything. */
export const VERDICTS = ['sound', 'mistake', 'bad-luck', 'good-luck'] as const;
/**
 * `mistake`: bad by what the player knew, and in fact. `bad-luck`: fine by what the player knew, but what was hidden made it bad.
 * `good-luck`: bad by what the player knew, but what was hidden made it fine. `sound`: fine both ways.
 */
export type Verdict = (typeof VERDICTS)[number];

const isFine = ({ label }: Judgement): boolean => label === 'best' || label === 'good';

/** Whether a mistake was one, or luck. `bySeat` and `byAll` judge the same move. */
export function verdictOf(bySeat: Judgement, byAll: Judgement): Verdict {
  if (isFine(bySeat)) return isFine(byAll) ? 'sound' : 'bad-luck';
  return isFine(byAll) ? 'good-luck' : 'mistake';
}
