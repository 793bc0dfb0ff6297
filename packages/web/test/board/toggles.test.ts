import { afterEach, describe, expect, it } from 'vitest';
import { closeBrowser, openBrowser } from '../browser.ts';

const TOGGLES = [
  { id: 'ground', name: 'Ground', initially: true },
  { id: 'heights', name: 'Heights', initially: false },
];

async function togglesIn(parts: Parameters<typeof openBrowser>[0]) {
  const { storage } = openBrowser(parts);
  const { Toggles } = await import('../../src/board/board-input.svelte.ts');
  return { toggles: new Toggles('nasca', TOGGLES), storage };
}

afterEach(closeBrowser);

describe('the display settings of a board', () => {
  it('begin as the board says, and are stored for its game', async () => {
    const { toggles, storage } = await togglesIn({});
    expect([...toggles.on]).toEqual(['ground']);
    toggles.flip('ground');
    toggles.flip('heights');
    expect([...toggles.on]).toEqual(['heights']);
    expect(Object.fromEntries(storage)).toEqual({ 'tablier.board.nasca': '["heights"]' });
  });

  it('are those that were stored, even if none is on', async () => {
    expect([...(await togglesIn({ stored: { 'tablier.board.nasca': [] } })).toggles.on]).toEqual([]);
    expect([...(await togglesIn({ stored: { 'tablier.board.isaac': ['heights'] } })).toggles.on]).toEqual(['ground']);
  });

  it('ignore what is not a list, and work without storage', async () => {
    expect([...(await togglesIn({ stored: { 'tablier.board.nasca': { on: 1 } } })).toggles.on]).toEqual(['ground']);
    const { toggles } = await togglesIn({ forbidsStorage: true });
    toggles.flip('heights');
    expect([...toggles.on]).toEqual(['ground', 'heights']);
  });
});
