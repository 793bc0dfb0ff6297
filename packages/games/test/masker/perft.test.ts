import { readFileSync } from 'node:fs';
import { makeSetup, parseOptions, perft } from '@tablier/core';
import { expect, test } from 'vitest';
import { masker } from '../../src/masker/index.ts';
import { playTexts } from './support.ts';

const LINES = readFileSync(new URL('perft.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('masker\t'));

test('the file has lines for every number of players and combination of options', () => {
  expect(new Set(LINES.map((line) => line.split('\t').slice(1, 3).join(' '))).size).toBe(12);
});

test.each(LINES)('perft: %s', (line) => {
  const [, players, text = '-', deal = 'null', moves = '-', depth, count] = line.split('\t');
  const options = parseOptions(masker.options, text);
  if (!options.ok) throw new Error(options.error.detail);
  const setup = makeSetup(masker, { options: options.value, players: Number(players), deal: JSON.parse(deal) });
  if (!setup.ok) throw new Error(setup.error.detail);
  const position = playTexts(masker.start(setup.value), moves === '-' ? '' : moves);
  expect(perft(masker, setup.value, position, Number(depth))).toBe(Number(count));
});
