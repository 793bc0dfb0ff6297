import { readFileSync } from 'node:fs';
import { divide, makeSetup, parseOptions, perft } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { arcanor } from '../../src/arcanor/index.ts';
import { type OracleState, oracleMoves, oraclePlay, oracleStart } from './oracle.ts';
import { play } from './scene.ts';

/** Of the counts in the file those up to this one are also counted by the oracle. */
const ORACLE_LIMIT = 150_000;

const LINES = readFileSync(new URL('perft.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

function oraclePerft(state: OracleState, depth: number): number {
  const moves = oracleMoves(state);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + oraclePerft(oraclePlay(state, move), depth - 1), 0);
}

describe('perft', () => {
  test.each(LINES)(
    '%s %s %s %s after %s: depth %s counts %s',
    (_game, players, options, deal, moves = '-', depth, count) => {
      const parsed = parseOptions(arcanor.options, options ?? '-');
      if (!parsed.ok) throw new Error(parsed.error.detail);
      const setup = makeSetup(arcanor, {
        options: parsed.value,
        players: Number(players),
        deal: deal === '-' ? null : deal,
      });
      if (!setup.ok) throw new Error(setup.error.detail);
      const position = arcanor.start(setup.value);
      if (moves !== '-') play(position, moves);
      expect(perft(arcanor, setup.value, position, Number(depth))).toBe(Number(count));
      expect(divide(arcanor, setup.value, position, Number(depth)).reduce((sum, part) => sum + part.count, 0)).toBe(
        Number(count),
      );
      if (Number(count) > ORACLE_LIMIT) return;
      const state = moves === '-' ? oracleStart() : moves.split(' ').reduce(oraclePlay, oracleStart());
      expect(oraclePerft(state, Number(depth))).toBe(Number(count));
    },
  );
});
