import { failure, NOBODY, type Result, type Seat, success } from '@tablier/core';
import { decide, type MatchEvent } from '@tablier/match';
import type { ClientCommand, PlayerAction, ProtocolError } from '@tablier/protocol';
import type { Person } from '../accounts/people.ts';
import {
  invitedTo,
  isFull,
  phaseOf,
  seatedAs,
  seatOf,
  type SeekEvent,
  type TableEvent,
  type TableState,
} from './table-state.ts';

/** After so many events of a match it takes only what brings it to its end, so that no log grows without bound. */
const MOST_OPTIONAL_EVENTS = 5000;
/** Events of the chairs before the match begins: people may sit down and stand up, but not for ever. */
const MOST_CHAIR_EVENTS = 500;
/** How often the people at a table may decline another match and still be asked again. */
const MOST_REMATCHES_DECLINED = 10;

/** What brings a match to its end. */
const ENDING: ReadonlySet<MatchEvent['kind']> = new Set(['moved', 'resigned', 'claimed', 'aborted', 'timed-out']);

/** What somebody does at a table that is there; chat has a log of its own. */
export type TableCommand = Extract<ClientCommand, { kind: 'sit' | 'stand' | 'decline' | 'act' | 'rematch' }>;

export interface Doing {
  readonly person: Person;
  readonly command: TableCommand;
  /** When it was received, on the server's clock. */
  readonly at: number;
  /** How long the line needs, there and back, as the server measured it. Milliseconds. */
  readonly lag: number;
}

export type CommandDecision = Result<TableEvent, ProtocolError>;

/** A command with what the server adds to it. */
type Known =
  | Exclude<PlayerAction, { readonly kind: 'claim' }>
  | (PlayerAction & { readonly kind: 'claim'; readonly from: number | null });

const refuse = (name: ProtocolError['name']): CommandDecision => failure({ name });

/** Since when it may be claimed that a seat has gone; `null` while it is there. */
export type ClaimFrom = (seat: Seat) => number | null;

/** Judges a command against a table. Pure: what it comes to, or why it is refused. */
export function decideTableCommand(state: TableState, doing: Doing, claimFrom: ClaimFrom): CommandDecision {
  const { person, command } = doing;
  switch (command.kind) {
    case 'sit':
      return decideSitting(state, person, command.chair);
    case 'stand':
      return decideStanding(state, person);
    case 'decline':
      return decideDeclining(state, person);
    case 'act':
      return decideCommand(state, doing, completed(state, command.action, claimFrom));
    case 'rematch':
      return decideRematch(state, person, command.agree ? 'rematch-agreed' : 'rematch-declined');
  }
}

function refusalToChangeChairs(state: TableState): CommandDecision | null {
  if (state.closed) return refuse('table-closed');
  if (state.meeting !== null) return refuse('table-begun');
  return state.match !== null || isFull(state) ? refuse('table-begun') : null;
}

/** Whether a seek can still go this way; it may have found somebody meanwhile, or be about to meet somebody else. */
export function isSeekStep(state: TableState, event: SeekEvent): boolean {
  if (state.head.pace === undefined || phaseOf(state) !== 'waiting' || isFull(state)) return false;
  return state.meeting === (event.kind === 'met' || event.kind === 'unmet' ? event.table : null);
}

function decideSitting(state: TableState, person: Person, chair: number): CommandDecision {
  const { id } = person;
  const refusal = refusalToChangeChairs(state);
  if (refusal !== null) return refusal;
  if (seatOf(state, id) >= 0) return refuse('already-seated');
  if (state.seq >= MOST_CHAIR_EVENTS) return refuse('too-long');
  const occupant = state.chairs[chair];
  if (occupant === undefined) return refuse('no-such-chair');
  const isFree = occupant.kind === 'open' || (occupant.kind === 'invited' && occupant.person === id);
  return isFree ? success({ ...seatedAs(person), kind: 'sat', chair }) : refuse('chair-taken');
}

function decideDeclining(state: TableState, { id }: Person): CommandDecision {
  const refusal = refusalToChangeChairs(state);
  if (refusal !== null) return refusal;
  const chair = invitedTo(state, id);
  return chair < 0 ? refuse('not-invited') : success({ kind: 'declined', chair });
}

/** Where the host leaves before the beginning, there is no table any more. */
function decideStanding(state: TableState, { id }: Person): CommandDecision {
  const refusal = refusalToChangeChairs(state);
  if (refusal !== null) return refusal;
  const chair = seatOf(state, id);
  if (chair < 0) return refuse('not-seated');
  return success(id === state.head.host ? { kind: 'closed' } : { kind: 'stood', chair });
}

/** What the server knows of a claim goes with it. */
const completed = ({ match }: TableState, command: PlayerAction, claimFrom: ClaimFrom): Known =>
  command.kind === 'claim' ? { ...command, from: claimFrom(match?.position.turn ?? NOBODY) } : command;

function decideCommand(state: TableState, { person, at, lag }: Doing, command: Known): CommandDecision {
  if (state.closed) return refuse('table-closed');
  const seat = seatOf(state, person.id);
  if (seat < 0) return refuse('not-seated');
  if (state.match === null) return refuse('not-begun');
  const decided = decide(
    state.match,
    command.kind === 'move' ? { ...command, seat, at, lag } : { ...command, seat, at },
  );
  if (!decided.ok) return failure(named(decided.error));
  const isFull = state.match.version >= MOST_OPTIONAL_EVENTS && !ENDING.has(decided.value.kind);
  return isFull ? refuse('too-long') : decided;
}

const named = ({ name, detail }: ProtocolError): ProtocolError => (detail === undefined ? { name } : { name, detail });

function decideRematch(
  state: TableState,
  { id }: Person,
  kind: 'rematch-agreed' | 'rematch-declined',
): CommandDecision {
  const seat = seatOf(state, id);
  if (seat < 0) return refuse('not-seated');
  if (phaseOf(state) !== 'over') return refuse('not-over');
  if (state.rematch.includes(seat)) return refuse('already-offered');
  if (state.rematchesDeclined >= MOST_REMATCHES_DECLINED) return refuse('too-long');
  return success({ kind, seat });
}
