import type { Game, Seat } from '@tablier/core';
import * as m from '../paraglide/messages.js';
import { seatName } from './text.ts';

/** Those who play, or played, a game. */
export interface Players {
  /** The seat that is addressed as you; `null` where there is none. */
  readonly own: Seat | null;
  /** What each is called where a sentence begins, by seat; empty where nobody knows. */
  readonly called: readonly string[];
}

/** `Ada (Dark)`; `Dark` where nobody knows who sits there. */
export function playerName(game: Game, called: readonly string[], seat: Seat): string {
  const name = called[seat] ?? '';
  return name === '' ? seatName(game, seat) : m.player_at_seat({ name, seat: seatName(game, seat) });
}

/** How sentences name the seats of a game: by the people who sit there, or as `Dark` where nobody knows them. */
export class People {
  readonly #game: Game;
  readonly #players: Players;

  constructor(game: Game, players: Players = { own: null, called: [] }) {
    this.#game = game;
    this.#players = players;
  }

  /** Which form a sentence about this seat takes. */
  who(seat: Seat): 'you' | 'one' {
    return seat === this.#players.own ? 'you' : 'one';
  }

  /** Alone or where a sentence begins: `You`, `The computer`, `Ada`; with the seat where another has the same name. */
  title(seat: Seat): string {
    if (this.who(seat) === 'you') return m.who_you();
    return this.#distinct(seat, this.#players.called[seat] ?? '');
  }

  /** The same within a sentence: `you`, `the computer`, `Ada`. */
  name(seat: Seat): string {
    if (this.who(seat) === 'you') return m.who_you_inline();
    const called = this.#players.called[seat] ?? '';
    return this.#distinct(seat, called === m.who_computer() ? m.who_computer_inline() : called);
  }

  /** `You and Ada`, where a sentence begins. */
  titles(seats: readonly Seat[]): string {
    return listOf(seats.map((seat, index) => (index === 0 ? this.title(seat) : this.name(seat))));
  }

  /** `you and Ada`, within a sentence. */
  names(seats: readonly Seat[]): string {
    return listOf(seats.map((seat) => this.name(seat)));
  }

  #distinct(seat: Seat, name: string): string {
    const { called } = this.#players;
    const isShared = called.some((other, index) => index !== seat && other === called[seat]);
    if (name === '') return seatName(this.#game, seat);
    return isShared ? m.player_at_seat({ name, seat: seatName(this.#game, seat) }) : name;
  }
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(m.language_tag(), { type: 'conjunction' }).format(names);
