import { describe, expect, test } from 'vitest';
import { parseOptions } from '../../../prove/lib/proof.ts';

const PROOF = { defaults: { games: 100, seed: '', mutations: 0 } } as const;
const parse = (...args: readonly string[]) => parseOptions<Record<string, number | string>>(PROOF, args);

describe('the options of a proof', () => {
  test('have defaults, and values of the same type', () => {
    expect(parse()).toEqual(PROOF.defaults);
    expect(parse('--games', '5', '--seed', '7')).toEqual({ games: 5, seed: '7', mutations: 0 });
  });

  test.each([
    [['--nothing', '1'], 'unknown option --nothing'],
    [['games', '1'], 'unknown option games'],
    [['--constructor', '1'], 'unknown option --constructor'],
    [['--games'], '--games needs a value'],
    [['--games', 'many'], '--games needs a number, not many'],
    [['--games', '-1'], '--games needs a number, not -1'],
  ])('%j is refused', (args, error) => {
    expect(parse(...args)).toContain(error);
  });
});
