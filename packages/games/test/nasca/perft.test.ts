import { makeSetup, parseOptions, perft } from '@tablier/core';
import { expect, test } from 'vitest';
import { nasca } from '../../src/nasca/index.ts';
import { fixture, playTexts } from './helpers.ts';

const rows = fixture('perft.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

for (const [game, , options = '-', deal = '-', moves = '-', depth, count] of rows) {
  const before = moves === '-' ? '' : moves;
  test(`${game} ${options} ${deal === '-' ? '' : deal} after ${before.split(' ').filter(Boolean).length}: perft(${depth}) = ${count}`, () => {
    const given = parseOptions(nasca.options, options);
    if (!given.ok) throw new Error(given.error.detail);
    const setup = makeSetup(nasca, { options: given.value, deal: deal === '-' ? null : JSON.parse(deal) });
    if (!setup.ok) throw new Error(setup.error.detail);
    expect(perft(nasca, setup.value, playTexts(setup.value, before), Number(depth))).toBe(Number(count));
  });
}
