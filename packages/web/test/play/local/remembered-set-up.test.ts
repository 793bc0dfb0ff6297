import { findGame } from '@tablier/games';
import { afterEach, describe, expect, it } from 'vitest';
import { closeBrowser, openBrowser } from '../../browser.ts';

const KEY = 'tablier.set-up.nasca';
const USUAL = { landscape: 'none', rounds: 2, corners: 'closed', neutralWalls: 'no' };
const nasca = findGame('nasca');

async function remembered(stored?: unknown) {
  openBrowser(stored === undefined ? {} : { stored: { [KEY]: stored } });
  const { rememberedSetUp } = await import('../../../src/play/local/remembered-set-up.ts');
  if (nasca === undefined) throw new Error('there is no Nasca');
  return rememberedSetUp(nasca);
}

afterEach(closeBrowser);

describe('the remembered set-up', () => {
  it('is the usual one at first', async () => {
    expect(await remembered()).toEqual({ players: 2, others: ['1', '1', '1'], begins: 'drawn', options: USUAL });
  });

  it('is what was chosen last', async () => {
    const options = { ...USUAL, landscape: 'asia', corners: 'open' };
    const choices = { players: 2, others: ['5', 'person', 'anyone'], begins: '1', options };
    expect(await remembered(choices)).toEqual(choices);
  });

  it('leaves out what is not valid or not kept', async () => {
    const odd = { players: 7, others: ['9', 'invite0', 3], begins: '2', options: { landscape: 'atlantis' } };
    expect(await remembered(odd)).toEqual({ players: 2, others: ['1', '1', '3'], begins: 'drawn', options: USUAL });
    expect((await remembered({ options: { ...USUAL, landscape: 'custom' } })).options).toEqual(USUAL);
    expect((await remembered('text')).players).toBe(2);
  });
});

async function namesIn(stored: unknown) {
  const browser = openBrowser({ stored: { 'tablier.players': stored } });
  return { ...browser, ...(await import('../../../src/play/local/remembered-set-up.ts')) };
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
