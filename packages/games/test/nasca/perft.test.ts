import { makeSetup, perft } from '@tablier/core';
import { expect, test } from 'vitest';
import { nasca } from '../../src/nasca/index.ts';
import { fixture, playTexts } from './helpers.ts';

const rows = fixture('perft.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

const optionsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text === '-' ? [] : text.split(',').map((pair) => pair.split('=')));

for (const [game, , options = '-', deal = '-', moves = '-', depth, count] of rows) {
  const before = moves === '-' ? '' : moves;
  test(`${game} ${options} ${deal === '-' ? '' : deal} after ${before.split(' ').filter(Boolean).length}: perft(${depth}) = ${count}`, () => {
    const setup = makeSetup(nasca, { options: optionsOf(options), deal: deal === '-' ? null : JSON.parse(deal) });
    if (!setup.ok) throw new Error(setup.error.detail);
    expect(perft(nasca, setup.value, playTexts(setup.value, before), Number(depth))).toBe(Number(count));
  });
}
