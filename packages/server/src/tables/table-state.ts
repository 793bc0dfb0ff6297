import type { Game, Level, Seat, Setup } from '@tablier/core';
import { createMatch, evolve, FIRST_MOVES, type MatchEvent, type MatchState } from '@tablier/match';
import type { TableTerms } from '@tablier/protocol';

/** Who is in a chair. */
export type Occupant =
  | { readonly kind: 'open' }
  | { readonly kind: 'person'; readonly person: string; readonly name: string }
  | { readonly kind: 'bot'; readonly level: Level };

/** What a table was opened with, checked; never changes. The head of its log. */
export interface TableHead {
  readonly kind: 'table';
  /** Options are complete, chairs are below. */
  readonly terms: Omit<TableTerms, 'chairs'>;
  /** The person who opened it. */
  readonly host: string;
  readonly chairs: readonly Occupant[];
  readonly rematchOf: string | null;
}

/** What happens at a table, beside what happens in its match. */
export type TableOnlyEvent =
  | { readonly kind: 'sat'; readonly chair: number; readonly person: string; readonly name: string }
  | { readonly kind: 'stood'; readonly chair: number }
  | { readonly kind: 'closed' }
  /** From here on chairs are seats. `deal` and `nonce` are secrets until the end; `nonce` is `null` where chance dealt nothing. */
  | {
      readonly kind: 'began';
      readonly seats: readonly Occupant[];
      readonly deal: unknown;
      readonly nonce: string | null;
    }
  | { readonly kind: 'rematch-agreed'; readonly seat: Seat }
  | { readonly kind: 'rematch-declined'; readonly seat: Seat };

export type TableEvent = TableOnlyEvent | MatchEvent;

/** A table at one moment. Immutable, and rebuilt from its log at any time. */
export interface TableState {
  readonly id: string;
  readonly head: TableHead;
  readonly game: Game;
  /** The number of the last event. */
  readonly seq: number;
  readonly closed: boolean;
  /** By chair; from the beginning of the match on by seat. */
  readonly chairs: readonly Occupant[];
  /** `null` before the match begins. */
  readonly match: MatchState | null;
  readonly nonce: string | null;
  /** Seats of people that agree to another match. */
  readonly rematch: readonly Seat[];
  /** When it was opened, began or ended, whichever was last. Milliseconds since 1970. */
  readonly turnedAt: number;
}

export type Phase = 'waiting' | 'playing' | 'over' | 'closed';

/** A table before its first event. */
export function newTable(id: string, head: TableHead, game: Game, openedAt: number): TableState {
  const { chairs } = head;
  return { id, head, game, seq: 0, closed: false, chairs, match: null, nonce: null, rematch: [], turnedAt: openedAt };
}

export function phaseOf({ closed, match }: TableState): Phase {
  if (closed) return 'closed';
  if (match === null) return 'waiting';
  return match.end === null ? 'playing' : 'over';
}

/** Whether a match is on in which the first turns are still to come. */
export const hasHardlyBegun = (state: TableState): boolean =>
  phaseOf(state) === 'playing' && (state.match?.moves.length ?? 0) < FIRST_MOVES;

/** The chair, then the seat, of a person; -1 for none. */
export const seatOf = ({ chairs }: TableState, person: string | null): number =>
  chairs.findIndex((chair) => chair.kind === 'person' && chair.person === person);

export const isFull = ({ chairs }: TableState): boolean => chairs.every(({ kind }) => kind !== 'open');

/** Seats of people, who have to agree to a rematch. */
export const peopleSeats = ({ chairs }: TableState): Seat[] =>
  chairs.flatMap(({ kind }, seat) => (kind === 'person' ? [seat] : []));

/** Those who sit at the table, by chair or seat. */
export const peopleOf = ({ chairs }: TableState): string[] =>
  chairs.flatMap((chair) => (chair.kind === 'person' ? [chair.person] : []));

/** Whether everybody agreed to play again. */
export const isRematchAgreed = (state: TableState): boolean =>
  phaseOf(state) === 'over' && peopleSeats(state).every((seat) => state.rematch.includes(seat));

/** The setup of the match that begins with this deal; deals were checked before they were written down. */
export const setupOf = ({ head, chairs }: TableState, deal: unknown): Setup => ({
  options: head.terms.options,
  players: chairs.length,
  deal,
});

/** The table after event number `seq`, which took place at `at`. */
export function evolveTable(state: TableState, event: TableEvent, seq: number, at: number): TableState {
  const before = phaseOf(state);
  const after = { ...applied(state, event), seq };
  return phaseOf(after) === before ? after : { ...after, turnedAt: at };
}

function applied(state: TableState, event: TableEvent): TableState {
  switch (event.kind) {
    case 'sat':
      return withChair(state, event.chair, { kind: 'person', person: event.person, name: event.name });
    case 'stood':
      return withChair(state, event.chair, { kind: 'open' });
    case 'closed':
      return { ...state, closed: true };
    case 'began': {
      const { takeBack, clock } = state.head.terms;
      const match = createMatch(state.game, setupOf(state, event.deal), { takeBack, clock });
      return { ...state, chairs: event.seats, match, nonce: event.nonce };
    }
    case 'rematch-agreed':
      return { ...state, rematch: [...state.rematch, event.seat] };
    case 'rematch-declined':
      return { ...state, rematch: [] };
    default:
      return state.match === null ? state : { ...state, match: evolve(state.match, event) };
  }
}

const withChair = (state: TableState, chair: number, occupant: Occupant): TableState => ({
  ...state,
  chairs: state.chairs.map((own, index) => (index === chair ? occupant : own)),
});
