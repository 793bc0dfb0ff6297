import { defaultOptions, type Game } from '@tablier/core';
import { arcanor, games, isaac, masker } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { canPrepare } from '../src/index.ts';

describe('moves can be prepared', () => {
  test('where every viewer sees everything, by the options alone', () => {
    const can = games.filter((game: Game) => canPrepare(game, defaultOptions(game.options)));
    expect(can).toContain(isaac);
    expect(can).not.toContain(masker);
    expect(canPrepare(arcanor, { ...defaultOptions(arcanor.options), table: 'open' })).toBe(true);
  });

  test('not where only the last move is shown, and not where something is hidden', () => {
    expect(canPrepare(arcanor, { ...defaultOptions(arcanor.options), table: 'memory' })).toBe(false);
    const given = (hides: boolean, shown: 'all' | 'last') =>
      canPrepare({ secrets: { ...isaac.secrets, hides: () => hides, movesShown: () => shown } }, {});
    expect([given(false, 'all'), given(true, 'all'), given(false, 'last')]).toEqual([true, false, false]);
  });
});
