import { findGame, isaac } from '@tablier/games';
import { createMatch, decide, evolveAll, type MatchEvent } from '@tablier/match';
import { defaultOptions } from '@tablier/core';
import { describe, expect, it } from 'vitest';
import { SAVE_FORMAT } from '../../../src/play/local/game-entry.ts';
import { LOCAL_TERMS, loadGame, type SavedGame } from '../../../src/play/local/saved-game.ts';

const setup = { options: defaultOptions(isaac.options), players: 2, deal: null };
const seats = [
  { kind: 'person', number: 1 },
  { kind: 'bot', level: 1 },
] as const;
const events: readonly MatchEvent[] = [
  { kind: 'moved', seat: 0, move: '00-02' },
  { kind: 'moved', seat: 1, move: '10-12' },
  { kind: 'taken-back', seat: 0, to: 0 },
  { kind: 'moved', seat: 0, move: '05-45' },
  { kind: 'resigned', seat: 0 },
];
const saved: SavedGame = {
  format: SAVE_FORMAT,
  game: 'isaac',
  rules: isaac.rulesVersion,
  ...setup,
  seats,
  seed: 'ab',
  events,
};
const load = (data: unknown) => loadGame(findGame, JSON.stringify(data));
const errorOf = (data: unknown) => {
  const loaded = load(data);
  return loaded.ok ? 'loaded' : `${loaded.error.name}: ${loaded.error.detail ?? ''}`;
};

describe('a saved game', () => {
  it('is loaded with all its events', () => {
    const loaded = load(saved);
    if (!loaded.ok) throw new Error(loaded.error.name);
    const expected = evolveAll(createMatch(isaac, setup, LOCAL_TERMS), events);
    expect(loaded.value.saved).toEqual(saved);
    expect(loaded.value.state.moves).toEqual(expected.moves);
    expect(loaded.value.state.end).toEqual({ by: 'resign', scores: [0, 0], places: [2, 1] });
  });

  it('is written by the commands of a match', () => {
    const state = createMatch(isaac, setup, LOCAL_TERMS);
    expect(decide(state, { kind: 'move', seat: 0, move: '00-02' })).toEqual({ ok: true, value: events[0] });
  });

  it.each([
    ['a damaged file', '{"format":1,', 'bad-json: '],
    ['no object', '7', 'bad-save: not an object'],
  ])('is refused by name: %s', (_, text, expected) => {
    const loaded = loadGame(findGame, text);
    expect(loaded.ok ? 'loaded' : `${loaded.error.name}: ${loaded.error.detail ?? ''}`).toBe(expected);
  });

  it.each([
    ['a newer form', { format: 3 }, 'unknown-format: 3'],
    ['an unknown game', { game: 'go' }, 'unknown-game: go'],
    ['other rules', { rules: 9 }, 'unknown-rules: 9'],
    ['an option of no game', { options: { speed: 'fast' } }, 'unknown-option: speed'],
    ['an empty chair', { seats: [seats[0]] }, 'bad-save: seats'],
    ['an unknown level', { seats: [seats[0], { kind: 'bot', level: 'godlike' }] }, 'bad-save: seats'],
    ['no seed', { seed: 7 }, 'bad-save: seed, events'],
    [
      'an illegal move',
      { events: [{ kind: 'moved', seat: 0, move: '00-01' }] },
      'bad-event: 1: unreadable-move (00-01)',
    ],
    ['a move out of turn', { events: [{ kind: 'moved', seat: 1, move: '00-02' }] }, 'bad-event: 1: not-your-turn'],
    [
      'an event of another kind of game',
      { events: [{ kind: 'take-back-asked', seat: 0, to: 0 }] },
      'bad-event: 1: unknown',
    ],
    [
      'something added to an event',
      { events: [{ ...events[0], extra: 1 }] },
      'bad-event: 1: is not what the match gives',
    ],
  ])('is refused by name: %s', (_, change, expected) => {
    expect(errorOf({ ...saved, ...change })).toBe(expected);
  });
});
