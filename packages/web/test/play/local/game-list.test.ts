import { isaac } from '@tablier/games/isaac';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredGame } from '../../../src/play/local/game-list.svelte.ts';
import { type BrowserParts, closeBrowser, openBrowser } from '../../browser.ts';

const END = { by: 'resign', scores: [0, 4], places: [2, 1] } as const;

/** A game that was changed at this time. Nothing here replays it. */
const game = (changed: number, change: Partial<StoredGame> = {}): StoredGame => ({
  format: 2,
  game: 'isaac',
  rules: isaac.rulesVersion,
  options: {},
  players: 2,
  deal: null,
  seats: [
    { kind: 'person', number: 1, name: 'Ada' },
    { kind: 'bot', level: 4 },
  ],
  seed: 's',
  events: [],
  plies: 7,
  end: null,
  changed,
  ...change,
});

/** Ids of 12 signs. */
const idOf = (number: number): string => `game${String(number).padStart(8, '0')}`;
const keyOf = (number: number): string => `tablier.games.${idOf(number)}`;

async function listIn(parts: BrowserParts = {}) {
  const browser = openBrowser(parts);
  const { gameList, MAX_FINISHED } = await import('../../../src/play/local/game-list.svelte.ts');
  const ids = () => gameList.entries.map(({ id }) => id);
  return { ...browser, gameList, MAX_FINISHED, ids };
}

afterEach(closeBrowser);

describe('the list of local games', () => {
  it('has the latest first', async () => {
    const { gameList, ids } = await listIn({ stored: { [keyOf(1)]: game(10), [keyOf(2)]: game(30) } });
    gameList.write(idOf(3), game(20, { end: END }));
    expect(ids()).toEqual([2, 3, 1].map(idOf));
    expect(gameList.latest).toEqual({
      id: idOf(2),
      game: 'isaac',
      seats: game(0).seats,
      plies: 7,
      end: null,
      changed: 30,
    });
    expect([gameList.running.length, gameList.finished.length]).toEqual([2, 1]);
  });

  it('keeps the game that has just ended, even if the clock of the device was ahead before', async () => {
    const { gameList, MAX_FINISHED } = await listIn();
    for (let count = 1; count <= MAX_FINISHED; count++) gameList.write(idOf(count), game(1000 + count, { end: END }));
    gameList.write(idOf(99), game(1, { end: END }));
    expect([99, 1, 2].map((number) => gameList.find(idOf(number)) !== null)).toEqual([true, false, true]);
    expect(gameList.finished).toHaveLength(MAX_FINISHED);
  });

  it('drops the oldest finished games beyond the limit, and none under way', async () => {
    const { gameList, MAX_FINISHED, storage } = await listIn();
    gameList.write(idOf(0), game(0));
    for (let count = 1; count <= MAX_FINISHED + 2; count++) gameList.write(idOf(count), game(count, { end: END }));
    expect(gameList.finished).toHaveLength(MAX_FINISHED);
    expect([0, 1, 2, 3].map((each) => gameList.find(idOf(each)) !== null)).toEqual([true, false, false, true]);
    expect([0, 1, 2, 3].map((each) => storage.has(keyOf(each)))).toEqual([true, false, false, true]);
  });

  it('deletes a game and brings it back', async () => {
    const { gameList, storage, ids } = await listIn({ stored: { [keyOf(1)]: game(10), [keyOf(2)]: game(30) } });
    const text = gameList.delete(idOf(1)) ?? '';
    expect([ids(), [...storage.keys()]]).toEqual([[idOf(2)], [keyOf(2)]]);
    // A bot that was still thinking answers now.
    gameList.write(idOf(1), game(40));
    expect(ids()).toEqual([idOf(2)]);
    gameList.restore(idOf(1), text);
    expect(ids()).toEqual([2, 1].map(idOf));
    gameList.write(idOf(1), game(50));
    expect(ids()).toEqual([1, 2].map(idOf));
  });

  it.each([
    ['no JSON', '{"format":2,'],
    ['no object', '[]'],
    ['another format', JSON.stringify({ ...game(1), format: 3 })],
    ['no seats', JSON.stringify({ ...game(1), seats: [] })],
    ['an unknown kind of seat', JSON.stringify({ ...game(1), seats: [{ kind: 'cat' }, { kind: 'cat' }] })],
    ['no time', JSON.stringify({ ...game(1), changed: 'today' })],
    ['a negative number of moves', JSON.stringify({ ...game(1), plies: -1 })],
    ['an unknown end', JSON.stringify({ ...game(1), end: { ...END, by: 'magic' } })],
    ['a score of one seat', JSON.stringify({ ...game(1), end: { ...END, scores: [1] } })],
    ['a score in words', JSON.stringify({ ...game(1), end: { ...END, scores: ['1', '2'] } })],
  ])('puts aside what is damaged: %s', async (_, text) => {
    const { gameList, storage, ids } = await listIn({ stored: { [keyOf(1)]: text, [keyOf(2)]: game(1) } });
    expect(ids()).toEqual([idOf(2)]);
    expect([storage.get('tablier.game.aside'), storage.has(keyOf(1)), gameList.needsReading]).toEqual([
      text,
      false,
      true,
    ]);
  });

  it('leaves out a name that is not valid, and keeps the game', async () => {
    const seats = [
      { kind: 'person', number: 1, name: 'x'.repeat(25) },
      { kind: 'bot', level: 4 },
    ];
    const { gameList } = await listIn({ stored: { [keyOf(1)]: { ...game(1), seats } } });
    expect(gameList.latest?.seats[0]).toEqual({ kind: 'person', number: 1 });
  });

  it('follows another tab', async () => {
    const { gameList, storage, window, ids } = await listIn({ stored: { [keyOf(1)]: game(10) } });
    const tell = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    storage.set(keyOf(2), JSON.stringify(game(20)));
    tell(keyOf(2));
    tell('tablier.settings');
    expect(ids()).toEqual([2, 1].map(idOf));
    storage.delete(keyOf(1));
    tell(keyOf(1));
    expect(ids()).toEqual([idOf(2)]);
    storage.clear();
    tell(null);
    expect([ids(), gameList.latest]).toEqual([[], null]);
  });
});

describe('a browser that does not store a game', () => {
  it('because it stores nothing keeps all games until the page is closed', async () => {
    const { gameList, ids } = await listIn({ forbidsStorage: true });
    gameList.write(idOf(1), game(10));
    gameList.write(idOf(2), game(20));
    expect([ids(), [1, 2].map((each) => gameList.isStored(idOf(each))), gameList.reason]).toEqual([
      [2, 1].map(idOf),
      [false, false],
      'forbidden',
    ]);
    expect(JSON.parse(gameList.text(idOf(1)) ?? '')).toEqual(game(10));
  });

  const SIZE = keyOf(1).length + JSON.stringify(game(10)).length;

  it('because it is full drops finished games first, the oldest first', async () => {
    const { gameList, ids } = await listIn({ storageSize: 3.5 * SIZE });
    gameList.write(idOf(1), game(10));
    gameList.write(idOf(2), game(20, { end: END }));
    gameList.write(idOf(3), game(30, { end: END }));
    gameList.write(idOf(4), game(40));
    expect(ids()).toEqual([4, 3, 1].map(idOf));
    expect([1, 3, 4].map((each) => gameList.isStored(idOf(each)))).toEqual([true, true, true]);
  });

  it('because it is full keeps what is stored, and stores the game once there is room', async () => {
    const { gameList, storage, ids } = await listIn({ storageSize: 2.5 * SIZE });
    gameList.write(idOf(1), game(10));
    gameList.write(idOf(2), game(20, { end: END }));
    gameList.write(idOf(3), game(30, { seed: 's'.repeat(3 * SIZE) }));
    expect([ids(), gameList.isStored(idOf(3)), gameList.reason]).toEqual([[3, 2, 1].map(idOf), false, 'full']);
    expect([...storage.keys()].toSorted()).toEqual([1, 2].map(keyOf));
    gameList.write(idOf(3), game(40));
    expect(gameList.isStored(idOf(3))).toBe(true);
    expect([...storage.keys()].toSorted()).toEqual([1, 3].map(keyOf));
  });
});
