import { readLines } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { type OracleState, oracleMoves, oraclePlay, oracleStart } from './oracle.ts';

/** Counts larger than this would take the oracle too long. */
const ORACLE_LIMIT = 150_000;

const LINES = readLines(new URL('perft.tsv', import.meta.url))
  .map((line) => line.split('\t'))
  .map(([, , , , moves = '-', depth, count]) => ({ moves, depth: Number(depth), count: Number(count) }))
  .filter(({ count }) => count <= ORACLE_LIMIT);

function oraclePerft(state: OracleState, depth: number): number {
  const moves = oracleMoves(state);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + oraclePerft(oraclePlay(state, move), depth - 1), 0);
}

describe('the oracle agrees with the file', () => {
  test.each(LINES)('after $moves to depth $depth: $count', ({ moves, depth, count }) => {
    const state = moves === '-' ? oracleStart() : moves.split(' ').reduce(oraclePlay, oracleStart());
    expect(oraclePerft(state, depth)).toBe(count);
  });
});
