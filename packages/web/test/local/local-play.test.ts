import { isaac } from '@tablier/games/isaac';
import { nasca } from '@tablier/games/nasca';
import { afterEach, describe, expect, it } from 'vitest';
import { type BrowserParts, closeBrowser, openBrowser } from '../browser.ts';

async function localIn(parts: BrowserParts = {}) {
  const { storage } = openBrowser(parts);
  const { local } = await import('../../src/local/local-play.svelte.ts');
  const { usualOptions } = await import('../../src/local/plans.ts');
  const seats = [
    { kind: 'person', number: 1 },
    { kind: 'person', number: 2 },
  ] as const;
  const start = (game: typeof isaac | typeof nasca) => local.start({ game, options: usualOptions(game), seats });
  return { local, storage, start };
}

/** The storage after a game with some moves. */
async function storedAfter(plies: number): Promise<Record<string, string>> {
  const { local, storage, start } = await localIn();
  start(isaac);
  for (let ply = 0; ply < plies; ply++) local.session?.play(local.session.choices[0] ?? -1);
  return Object.fromEntries(storage);
}

const BROKEN = '{"format":1}';
const ERROR = { name: 'unknown-game', detail: 'undefined' };

afterEach(closeBrowser);

describe('the local game', () => {
  it('is none at first', async () => {
    const { local } = await localIn();
    expect([local.session, local.running, local.hasMoves, local.unreadable]).toEqual([null, null, false, null]);
  });

  it('is saved from its start on, and continues after a reload', async () => {
    const { local } = await localIn({ stored: await storedAfter(3) });
    expect([local.running?.game.id, local.running?.match.plies, local.hasMoves]).toEqual(['isaac', 3, true]);
    expect((await localIn({ stored: await storedAfter(0) })).local.hasMoves).toBe(false);
  });

  it('is replaced by a new one, and not running after its end', async () => {
    const { local, start } = await localIn();
    start(isaac);
    const first = local.session;
    start(nasca);
    expect([local.session === first, local.running?.game.id]).toEqual([false, 'nasca']);
    local.session?.resign();
    expect([local.session?.isOver, local.running]).toEqual([true, null]);
  });

  it('refuses a setup that the rules do not allow, and keeps the game', async () => {
    const { local, start } = await localIn();
    start(isaac);
    const seats = [{ kind: 'person', number: 1 }] as const;
    expect(local.start({ game: isaac, options: {}, seats }).ok).toBe(false);
    expect(local.running?.seats).toHaveLength(2);
  });

  it('says so if the browser does not store it', async () => {
    const { local, start } = await localIn({ forbidsStorage: true });
    start(isaac);
    expect([local.unsaved, local.running?.game.id]).toEqual([true, 'isaac']);
  });
});

describe('an unreadable game', () => {
  it('is kept under a key of its own, and reported until it is deleted', async () => {
    const first = await localIn({ stored: { 'tablier.game': BROKEN } });
    expect(first.local).toMatchObject({ session: null, unreadable: { error: ERROR, text: BROKEN } });
    expect(Object.fromEntries(first.storage)).toEqual({ 'tablier.game.aside': BROKEN });
    const later = await localIn({ stored: Object.fromEntries(first.storage) });
    expect(later.local.unreadable).toEqual({ error: ERROR, text: BROKEN });
    later.local.deleteUnreadable();
    expect([later.local.unreadable, later.storage.size]).toEqual([null, 0]);
  });

  it('does not replace an earlier one', async () => {
    const { local, storage } = await localIn({ stored: { 'tablier.game': BROKEN, 'tablier.game.aside': 'earlier' } });
    expect(Object.fromEntries(storage)).toEqual({ 'tablier.game.aside': 'earlier', 'tablier.game.aside.2': BROKEN });
    expect(local.unreadable?.text).toBe(BROKEN);
    local.deleteUnreadable();
    expect(Object.fromEntries(storage)).toEqual({ 'tablier.game.aside': 'earlier' });
  });

  it('is restored once this version can read it', async () => {
    const text = (await storedAfter(2))['tablier.game'] ?? '';
    const { local, storage } = await localIn({ stored: { 'tablier.game.aside': text } });
    expect([local.running?.match.plies, local.unreadable]).toEqual([2, null]);
    expect([...storage.keys()]).toEqual(['tablier.game']);
  });

  it('waits for the user if another game is being played', async () => {
    const stored = await storedAfter(1);
    const text = stored['tablier.game'] ?? '';
    const { local } = await localIn({ stored: { ...stored, 'tablier.game.aside': text } });
    expect([local.running?.match.plies, local.unreadable]).toEqual([1, { error: null, text }]);
  });
});
