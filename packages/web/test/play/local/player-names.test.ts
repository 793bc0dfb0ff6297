import { afterEach, describe, expect, it } from 'vitest';
import { closeBrowser, openBrowser } from '../../browser.ts';

async function namesIn(stored: unknown) {
  const browser = openBrowser({ stored: { 'tablier.players': stored } });
  return { ...browser, ...(await import('../../../src/play/local/player-names.ts')) };
}

afterEach(closeBrowser);

describe('the names of the players on this device', () => {
  it.each([[null], [{}], ['{"'], ['Ada']])('are none where %j is stored', async (stored) => {
    const { rememberedPlayers } = await namesIn(stored);
    expect(rememberedPlayers()).toEqual(['', '', '', '']);
  });

  it('leave out what is not a name', async () => {
    const { rememberedPlayers } = await namesIn(['Ada', 7, 'x'.repeat(25), ' Grace ', 'Emmy']);
    expect(rememberedPlayers()).toEqual(['Ada', '', '', 'Grace']);
  });

  it('are remembered; those of persons who do not play now stay', async () => {
    const { rememberPlayers, rememberedPlayers } = await namesIn(['Ada', 'Grace', 'Emmy']);
    rememberPlayers(['Hedy', '']);
    expect(rememberedPlayers()).toEqual(['Hedy', '', 'Emmy', '']);
  });
});
