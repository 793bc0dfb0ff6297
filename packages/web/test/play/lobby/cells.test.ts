import type { TableSummary } from '@tablier/protocol';
import { expect, it } from 'vitest';
import { cellOf, waitingByCell } from '../../../src/play/lobby/cells.ts';

const seek = (id: string, game: string, at: number, changes: Partial<TableSummary> = {}): TableSummary =>
  ({ id, game, at, pace: 'quick', phase: 'waiting', ...changes }) as TableSummary;

it('counts the people who wait for a game at a pace, the longest wait first', () => {
  const cells = waitingByCell(
    [
      seek('late', 'isaac', 20),
      seek('early', 'isaac', 10),
      seek('own', 'isaac', 5),
      seek('calm', 'isaac', 1, { pace: 'calm' }),
      seek('open', 'isaac', 2, { pace: null }),
      seek('begun', 'nasca', 3, { phase: 'playing' }),
    ],
    'own',
  );
  expect([...cells].map(([cell, tables]) => [cell, tables.map(({ id }) => id)])).toEqual([
    [cellOf('isaac', 'calm'), ['calm']],
    [cellOf('isaac', 'quick'), ['early', 'late']],
  ]);
});
