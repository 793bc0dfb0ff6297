import { games } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { drawPair, GAME_MUTATIONS, secretsOf } from '../../../prove/worlds/secret-games.ts';

const SECRET_GAMES = games.filter(({ isOpen }) => !isOpen).map(({ id }) => id);

describe('a game that hides information', () => {
  test.each(SECRET_GAMES)('is covered by the secrecy proof: %s', (id) => {
    const drawn = Array.from({ length: 20 }, (_, index) => drawPair('covered', index).pair.game);
    expect(drawn).toContain(id);
    expect(GAME_MUTATIONS.map(({ module }) => module.split('/')[3])).toContain(id);
  });

  test('fails by name if it provides nothing for the proof', async () => {
    await expect(secretsOf('isaac')).rejects.toThrow(/^isaac hides information, but .*\/isaac cannot be imported$/);
  });
});
