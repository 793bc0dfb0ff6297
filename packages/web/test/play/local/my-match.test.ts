import { describe, expect, it } from 'vitest';
import '../../english.ts';
import type { Level } from '@tablier/core';
import {
  type GameEntry,
  parseEntry,
  atLevel,
  followed,
  isMatch,
  levelGames,
} from '../../../src/play/local/game-entry.ts';
import { isMatchChoice, levelOf, matchChoice, type LocalSeat, parseSeats } from '../../../src/play/local/seats.ts';

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

const ISAAC = { game: 'isaac', players: 2 };

describe('the games that tell how strong a person plays', () => {
  it('are in the order in which they were played, with their results and the time for a ply', () => {
    const games = [finished('won', 3, { thought: 60_000 }), finished('lost', 5), finished('drawn')];
    expect(levelGames(games.toReversed(), ISAAC)).toEqual([
      { level: 3, result: 1, pace: 2_000 },
      { level: 5, result: 0, pace: null },
      { level: 3, result: 0.5, pace: null },
    ]);
  });

  it('are those of one game and number of players, over, and alone against bots of one level', () => {
    const seats: LocalSeat[] = [
      { kind: 'person', number: 1 },
      { kind: 'person', number: 2 },
    ];
    const mixed: LocalSeat[] = [
      { kind: 'person', number: 1 },
      { kind: 'bot', level: 2 },
      { kind: 'bot', level: 3 },
    ];
    const others = [
      finished('won', 3, { game: 'nasca' }),
      finished('won', 3, { end: null }),
      finished('won', 3, { end: { by: 'abort', scores: [0, 0], places: [1, 2] } }),
      finished('won', 3, { seats }),
      finished('won', 3, { seats: mixed, end: { by: 'rules', scores: [0, 0, 0], places: [1, 2, 2] } }),
    ];
    expect(levelGames(others, ISAAC)).toEqual([]);
    expect(levelGames(others, { game: 'isaac', players: 3 })).toEqual([]);
  });

  it('keep the time through the storage, without one that is not valid', () => {
    const { id: name, ...fields } = finished('won', 3, { thought: 1_234 });
    const stored = (thought: unknown) => JSON.stringify({ format: 2, players: 2, ...fields, thought });
    expect(parseEntry(name, stored(1_234))?.thought).toBe(1_234);
    expect(parseEntry(name, stored('soon'))).not.toHaveProperty('thought');
  });
});

describe('a bot whose level follows', () => {
  it('is marked in its seat, also in a stored one', () => {
    const { seats } = finished('won');
    expect(isMatch(seats)).toBe(false);
    const match = followed(seats);
    expect(match).toEqual([seats[0], { kind: 'bot', level: 3, match: true }]);
    expect(atLevel(match, 5)[1]).toEqual({ kind: 'bot', level: 5, match: true });
    expect(parseSeats(JSON.parse(JSON.stringify(match)), 2)).toEqual(match);
  });

  it('is a choice with the level of now', () => {
    expect([matchChoice(4), '4', 'person'].map(levelOf)).toEqual([4, 4, null]);
    expect([matchChoice(4), '4', 'person'].map(isMatchChoice)).toEqual([true, false, false]);
  });
});
