import type { Level, Options } from '@tablier/core';

/** A search request as plain data: what the seat knows, never the position. */
export interface BotRequest {
  readonly game: string;
  /** The version of the game's rules. */
  readonly rules: number;
  readonly options: Options;
  readonly knowledge: unknown;
  readonly level: Level;
  /** Equal questions with equal seeds get equal answers. */
  readonly seed: string;
}

/** The answer of the thread: a move in notation, or the error. */
export type BotAnswer = { readonly move: string } | { readonly error: string };
