import { describe, expect, it } from 'vitest';
import '../../english.ts';
import type { Level } from '@tablier/core';
import type { GameEntry } from '../../../src/play/local/game-entry.ts';
import { atLevel, levelOffer, strongerLevel } from '../../../src/play/local/level-offer.ts';
import type { LocalSeat } from '../../../src/play/local/seats.ts';

const PLACES = { won: [1, 2], lost: [2, 1], drawn: [1, 1] } as const;
let id = 0;

/** A finished game of the user in the first seat. */
const finished = (result: keyof typeof PLACES, level: Level = 3, change: Partial<GameEntry> = {}): GameEntry => ({
  id: `game${++id}`,
  game: 'isaac',
  seats: [
    { kind: 'person', number: 1 },
    { kind: 'bot', level },
  ],
  plies: 30,
  end: { by: 'rules', scores: [0, 0], places: [...PLACES[result]] },
  changed: id,
  ...change,
});

/** The offer after the last of these games. */
const offerAfter = (...games: readonly GameEntry[]) => levelOffer([...games].reverse(), games.at(-1)?.id ?? '');

describe('another level', () => {
  it('is offered after three wins or losses in a row', () => {
    const [won, lost] = [() => finished('won'), () => finished('lost')];
    expect(offerAfter(won(), won())).toBeNull();
    expect(offerAfter(won(), won(), won())).toEqual({ from: 3, to: 4, result: 'won' });
    expect(offerAfter(lost(), lost(), lost())).toEqual({ from: 3, to: 2, result: 'lost' });
    expect(offerAfter(won(), lost(), won(), won())).toBeNull();
    expect(offerAfter(won(), won(), finished('drawn'), won())).toBeNull();
  });

  it('counts the games of one game and one level, alone against bots', () => {
    const won = () => finished('won');
    expect(offerAfter(won(), finished('won', 2), won(), won())).toBeNull();
    const other = finished('lost', 3, { game: 'nasca' });
    const running = finished('won', 3, { end: null });
    expect(offerAfter(won(), other, won(), running, won())).toMatchObject({ to: 4 });
    const seats: LocalSeat[] = [
      { kind: 'person', number: 1 },
      { kind: 'person', number: 2 },
    ];
    const shared = () => finished('won', 3, { seats });
    expect(offerAfter(shared(), shared(), shared())).toBeNull();
    const aborted = finished('won', 3, { end: { by: 'abort', scores: [0, 0], places: [1, 2] } });
    expect(offerAfter(won(), won(), aborted)).toBeNull();
  });

  it('is not offered beyond the first and the last, nor for an older game', () => {
    const best = () => finished('won', 8);
    expect(offerAfter(best(), best(), best())).toBeNull();
    const first = () => finished('lost', 1);
    expect(offerAfter(first(), first(), first())).toBeNull();
    const games = [finished('won'), finished('won'), finished('won')];
    expect(levelOffer(games.toReversed(), games[0]?.id ?? '')).toBeNull();
    expect(levelOffer([], 'none')).toBeNull();
  });

  it('changes the bots only', () => {
    const { seats } = finished('won');
    expect(atLevel(seats, 5)).toEqual([seats[0], { kind: 'bot', level: 5 }]);
  });
});

describe('a stronger opponent', () => {
  it('is offered after each win, up to the highest level', () => {
    expect(strongerLevel(finished('won', 3))).toBe(4);
    expect(strongerLevel(finished('won', 8))).toBeNull();
    expect(strongerLevel(finished('lost', 3))).toBeNull();
    expect(strongerLevel(finished('drawn', 3))).toBeNull();
    expect(strongerLevel(finished('won', 3, { end: null }))).toBeNull();
  });
});
