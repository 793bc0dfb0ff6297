import type { GameFacts, Seat } from '@tablier/core';
import { isolated } from '@tablier/protocol/language';
import * as m from '../paraglide/messages.js';
import { seatName } from './text.ts';

const AND: Readonly<Record<string, string>> = { de: ' und ', en: ' and ', fr: ' et ', nl: ' en ' };

/** `a, b, and c` in the language of the page. The first `Intl.ListFormat` would take a browser 14 ms. */
export function joined(parts: readonly string[]): string {
  const and = AND[m.language_tag()];
  const comma = parts.length > 2 && and === AND['en'] ? ',' : '';
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')}${comma}${and}${last}`;
}

/** Names or parts in the language of the page: `Ada, Grace and Alan`. */
export const listOf = (parts: readonly string[]): string => joined(parts.map(isolated));

export interface Players {
  /** The seat that texts address as "you"; `null` for none. */
  readonly own: Seat | null;
  /** The names at the beginning of a sentence, by seat; empty if unknown. */
  readonly called: readonly string[];
}

/** `Ada (Dark)`; `Dark` if the player is unknown. */
export function playerName(game: GameFacts, called: readonly string[], seat: Seat): string {
  const name = called[seat] ?? '';
  return name === '' ? seatName(game, seat) : m.player_at_seat({ name, seat: seatName(game, seat) });
}

/** How sentences name the seats of a game: by their players, or as `Dark` if the players are unknown. */
export class People {
  readonly #game: GameFacts;
  readonly #players: Players;

  constructor(game: GameFacts, players: Players = { own: null, called: [] }) {
    this.#game = game;
    this.#players = players;
  }

  /** The form of a sentence about this seat. */
  who(seat: Seat): 'you' | 'one' {
    return seat === this.#players.own ? 'you' : 'one';
  }

  /** Alone or at the beginning of a sentence: `You`, `Hare`, `Ada`; with the seat if another player has the same name. */
  title(seat: Seat): string {
    return this.who(seat) === 'you' ? m.who_you() : this.#distinct(seat);
  }

  /** With the verb that a sentence about a move begins with, where it has one: `Ada`, `Ada a`. */
  mover(seat: Seat): string {
    return m.played_by({ player: this.title(seat), who: this.who(seat) });
  }

  /** The same within a sentence: `you`, `Hare`, `Ada`. */
  name(seat: Seat): string {
    return this.who(seat) === 'you' ? m.who_you_inline() : this.#distinct(seat);
  }

  /** `You and Ada`, at the beginning of a sentence. */
  titles(seats: readonly Seat[]): string {
    return listOf(seats.map((seat, index) => (index === 0 ? this.title(seat) : this.name(seat))));
  }

  /** `you and Ada`, within a sentence. */
  names(seats: readonly Seat[]): string {
    return listOf(seats.map((seat) => this.name(seat)));
  }

  #distinct(seat: Seat): string {
    const { called } = this.#players;
    const isShared = called.some((other, index) => index !== seat && other === called[seat]);
    return isShared ? playerName(this.#game, called, seat) : called[seat] || seatName(this.#game, seat);
  }
}
