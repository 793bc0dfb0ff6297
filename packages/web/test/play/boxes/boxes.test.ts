import '../../english.ts';
import { type GameRecord, makeSetup } from '@tablier/core';
import { games } from '@tablier/games';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { retrace } from '../../../src/review/past/retrace.ts';
import { firstGame, inBoxOrder, sampleGames } from '../../../src/games/catalogue.ts';

describe('the home page', () => {
  it.each(games)('$name: the game that its board replays follows the rules', (game) => {
    const record = JSON.parse(
      readFileSync(new URL(`../../../src/play/boxes/${game.id}.json`, import.meta.url), 'utf8'),
    ) as GameRecord;
    const setup = makeSetup(game, record);
    if (!setup.ok) throw new Error(setup.error.name);
    expect(record.rules).toBe(game.rulesVersion);
    expect(retrace(game, setup.value, record).moments).toHaveLength(record.moves.length + 1);
  });

  it('shows a game without a box of its own last', () => {
    const [first, ...rest] = games;
    if (first === undefined) throw new Error('no games');
    const unknown = { ...first, id: 'other' };
    expect(inBoxOrder([unknown, ...rest]).at(-1)).toBe(unknown);
    expect(inBoxOrder(games).map(({ id }) => id)).toEqual(['isaac', 'nasca', 'masker', 'arcanor']);
  });

  it('greets new visitors with the game that declares it, and shows the boards that do so in the settings', () => {
    expect(firstGame(games)?.id).toBe('masker');
    expect(sampleGames(games).map(({ id }) => id)).toEqual(['isaac', 'masker']);
    expect(firstGame(games.filter(({ id }) => id !== 'masker'))).toBeUndefined();
  });
});
