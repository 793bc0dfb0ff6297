import { readFileSync } from 'node:fs';
import { isaac } from '@tablier/games/isaac';
import { nasca } from '@tablier/games/nasca';
import { afterEach, describe, expect, it } from 'vitest';
import { type BrowserParts, closeBrowser, openBrowser } from '../../browser.ts';

const OLD = JSON.parse(readFileSync(new URL('format-1.json', import.meta.url), 'utf8')) as Record<
  'running' | 'finished',
  object
>;

const TWO = [
  { kind: 'person', number: 1, name: 'Ada' },
  { kind: 'person', number: 2 },
] as const;

async function localIn(parts: BrowserParts = {}) {
  const { storage, window } = openBrowser(parts);
  const { loadLocal } = await import('../../../src/play/local/load-local.ts');
  const local = await loadLocal();
  const { loadRules } = await import('../../../src/games/rules.svelte.ts');
  await Promise.all([loadRules('isaac'), loadRules('nasca')]);
  const { gameList, ...limits } = await import('../../../src/play/local/game-list.svelte.ts');
  const { usualOptions } = await import('../../../src/play/local/seats.ts');
  /** Starts a game of two people; its id. */
  const start = (game: typeof isaac | typeof nasca = isaac): string => {
    const begun = local.start({ game, options: usualOptions(game), seats: TWO });
    if (!begun.ok) throw new Error(begun.error.name);
    return begun.value;
  };
  const play = (plies: number): void => {
    for (let ply = 0; ply < plies; ply++) local.session?.play(local.session.choices[0] ?? -1);
  };
  return { local, gameList, limits, storage, window, start, play };
}

/** The storage after a game with some moves, and the id of that game. */
async function storedAfter(plies: number) {
  const { storage, start, play } = await localIn();
  const id = start();
  play(plies);
  return { id, stored: Object.fromEntries(storage) };
}

const BROKEN = '{"format":1}';
const ERROR = { name: 'unknown-game', detail: 'undefined' };

afterEach(closeBrowser);

describe('local games', () => {
  it('are none at first', async () => {
    const { local, gameList } = await localIn();
    expect([local.session, gameList.entries, gameList.unreadable, gameList.needsReading]).toEqual([
      null,
      [],
      null,
      false,
    ]);
  });

  it('are saved from their start on, and continue after a reload, with the names', async () => {
    const { id, stored } = await storedAfter(3);
    const { local, gameList } = await localIn({ stored });
    expect(gameList.entries).toMatchObject([{ id, game: 'isaac', plies: 3, end: null, seats: TWO }]);
    local.show(id);
    expect([local.running?.game.id, local.running?.match.plies, local.session?.names[0]]).toEqual(['isaac', 3, 'Ada']);
  });

  it('are several: starting one keeps the others, and each continues where it was', async () => {
    const { local, gameList, start, play } = await localIn();
    const first = start(isaac);
    play(2);
    const second = start(nasca);
    play(1);
    expect(gameList.running.map(({ id, game, plies }) => [id, game, plies])).toEqual(
      expect.arrayContaining([
        [first, 'isaac', 2],
        [second, 'nasca', 1],
      ]),
    );
    local.show(first);
    expect([local.session?.game.id, local.session?.match.plies]).toEqual(['isaac', 2]);
    local.session?.resign();
    local.show(second);
    expect([local.session?.game.id, local.session?.match.plies]).toEqual(['nasca', 1]);
    expect(gameList.finished).toMatchObject([{ id: first, end: { by: 'resign', places: [2, 1] } }]);
  });

  it('that do not exist are not opened, and the one before is closed', async () => {
    const { local, start } = await localIn();
    start();
    local.show('nowhere00000');
    expect([local.session, local.id]).toEqual([null, null]);
  });

  it('refuse a setup that the rules do not allow', async () => {
    const { local, gameList, start } = await localIn();
    start();
    expect(local.start({ game: isaac, options: {}, seats: TWO.slice(1) }).ok).toBe(false);
    expect(gameList.entries).toHaveLength(1);
  });

  it('without a move are continued instead of started again', async () => {
    const { local, play } = await localIn();
    const { usualOptions } = await import('../../../src/play/local/seats.ts');
    const plan = { game: isaac, options: usualOptions(isaac), seats: TWO };
    const started = [plan, plan, { ...plan, game: nasca, options: usualOptions(nasca) }].map((each) =>
      local.startOrResume(each),
    );
    local.show(started[0]?.ok === true ? started[0].value : '');
    play(1);
    const [first, again, other, later] = [...started, local.startOrResume(plan)].map((each) => each.ok && each.value);
    expect(again).toBe(first);
    expect(new Set([first, other, later]).size).toBe(3);
  });

  it('under way are never dropped: another one too many is refused', async () => {
    const { local, gameList, limits, start } = await localIn();
    const first = start();
    for (let count = 1; count < limits.MAX_RUNNING; count++) start();
    expect(() => start()).toThrow('too-many-games');
    expect([gameList.running.length, gameList.find(first)?.id]).toEqual([limits.MAX_RUNNING, first]);
    local.show(first);
    local.session?.resign();
    start();
    expect(gameList.running).toHaveLength(limits.MAX_RUNNING);
  });

  it('of another tab are followed: its moves are not overwritten', async () => {
    const { id, stored } = await storedAfter(1);
    const key = `tablier.games.${id}`;
    const other = await localIn({ stored });
    other.local.show(id);
    other.play(1);
    const moved = other.storage.get(key) ?? '';
    const { local, gameList, storage, window } = await localIn({ stored });
    local.show(id);
    storage.set(key, moved);
    window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    expect([local.session?.match.plies, gameList.find(id)?.plies]).toEqual([2, 2]);
    storage.delete(key);
    window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    local.session?.resign();
    expect([local.session?.isOver, storage.has(key)]).toEqual([true, true]);
  });
});

describe('the game that earlier versions stored', () => {
  it.each([
    ['running', 'isaac', 3, false],
    ['finished', 'masker', 3, true],
  ] as const)('is taken over: %s', async (kind, game, plies, isOver) => {
    const { local, gameList, storage } = await localIn({ stored: { 'tablier.game': OLD[kind] } });
    const [entry] = gameList.entries;
    expect(entry).toMatchObject({ game, plies });
    expect([...storage.keys()]).toEqual([`tablier.games.${entry?.id ?? ''}`]);
    local.show(entry?.id ?? '');
    expect([local.session?.isOver, local.session?.state.moves.length]).toEqual([isOver, plies]);
    const again = await localIn({ stored: Object.fromEntries(storage) });
    expect(again.gameList.entries).toEqual(gameList.entries);
  });

  it('stays where it is while there is no room for its new form', async () => {
    const size = JSON.stringify(OLD.running).length + 'tablier.game'.length;
    const { gameList, storage } = await localIn({ stored: { 'tablier.game': OLD.running }, storageSize: size });
    expect([...storage]).toEqual([['tablier.game', JSON.stringify(OLD.running)]]);
    expect(gameList.entries.map(({ id }) => gameList.isStored(id))).toEqual([false]);
  });
});

describe('an unreadable game', () => {
  it('of an earlier version is kept under a key of its own, and reported until it is deleted', async () => {
    const first = await localIn({ stored: { 'tablier.game': BROKEN } });
    expect(first.gameList).toMatchObject({ entries: [], unreadable: { error: ERROR, text: BROKEN } });
    expect(Object.fromEntries(first.storage)).toEqual({ 'tablier.game.aside': BROKEN });
    const later = await localIn({ stored: Object.fromEntries(first.storage) });
    expect(later.gameList).toMatchObject({ unreadable: { error: ERROR, text: BROKEN }, needsReading: true });
  });

  it('does not replace an earlier one', async () => {
    const { gameList, storage } = await localIn({
      stored: { 'tablier.game': BROKEN, 'tablier.game.aside': 'earlier' },
    });
    expect(Object.fromEntries(storage)).toEqual({ 'tablier.game.aside': 'earlier', 'tablier.game.aside.2': BROKEN });
    expect(gameList.unreadable?.text).toBe(BROKEN);
  });

  it('among the others is put aside when it is opened, with its reason', async () => {
    const { id, stored } = await storedAfter(2);
    const key = `tablier.games.${id}`;
    const text = (stored[key] ?? '').replace(/"move":"[^"]*"/, '"move":"00-01"');
    const { local, gameList, storage } = await localIn({ stored: { [key]: text } });
    local.show(id);
    expect(local.session).toBeNull();
    expect(gameList.unreadable).toEqual({
      error: { name: 'bad-event', detail: '1: unreadable-move (00-01)' },
      text,
    });
    expect([Object.fromEntries(storage), gameList.entries]).toEqual([{ 'tablier.game.aside': text }, []]);
  });

  it('is restored once this version can read it', async () => {
    const { id, stored } = await storedAfter(2);
    const text = stored[`tablier.games.${id}`] ?? '';
    const { gameList, storage } = await localIn({ stored: { 'tablier.game.aside': text } });
    expect([gameList.entries.map(({ plies }) => plies), gameList.unreadable]).toEqual([[2], null]);
    expect([...storage.keys()]).toEqual([`tablier.games.${gameList.latest?.id ?? ''}`]);
  });
});
