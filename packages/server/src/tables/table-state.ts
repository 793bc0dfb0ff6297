import type { Game, Level, Seat, Setup } from '@tablier/core';
import { createMatch, evolve, FIRST_MOVES, type MatchEvent, type MatchState, replayEvent } from '@tablier/match';
import type { Pace, ShownVisibility, TableTerms } from '@tablier/protocol';
import type { Person } from '../accounts/people.ts';
import { namesOf, type ShownNames, shownName, withName } from './shown-names.ts';

/** A person in a chair. */
export interface Seated {
  readonly kind: 'person';
  readonly person: string;
  /** As they were called when they sat down. */
  readonly name: string;
  /** Whether they had no way to sign in then; absent in tables of older versions, and of who was deleted. */
  readonly guest?: boolean;
}

/** Who is in a chair. */
export type Occupant =
  /** `link`: for whoever has the link; `declined`: the name of who was invited and does not want to. */
  | { readonly kind: 'open'; readonly link?: true; readonly declined?: string }
  /** Kept for one person. */
  | { readonly kind: 'invited'; readonly person: string; readonly name: string }
  | Seated
  | { readonly kind: 'bot'; readonly level: Level };

/** What a table was opened with, checked; never changes. The head of its log. */
export interface TableHead {
  readonly kind: 'table';
  /** The version of the rules; absent in tables of a time when each game had one (`rulesOf`). */
  readonly rules?: number;
  /** Options are complete, chairs are below. */
  readonly terms: Omit<TableTerms, 'chairs' | 'visibility'> & { readonly visibility: ShownVisibility };
  /** Of a table that is a seek: the clock by its name. */
  readonly pace?: Pace;
  /** The person who opened it. */
  readonly host: string;
  readonly chairs: readonly Occupant[];
  readonly rematchOf: string | null;
  /** The hash of the command that opened it; left out for tables that no command opened, and in logs from before there were hashes. */
  readonly commandHash?: string;
}

/** How a seek fares; the server alone asks for it. */
export type SeekEvent =
  /** Its host is still there. */
  | { readonly kind: 'seeking' }
  /** Its host is about to sit down at another table: until that is settled nobody sits down here. */
  | { readonly kind: 'meeting'; readonly table: string }
  /** It is settled: he sits there, or never will. Of this table, as by now he may be about to sit down at another. */
  | { readonly kind: 'met'; readonly table: string }
  | { readonly kind: 'unmet'; readonly table: string }
  | { readonly kind: 'closed' };

/** What happens at a table, beside what happens in its match. */
export type TableOnlyEvent =
  | (Omit<Seated, 'kind'> & { readonly kind: 'sat'; readonly chair: number })
  | { readonly kind: 'stood'; readonly chair: number }
  | { readonly kind: 'declined'; readonly chair: number }
  | SeekEvent
  /** From here on chairs are seats. `deal` and `nonce` are secrets until the end; `nonce` is `null` where chance dealt nothing. */
  | {
      readonly kind: 'began';
      readonly seats: readonly Occupant[];
      readonly deal: unknown;
      readonly nonce: string | null;
    }
  | { readonly kind: 'rematch-agreed'; readonly seat: Seat }
  | { readonly kind: 'rematch-declined'; readonly seat: Seat }
  /** Somebody was deleted: what is above does not name him any more. */
  | { readonly kind: 'redacted' };

export type TableEvent = TableOnlyEvent | MatchEvent;

/** A table at one moment. Immutable, and rebuilt from its log at any time. */
export interface TableState {
  readonly id: string;
  readonly head: TableHead;
  readonly game: Game;
  /** The number of the last event. */
  readonly seq: number;
  readonly closed: boolean;
  /** Of a seek: the table where its host is about to sit down, or has sat down where this one is closed. */
  readonly meeting: string | null;
  /** When somebody last did something here. Milliseconds since 1970. */
  readonly touchedAt: number;
  /** By chair; from the beginning of the match on by seat. */
  readonly chairs: readonly Occupant[];
  /** How everybody is called who ever sat here or was invited. */
  readonly names: ShownNames;
  /** `null` before the match begins. */
  readonly match: MatchState | null;
  readonly nonce: string | null;
  /** Seats of people that agree to another match. */
  readonly rematch: readonly Seat[];
  /** How often another match was declined. */
  readonly rematchesDeclined: number;
  /** When it was opened, began or ended, whichever was last. Milliseconds since 1970. */
  readonly turnedAt: number;
}

export type Phase = 'waiting' | 'playing' | 'over' | 'closed';

/** The version of the rules of all games before tables kept theirs. */
const UNPINNED_RULES = 1;

/** The version of the rules by which a table is played from beginning to end, whatever the newest one is. */
export const rulesOf = ({ rules = UNPINNED_RULES }: TableHead): number => rules;

/** A table before its first event. */
export function newTable(id: string, head: TableHead, game: Game, openedAt: number): TableState {
  const { chairs } = head;
  const nothingYet = {
    seq: 0,
    closed: false,
    meeting: null,
    match: null,
    nonce: null,
    rematch: [],
    rematchesDeclined: 0,
  } as const;
  const names = namesOf(chairs, head.host);
  return { id, head, game, chairs, names, ...nothingYet, touchedAt: openedAt, turnedAt: openedAt };
}

export function phaseOf({ closed, match }: TableState): Phase {
  if (closed) return 'closed';
  if (match === null) return 'waiting';
  return match.end === null ? 'playing' : 'over';
}

/** Whether a match is on in which the first turns are still to come. */
export const hasHardlyBegun = (state: TableState): boolean =>
  phaseOf(state) === 'playing' && (state.match?.moves.length ?? 0) < FIRST_MOVES;

/** Whether a seek waits for somebody, and nothing is under way. */
export const isSeeking = (state: TableState): boolean =>
  state.head.pace !== undefined && phaseOf(state) === 'waiting' && !isFull(state) && state.meeting === null;

/** Somebody as they sit down. */
export const seatedAs = ({ id, name, guest }: Person): Seated => ({
  kind: 'person',
  person: id,
  name,
  ...(guest !== undefined && { guest }),
});

/** The chair, then the seat, of a person; -1 for none. */
export const seatOf = ({ chairs }: TableState, person: string | null): number =>
  chairs.findIndex((chair) => chair.kind === 'person' && chair.person === person);

/** The chair that is kept for a person; -1 for none. */
export const invitedTo = ({ chairs }: TableState, person: string | null): number =>
  chairs.findIndex((chair) => chair.kind === 'invited' && chair.person === person);

export const isFull = ({ chairs }: TableState): boolean =>
  chairs.every(({ kind }) => kind === 'person' || kind === 'bot');

/** Seats of people, who have to agree to a rematch. */
export const peopleSeats = ({ chairs }: TableState): Seat[] =>
  chairs.flatMap(({ kind }, seat) => (kind === 'person' ? [seat] : []));

/** The id of whoever was deleted: nobody's. His name is empty. */
export const DELETED = '';

/** Those who sit at the table or are invited to it, by chair or seat. */
export const peopleOf = ({ chairs }: TableState): string[] =>
  chairs.flatMap((chair) => ('person' in chair && chair.person !== DELETED ? [chair.person] : []));

/** Whether everybody agreed to play again, and is still there. */
export const isRematchAgreed = (state: TableState): boolean =>
  phaseOf(state) === 'over' &&
  peopleOf(state).length === peopleSeats(state).length &&
  peopleSeats(state).every((seat) => state.rematch.includes(seat));

/** The setup of the match that begins with this deal; deals were checked before they were written down. */
export const setupOf = ({ head, chairs }: TableState, deal: unknown): Setup => ({
  options: head.terms.options,
  players: chairs.length,
  deal,
});

/** The table after event number `seq`, which took place at `at` and was judged just now. */
export const evolveTable = (state: TableState, event: TableEvent, seq: number, at: number): TableState =>
  dated(state, applied(state, event, evolve), { seq, at });

/** The same for an event from a store, whose moves are checked. Throws where it does not fit. */
export const replayTable = (state: TableState, event: TableEvent, seq: number, at: number): TableState =>
  dated(state, applied(state, event, replayEvent), { seq, at });

interface EventPlace {
  readonly seq: number;
  readonly at: number;
}

function dated(before: TableState, applied: TableState, { seq, at }: EventPlace): TableState {
  const after = { ...applied, seq, touchedAt: at };
  return phaseOf(after) === phaseOf(before) ? after : { ...after, turnedAt: at };
}

function applied(state: TableState, event: TableEvent, advance: typeof evolve): TableState {
  switch (event.kind) {
    case 'sat': {
      const { kind: _, chair, ...seated } = event;
      return withChair({ ...state, names: withName(state.names, seated) }, chair, { ...seated, kind: 'person' });
    }
    case 'stood':
      return withChair(state, event.chair, keptFor(state, event.chair));
    case 'declined':
      return withChair(state, event.chair, declinedBy(state, state.chairs[event.chair]));
    case 'closed':
    case 'met':
      return { ...state, closed: true };
    case 'meeting':
      return { ...state, meeting: event.table };
    case 'unmet':
      return { ...state, meeting: null };
    case 'seeking':
      return state;
    case 'began': {
      const { takeBack, clock } = state.head.terms;
      const match = createMatch(state.game, setupOf(state, event.deal), { takeBack, clock });
      return { ...state, chairs: event.seats, match, nonce: event.nonce };
    }
    case 'rematch-agreed':
      return { ...state, rematch: [...state.rematch, event.seat] };
    case 'rematch-declined':
      return { ...state, rematch: [], rematchesDeclined: state.rematchesDeclined + 1 };
    case 'redacted':
      return state;
    default:
      return state.match === null ? state : { ...state, match: advance(state.match, event) };
  }
}

/** Whether the lobby may show it: to nobody, as long as it waits for somebody who has the link. */
export const isInLobby = ({ head, chairs }: TableState): boolean =>
  head.terms.visibility !== 'link' && !chairs.some((chair) => chair.kind === 'open' && chair.link === true);

/** Who stands up from a chair that was kept for him may sit down again; one for whoever has the link is so again. */
function keptFor({ head, chairs }: TableState, chair: number): Occupant {
  const [wanted, present] = [head.chairs[chair], chairs[chair]];
  if (wanted?.kind === 'open') return wanted;
  const isOwn = wanted?.kind === 'invited' && present?.kind === 'person' && present.person === wanted.person;
  return isOwn ? wanted : { kind: 'open' };
}

const declinedBy = ({ names }: TableState, occupant: Occupant | undefined): Occupant =>
  occupant?.kind === 'invited' ? { kind: 'open', declined: shownName(names, occupant) } : { kind: 'open' };

const withChair = (state: TableState, chair: number, occupant: Occupant): TableState => ({
  ...state,
  chairs: state.chairs.map((own, index) => (index === chair ? occupant : own)),
});
