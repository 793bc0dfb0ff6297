import { SeededRng } from '@tablier/core';
import { describe, expect, it } from 'vitest';
import { arrange, type LocalSeat, personSeats, swapSeats } from '../../src/local/seats.ts';

const you: LocalSeat = { kind: 'person', number: 1 };
const bot: LocalSeat = { kind: 'bot', level: 'medium' };
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

  it('include those of persons', () => {
    expect(personSeats([bot, you, friend])).toEqual([1, 2]);
  });
});
