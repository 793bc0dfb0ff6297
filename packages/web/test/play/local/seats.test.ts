import { SeededRng } from '@tablier/core';
import { describe, expect, it } from 'vitest';
import '../../english.ts';
import {
  arrange,
  isNameRefused,
  type LocalSeat,
  named,
  occupantsOf,
  parseSeats,
  personSeats,
  swapSeats,
} from '../../../src/play/local/seats.ts';

const you: LocalSeat = { kind: 'person', number: 1 };
const bot: LocalSeat = { kind: 'bot', level: 4 };
const friend: LocalSeat = { kind: 'person', number: 2 };

describe('the seats of a local game', () => {
  it('begin with the chosen player; the others follow in order', () => {
    expect(arrange([you, bot, friend], 1, new SeededRng(1))).toEqual([bot, friend, you]);
    expect(arrange([you, bot], 0, new SeededRng(1))).toEqual([you, bot]);
  });

  it('are drawn so that persons and bots can begin; persons are numbered in the order of their seats', () => {
    const rng = new SeededRng(7);
    const drawn = Array.from({ length: 60 }, () => arrange([you, bot, friend], 'drawn', rng));
    const orders = new Set(drawn.map((seats) => JSON.stringify(seats)));
    expect(orders).toEqual(
      new Set(
        [
          [you, friend, bot],
          [you, bot, friend],
          [bot, you, friend],
        ].map((seats) => JSON.stringify(seats)),
      ),
    );
  });

  it('change sides for a rematch', () => {
    expect(swapSeats([you, bot])).toEqual([bot, you]);
  });

  it('have the levels of bots that earlier versions stored by name', () => {
    const stored = ['beginner', 'medium', 'strong', 3].map((level) => ({ kind: 'bot', level }));
    expect(parseSeats(stored, 4)).toEqual([1, 4, 8, 3].map((level) => ({ kind: 'bot', level })));
    for (const level of ['best', 9, '', null]) expect(parseSeats([{ kind: 'bot', level }], 1)).toBeNull();
  });

  it('include those of persons', () => {
    expect(personSeats([bot, you, friend])).toEqual([1, 2]);
  });

  it('take the names that were typed; an empty or invalid one leaves the number', () => {
    expect(named([you, bot, friend], ['  Ada ', ''])).toEqual([{ ...you, name: 'Ada' }, bot, friend]);
    expect(named([you, friend], ['', 'x'.repeat(25)])).toEqual([you, friend]);
    expect(['', ' ', 'Ada', 'x'.repeat(25), '\u202e'].map(isNameRefused)).toEqual([false, false, false, true, true]);
  });

  it('are called by their names; a person alone is "You"', () => {
    const namesOf = (seats: readonly LocalSeat[]) => occupantsOf(seats).map((each) => 'name' in each && each.name);
    expect(namesOf(named([you, friend], ['Ada']))).toEqual(['Ada', 'Player 2']);
    expect(namesOf(named([you, bot], ['Ada']))).toEqual(['You', false]);
  });

  it('keep the persons with their names when they are drawn', () => {
    const rng = new SeededRng(7);
    const players = named([you, friend], ['Ada']);
    const drawn = Array.from({ length: 20 }, () => JSON.stringify(arrange(players, 'drawn', rng)));
    expect(new Set(drawn)).toEqual(new Set([players, players.toReversed()].map((each) => JSON.stringify(each))));
  });
});
