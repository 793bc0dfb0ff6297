import type { StoredRecord } from '@tablier/core';
import type { KeptSummary } from './store.ts';

/** The longest summary that is listed, in characters: a list of many games stays small whatever they hold. */
const LONGEST = 2000;

type Summary = Pick<KeptSummary, 'players' | 'options' | 'plies' | 'end'>;

/** What lists show of a game, as JSON; `null` for one that is still on, and for one that would make a list long. */
export function summaryText({ players, options, moves, end }: StoredRecord): string | null {
  if (end === undefined) return null;
  const text = JSON.stringify({ players, options, plies: moves.length, end } satisfies Summary);
  return text.length > LONGEST ? null : text;
}

interface SummaryRow {
  readonly id: string;
  readonly kept_at: number;
  readonly game: string;
  readonly summary: string | null;
}

/** A row of the list; its summary was written by `summaryText`. */
export function readSummary({ id, kept_at, game, summary }: SummaryRow): KeptSummary {
  return { id, keptAt: kept_at, game, ...(JSON.parse(summary ?? '') as Summary) };
}
