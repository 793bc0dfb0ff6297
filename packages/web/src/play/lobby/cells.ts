import type { Pace, TableSummary } from '@tablier/protocol';

/** A cell of the table of games by time control. */
export const cellOf = (game: string, pace: Pace): string => `${game} ${pace}`;

/** The people who wait in each cell, the longest first. The table `except`, where the user waits, does not count. */
export function waitingByCell(
  tables: readonly TableSummary[],
  except: string | null,
): ReadonlyMap<string, readonly TableSummary[]> {
  const cells = new Map<string, TableSummary[]>();
  for (const table of tables.toSorted((left, right) => left.at - right.at)) {
    const { id, game, pace, phase } = table;
    if (pace === null || phase !== 'waiting' || id === except) continue;
    const cell = cellOf(game, pace);
    cells.set(cell, [...(cells.get(cell) ?? []), table]);
  }
  return cells;
}
