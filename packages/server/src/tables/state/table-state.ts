import { type Game, NOBODY, type Seat, type Setup, looksOf } from '@tablier/core';
import {
  type ClockState,
  createMatch,
  evolve,
  FIRST_MOVES,
  type MatchEvent,
  type MatchState,
  replayEvent,
} from '@tablier/match';
import type { StoredEvent } from '@tablier/store';
import type { Person } from '../../accounts/people.ts';
import type { TABLE_STREAM } from './table-stream.ts';

/** As the schemas of the log say. */
type Stored<T> = T extends object ? { readonly [K in keyof T]: Stored<T[K]> } : T;
type ReadEvent = Stored<ReturnType<typeof TABLE_STREAM.readEvent>>;
type TableOnlyEvent = Exclude<ReadEvent, { readonly kind: MatchEvent['kind'] }>;

/** The terms a table was opened with, checked. They never change. Stored as the head of its log. */
export type TableHead = Stored<ReturnType<typeof TABLE_STREAM.readHead>>;
export type Chair = TableHead['chairs'][number];
type Seated = Extract<Chair, { readonly kind: 'person' }>;

/** Events of a seek. Only the server causes them. */
export type SeekEvent = Extract<TableOnlyEvent, { readonly kind: 'seeking' | 'meeting' | 'met' | 'unmet' | 'closed' }>;

export type TableEvent = TableOnlyEvent | MatchEvent;

/** A table at one moment. Immutable, and rebuilt from its log at any time. */
export interface TableState {
  readonly id: string;
  readonly head: TableHead;
  readonly game: Game;
  readonly seq: number;
  readonly closed: boolean;
  /** For a seek: the table where its host is about to sit down, or sits if this one is closed. */
  readonly meeting: string | null;
  /** The time of the last event. Milliseconds since 1970. */
  readonly touchedAt: number;
  readonly chairs: readonly Chair[];
  /** By chair: the number of the event that last changed it. */
  readonly chairsAt: readonly number[];
  readonly names: ShownNames;
  readonly match: MatchState | null;
  readonly nonce: string | null;
  readonly rematch: readonly Seat[];
  /** When their offer ends, unless all agree before. `null` for none, and for offers of earlier versions, which do not end. */
  readonly rematchUntil: number | null;
  /** The last offer, if it was declined or withdrawn. */
  readonly rematchEnded: { readonly seat: Seat; readonly how: 'declined' | 'withdrawn' } | null;
  readonly rematchesEnded: number;
  /** When the table entered its current phase. Milliseconds since 1970. */
  readonly turnedAt: number;
  /** The seat whose player did not come, so that the server broke off the match; `null` for none. */
  readonly neverCame: Seat | null;
  /** The seat whose player aborted, resigned or ran out of time; `null` for none. */
  readonly quitter: Seat | null;
  /** When the match began; `null` before. Milliseconds since 1970. */
  readonly beganAt: number | null;
}

export type Phase = 'waiting' | 'playing' | 'over' | 'closed';

/** The rules version of all games before tables stored theirs. */
const UNPINNED_RULES = 1;

export const rulesOf = ({ rules = UNPINNED_RULES }: TableHead): number => rules;

export function newTable(id: string, head: TableHead, game: Game, openedAt: number): TableState {
  const { chairs } = head;
  const nothingYet = {
    seq: 0,
    closed: false,
    meeting: null,
    match: null,
    quitter: null,
    beganAt: null,
    nonce: null,
    rematch: [],
    rematchUntil: null,
    rematchEnded: null,
    rematchesEnded: 0,
    neverCame: null,
  } as const;
  const names = namesOf(chairs, head.host);
  const chairsAt = chairs.map(() => 0);
  return { id, head, game, chairs, chairsAt, names, ...nothingYet, touchedAt: openedAt, turnedAt: openedAt };
}

export function phaseOf({ closed, match }: TableState): Phase {
  if (closed) return 'closed';
  if (match === null) return 'waiting';
  return match.end === null ? 'playing' : 'over';
}

export function runningClock({ match }: TableState): ClockState | null {
  return match === null || match.end !== null || match.clock === null || match.clock.seat < 0 ? null : match.clock;
}

export const hasHardlyBegun = (state: TableState): boolean =>
  phaseOf(state) === 'playing' && (state.match?.moves.length ?? 0) < FIRST_MOVES;

export const isSeeking = (state: TableState): boolean =>
  state.head.pace !== undefined && phaseOf(state) === 'waiting' && !isFull(state) && state.meeting === null;

export const seatedAs = ({ id, name, guest, program, ladder, rating, absences }: Person): Seated => ({
  kind: 'person',
  person: id,
  name,
  ...(guest !== undefined && { guest }),
  ...(program && { program }),
  ...(ladder && { ladder }),
  ...(rating !== undefined && { rating }),
  ...(absences !== undefined && { absences }),
});

/** The seats that a person holds: several only at a table with a shared screen, where a phone is passed on. */
export function seatsOf({ chairs }: Pick<TableState, 'chairs'>, person: string | null): Seat[] {
  const seats: Seat[] = [];
  chairs.forEach((chair, seat) => chair.kind === 'person' && chair.person === person && seats.push(seat));
  return seats;
}

/** The seat of a person, -1 for none. Of several seats: the one that is to move or moves next, and after the end one that is still to be asked. */
export function seatOf(state: Pick<TableState, 'chairs' | 'match' | 'rematch'>, person: string | null): number {
  const seats = seatsOf(state, person);
  const [first = -1] = seats;
  if (seats.length < 2 || state.match === null) return first;
  const { turn } = state.match.position;
  if (turn === NOBODY) return seats.find((seat) => !state.rematch.includes(seat)) ?? first;
  return seats.find((seat) => seat >= turn) ?? first;
}

export const invitedTo = ({ chairs }: TableState, person: string | null): number =>
  chairs.findIndex((chair) => chair.kind === 'invited' && chair.person === person);

/** The seat or chair of a person, and the chair that is reserved for them; `null` for none. */
export function readerOf(state: TableState, person: string | null) {
  const [seat, chair] = [seatOf(state, person), invitedTo(state, person)];
  return { you: seat < 0 ? null : seat, invited: chair < 0 ? null : chair };
}

export const isFull = ({ chairs }: TableState): boolean =>
  chairs.every(({ kind }) => kind === 'person' || kind === 'bot');

export const peopleSeats = ({ chairs }: TableState): Seat[] =>
  chairs.flatMap(({ kind }, seat) => (kind === 'person' ? [seat] : []));

export const DELETED = '';

export const peopleOf = ({ chairs }: TableState): string[] =>
  chairs.flatMap((chair) => ('person' in chair && chair.person !== DELETED ? [chair.person] : []));

export const isRematchAgreed = (state: TableState): boolean =>
  phaseOf(state) === 'over' &&
  peopleOf(state).length === peopleSeats(state).length &&
  peopleSeats(state).every((seat) => state.rematch.includes(seat));

/** The seats of people who agree to a rematch, unless their offer has ended. */
export const rematchAt = ({ rematch, rematchUntil }: TableState, now: number): readonly Seat[] =>
  rematchUntil !== null && rematchUntil <= now ? [] : rematch;

/** Whether a person is asked for a rematch. Programs look at their tables themselves. */
export function isAskedForRematch(state: TableState, person: string, now: number): boolean {
  const seat = seatOf(state, person);
  const chair = state.chairs[seat];
  const agreed = rematchAt(state, now);
  const isHuman = chair?.kind === 'person' && chair.program !== true;
  return isHuman && phaseOf(state) === 'over' && agreed.length > 0 && !agreed.includes(seat) && !isRematchAgreed(state);
}

export function seatResult(places: readonly number[], seat: Seat): 'won' | 'lost' | 'drawn' {
  if (places.every((place) => place === 1)) return 'drawn';
  return places[seat] === 1 ? 'won' : 'lost';
}

/** The setup of the match that begins with this deal. Deals are checked before they are stored. */
export const setupOf = ({ head, chairs }: TableState, deal: unknown): Setup => ({
  options: head.terms.options,
  players: chairs.length,
  deal,
});

/** The table after event number `seq`, which happened at `at` and was just decided. */
export const evolveTable = (state: TableState, event: TableEvent, seq: number, at: number): TableState =>
  dated(state, applied(state, event, evolve), { seq, at });

/** The same for a stored event, whose moves are checked. Throws if the event does not fit. */
export const replayTable = (state: TableState, event: TableEvent, seq: number, at: number): TableState =>
  dated(state, applied(state, event, replayEvent), { seq, at });

type EventPlace = Pick<StoredEvent, 'seq' | 'at'>;

function dated(before: TableState, applied: TableState, { seq, at }: EventPlace): TableState {
  const beganAt = before.match === null && applied.match !== null ? at : before.beganAt;
  const changedAt = (chair: Chair, index: number): number =>
    before.chairs[index] === chair ? (before.chairsAt[index] ?? 0) : seq;
  const chairsAt = applied.chairs === before.chairs ? before.chairsAt : applied.chairs.map(changedAt);
  const after = { ...applied, beganAt, chairsAt, seq, touchedAt: at };
  return phaseOf(after) === phaseOf(before) ? after : { ...after, turnedAt: at };
}

function applied(state: TableState, event: TableEvent, advance: typeof evolve): TableState {
  switch (event.kind) {
    case 'sat': {
      const { kind: _, chair, ...seated } = event;
      const after = withChair(state, chair, { ...seated, kind: 'person' });
      // On another phone a player is another person, and no look-alike of themself.
      const { sofa } = state.head.terms;
      return { ...after, names: sofa ? namesOf(after.chairs, state.head.host) : withName(state.names, seated) };
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
      return event.until === undefined
        ? { ...state, rematch: [...state.rematch, event.seat], rematchEnded: null }
        : withOffer(state, event.seat, event.until);
    case 'rematch-declined':
      return withoutOffer(state, event.seat);
    case 'redacted':
      return state;
    default:
      return state.match === null ? state : ofMatch(state, state.match, event, advance);
  }
}

/** An offer that had ended is replaced. */
const withOffer = (state: TableState, seat: Seat, rematchUntil: number): TableState => ({
  ...state,
  rematch: [seat],
  rematchUntil,
  rematchEnded: null,
  rematchesEnded: state.rematchesEnded + Math.sign(state.rematch.length),
});

/** Who has agreed can withdraw; what others agreed to stands. */
function withoutOffer(state: TableState, seat: Seat): TableState {
  const isOwn = state.rematch.includes(seat);
  const rematch = isOwn ? state.rematch.filter((other) => other !== seat) : [];
  const rematchesEnded = state.rematchesEnded + 1;
  if (rematch.length > 0) return { ...state, rematch, rematchesEnded };
  const rematchEnded = { seat, how: isOwn ? 'withdrawn' : 'declined' } as const;
  return { ...state, rematch, rematchUntil: null, rematchEnded, rematchesEnded };
}

function ofMatch(state: TableState, match: MatchState, event: MatchEvent, advance: typeof evolve): TableState {
  const isBrokenOff = event.kind === 'aborted' && event.seat === NOBODY;
  const neverCame = isBrokenOff ? match.position.turn : state.neverCame;
  const isQuit = event.kind === 'aborted' || event.kind === 'resigned' || event.kind === 'timed-out';
  const quitter = isQuit && event.seat !== NOBODY ? event.seat : state.quitter;
  return { ...state, neverCame, quitter, match: advance(match, event) };
}

/** Whether the lobby may show the table. A table that waits for a person with the link is never shown. */
export const isInLobby = ({ head, chairs }: TableState): boolean =>
  head.terms.visibility !== 'link' && !chairs.some((chair) => chair.kind === 'open' && chair.link === true);

/** After its player stood up: a reserved chair and one for the link become so again. */
function keptFor({ head, chairs }: TableState, chair: number): Chair {
  const [wanted, present] = [head.chairs[chair], chairs[chair]];
  if (wanted?.kind === 'open') return wanted;
  const isOwn = wanted?.kind === 'invited' && present?.kind === 'person' && present.person === wanted.person;
  return isOwn ? wanted : { kind: 'open' };
}

const declinedBy = ({ names }: TableState, occupant: Chair | undefined): Chair =>
  occupant?.kind === 'invited' ? { kind: 'open', declined: shownName(names, occupant) } : { kind: 'open' };

const withChair = (state: TableState, chair: number, occupant: Chair): TableState => ({
  ...state,
  chairs: state.chairs.map((own, index) => (index === chair ? occupant : own)),
});

export interface Named {
  readonly person: string;
  readonly name: string;
}

/** Who comes later with a look-alike name is shown with a number. The same for every viewer. */
export interface ShownNames {
  readonly shown: ReadonlyMap<string, string>;
  readonly holders: ReadonlyMap<string, string>;
  /** The last number given out, by the look of a name without number. */
  readonly numbers: ReadonlyMap<string, number>;
}

export const NO_NAMES: ShownNames = { shown: new Map(), holders: new Map(), numbers: new Map() };

export function namesOf(chairs: readonly Chair[], host: string): ShownNames {
  const people = chairs.flatMap((chair) => ('person' in chair ? [chair] : []));
  const isHost = ({ person }: Named): boolean => person === host;
  const inOrder = [...people.filter(isHost), ...people.filter((named) => !isHost(named))];
  return inOrder.reduce(withName, NO_NAMES);
}

/** The names with one more; unchanged if it is already there. A deleted person has no name. */
export function withName(names: ShownNames, named: Named): ShownNames {
  const { person, name } = named;
  if (name === '' || names.shown.has(keyOf(named))) return names;
  const { text, number } = firstFree(names, named);
  return {
    shown: new Map([...names.shown, [keyOf(named), text]]),
    holders: new Map([...names.holders, ...looksOf(text).map((look) => [look, person] as const)]),
    numbers: new Map([...names.numbers, [baseOf(name), number]]),
  };
}

export const shownName = (names: ShownNames, named: Named): string =>
  named.name === '' ? '' : (names.shown.get(keyOf(named)) ?? firstFree(names, named).text);

/** Ids contain no space. */
const keyOf = ({ person, name }: Named): string => `${person} ${name}`;

const baseOf = (name: string): string => looksOf(name)[0] ?? '';

function firstFree(
  { holders, numbers }: ShownNames,
  { person, name }: Named,
): { readonly text: string; readonly number: number } {
  const isFree = (text: string): boolean => looksOf(text).every((look) => (holders.get(look) ?? person) === person);
  const last = numbers.get(baseOf(name)) ?? 1;
  for (let number = 1; ; number = Math.max(number, last) + 1) {
    const text = number === 1 ? name : `${name} (${number})`;
    if (isFree(text)) return { text, number: Math.max(number, last) };
  }
}
