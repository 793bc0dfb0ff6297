import { readFileSync } from 'node:fs';
import { parseOptions, perft } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { ISAAC_OPTIONS, isaac } from '../../src/isaac/index.ts';
import { opening, setupOf } from './scene.ts';

const lines = readFileSync(new URL('./perft.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

describe('perft', () => {
  test.each(lines)('%s %s %s %s after %s, depth %s: %s', (_game, _players, text, _deal, moves = '-', depth, count) => {
    const options = parseOptions(ISAAC_OPTIONS, text ?? '');
    if (!options.ok) throw new Error(options.error.detail);
    const position = opening(options.value, moves === '-' ? '' : moves);
    expect(perft(isaac, setupOf(options.value), position, Number(depth))).toBe(Number(count));
  });
});
