import type { StoredRecord } from '@tablier/core';
import type { ArchivedSummary } from './store.ts';

/** The longest summary that is listed, in characters, so that lists stay small. */
const LONGEST = 2000;

type Summary = Pick<ArchivedSummary, 'players' | 'options' | 'plies' | 'end'>;

/** The list entry of a game, as JSON. `null` for an unfinished game, and if the entry would be too long. */
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

/** Rows of the list, whose summaries `summaryText` wrote. */
export const readSummaries = (rows: readonly SummaryRow[]): ArchivedSummary[] =>
  rows.flatMap(({ id, kept_at, game, summary }) => {
    const parsed = parsedOrNull(summary ?? '') as Summary | null;
    return parsed === null ? [] : [{ id, keptAt: kept_at, game, ...parsed }];
  });

/** Stored JSON; `null` if it cannot be parsed: such a row must not hide the others. */
export function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
