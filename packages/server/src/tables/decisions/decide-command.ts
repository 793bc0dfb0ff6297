import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  SOFA_LETTERS,
  type ClientCommand,
  type CommandError,
  type PlayerAction,
  type ProtocolError,
} from '@tablier/protocol';
import {
  type TableState,
  invitedTo,
  isFull,
  isRematchAgreed,
  phaseOf,
  rematchAt,
  seatedAs,
  seatOf,
  type SeekEvent,
  type TableEvent,
} from '../state/table-state.ts';
import { failure, NOBODY, type Result, type Seat, success, canonicalJson } from '@tablier/core';
import { type Command, decide, type MatchError, type MatchEvent } from '@tablier/match';
import type { Person } from '../../accounts/people.ts';
import { rematchTerm, isOfLadder } from '../state/table-terms.ts';
import { BoundedMap } from '../../lib/caches.ts';
import { idFrom } from '../../lib/context.ts';

const CODE_BYTES = 12;
const LETTERS = 4;

/** The codes of tables with a shared screen. They are derived from a secret of the server, so none is stored and all nodes know them. */
export function sofaCodesOf(secret: string) {
  const digest = (...content: readonly (string | number)[]): Buffer =>
    createHmac('sha256', secret).update(JSON.stringify(content)).digest();
  return {
    /** Leads to the table. Others may find it by trying, so it gives no more than the link of the table does. */
    ofTable: (table: string): string =>
      Array.from(digest('table', table).subarray(0, LETTERS), (byte) =>
        SOFA_LETTERS.charAt(byte % SOFA_LETTERS.length),
      ).join(''),
    /** Gives the chair to who uses it. It ends when the chair changes, so it counts once. */
    ofChair: ({ id, chairsAt }: Pick<TableState, 'id' | 'chairsAt'>, chair: number): string =>
      digest('chair', id, chair, chairsAt[chair] ?? 0)
        .subarray(0, CODE_BYTES)
        .toString('base64url'),
  };
}

/** After this many events, a match only accepts actions that lead to its end, so that no log grows without bound. */
const MAX_OPTIONAL_EVENTS = 5000;
/** The maximum number of events before the match begins. People may sit down and stand up, but not endlessly. */
const MAX_CHAIR_EVENTS = 500;
/** How often an offer of a rematch may end without one before there can be no other. */
const MAX_REMATCHES_ENDED = 10;

const ENDING: ReadonlySet<MatchEvent['kind']> = new Set(['moved', 'resigned', 'claimed', 'aborted', 'timed-out']);

/** A command for an existing table. Chat is not among them: it has a log of its own. */
export type TableCommand = Extract<ClientCommand, { kind: 'sit' | 'stand' | 'decline' | 'act' | 'rematch' }>;

export interface CommandContext {
  readonly person: Person;
  /** When the server received the command. Milliseconds since 1970. */
  readonly at: number;
  /** Round-trip time of the connection, as measured by the server. Milliseconds. */
  readonly lag: number;
  /** The code that gives a chair of a table with a shared screen. Absent: the command has none. */
  readonly codeOf?: (state: TableState, chair: number) => string;
}

/** A refusal with a name that `COMMAND_ERRORS` does not list does not compile. */
export type CommandDecision<K extends TableCommand['kind'] = TableCommand['kind']> = Result<
  TableEvent,
  CommandError<K>
>;

const refuse = <Name extends CommandError['name']>(name: Name) => failure({ name });

type ClaimFrom = (seat: Seat) => number | null;

interface DecisionContext extends CommandContext {
  readonly claimFrom: ClaimFrom;
}

export function decideTableCommand(
  state: TableState,
  command: TableCommand,
  context: DecisionContext,
): CommandDecision {
  const { person } = context;
  switch (command.kind) {
    case 'sit':
      return state.head.terms.sofa
        ? decideSofaSitting(state, command, context)
        : decideSitting(state, person, command.chair);
    case 'stand':
      return decideStanding(state, person);
    case 'decline':
      return decideDeclining(state, person);
    case 'act':
      return decideAction(state, command.action, context);
    case 'rematch':
      return decideRematch(state, command, context);
  }
}

function refusalToChangeChairs(state: TableState) {
  if (state.closed) return refuse('table-closed');
  if (state.meeting !== null) return refuse('table-begun');
  return state.match !== null || isFull(state) ? refuse('table-begun') : null;
}

/** It may have been paired meanwhile, or be about to be paired elsewhere. */
export function isSeekStep(state: TableState, event: SeekEvent): boolean {
  if (state.head.pace === undefined || phaseOf(state) !== 'waiting' || isFull(state)) return false;
  return state.meeting === (event.kind === 'met' || event.kind === 'unmet' ? event.table : null);
}

function decideSitting(state: TableState, person: Person, chair: number): CommandDecision<'sit'> {
  const { id } = person;
  const refusal = refusalToChangeChairs(state);
  if (refusal !== null) return refusal;
  if (seatOf(state, id) >= 0) return refuse('already-seated');
  if (state.seq >= MAX_CHAIR_EVENTS) return refuse('too-long');
  const occupant = state.chairs[chair];
  if (occupant === undefined) return refuse('no-such-chair');
  // A program that was invited to a rated table plays there unrated, as a guest does.
  const isForPeople = state.head.terms.rated === true && occupant.kind !== 'invited' && !isOfLadder(state);
  if (person.program === true && (isForPeople || state.head.pace !== undefined)) return refuse('no-programs');
  const isFree = occupant.kind === 'open' || (occupant.kind === 'invited' && occupant.person === id);
  return isFree ? success({ ...seatedAs(person), kind: 'sat', chair }) : refuse('chair-taken');
}

/** With the code of a chair at any time, also from another phone; without it a free chair before the match. */
function decideSofaSitting(
  state: TableState,
  { chair, code }: TableCommand & { readonly kind: 'sit' },
  { person, codeOf }: CommandContext,
): CommandDecision<'sit'> {
  const occupant = state.chairs[chair];
  if (state.closed) return refuse('table-closed');
  if (person.program === true) return refuse('no-programs');
  if (occupant === undefined) return refuse('no-such-chair');
  if (state.seq >= MAX_CHAIR_EVENTS + (state.match?.version ?? 0)) return refuse('too-long');
  if (code !== undefined && (codeOf === undefined || !isSecret(code, codeOf(state, chair)))) return refuse('bad-code');
  if (occupant.kind === 'bot' || (code === undefined && occupant.kind !== 'open')) return refuse('chair-taken');
  if (occupant.kind === 'person' && occupant.person === person.id) return refuse('already-seated');
  return success({ ...seatedAs(person), kind: 'sat', chair });
}

const isSecret = (given: string, secret: string): boolean =>
  given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret));

function decideDeclining(state: TableState, { id }: Person): CommandDecision<'decline'> {
  const refusal = refusalToChangeChairs(state);
  if (refusal !== null) return refusal;
  const chair = invitedTo(state, id);
  return chair < 0 ? refuse('not-invited') : success({ kind: 'declined', chair });
}

/** If the host leaves before the match begins, the table closes. */
function decideStanding(state: TableState, { id }: Person): CommandDecision<'stand'> {
  const refusal = refusalToChangeChairs(state);
  if (refusal !== null) return refusal;
  const chair = seatOf(state, id);
  if (chair < 0) return refuse('not-seated');
  return success(id === state.head.host ? { kind: 'closed' } : { kind: 'stood', chair });
}

function matchCommand(action: PlayerAction, seat: Seat, turn: Seat, { at, lag, claimFrom }: DecisionContext): Command {
  switch (action.kind) {
    case 'move':
      return { ...action, seat, at, lag };
    case 'claim':
      return { ...action, seat, at, from: claimFrom(turn) };
    default:
      return { ...action, seat, at };
  }
}

function decideAction(state: TableState, action: PlayerAction, context: DecisionContext): CommandDecision<'act'> {
  if (state.closed) return refuse('table-closed');
  const seat = actingSeat(state, action, context.person);
  if (seat < 0) return refuse('not-seated');
  if (isHelped(state, seat, context.person)) return refuse('no-programs');
  if (state.match === null) return refuse('not-begun');
  const decided = decide(state.match, matchCommand(action, seat, state.match.position.turn, context));
  if (!decided.ok) return failure(named(decided.error));
  const isFull = state.match.version >= MAX_OPTIONAL_EVENTS && !ENDING.has(decided.value.kind);
  return isFull ? refuse('too-long') : decided;
}

/** A person who touches a shared screen moves for the seat to move, unless the answer to a try tells what is hidden. */
function actingSeat(state: TableState, { kind }: PlayerAction, { id }: Person): Seat {
  const { game, head, match } = state;
  const isTouched = head.terms.sofa === true && head.host === id && game.peeks === undefined;
  const moves = kind === 'move' || kind === 'take-back';
  const turn = match?.position.turn ?? NOBODY;
  return isTouched && moves && state.chairs[turn]?.kind === 'person' ? turn : seatOf(state, id);
}

export function isHelped({ chairs }: TableState, seat: Seat, { program }: Person): boolean {
  const chair = chairs[seat];
  return program === true && chair?.kind === 'person' && chair.program !== true;
}

/** The other errors of a match are those of the host, and of a seat that does not exist. */
const named = ({ name, detail }: MatchError): CommandError<'act'> =>
  ({ name, ...(detail !== undefined && { detail }) }) as CommandError<'act'>;

function decideRematch(
  state: TableState,
  { agree }: TableCommand & { readonly kind: 'rematch' },
  { person, at }: DecisionContext,
): CommandDecision<'rematch'> {
  const seat = seatOf(state, person.id);
  if (seat < 0) return refuse('not-seated');
  if (phaseOf(state) !== 'over') return refuse('not-over');
  const agreed = rematchAt(state, at);
  if (isRematchAgreed(state) || (agree && agreed.includes(seat))) return refuse('already-offered');
  const isFirst = agreed.length === 0;
  if (!agree) return isFirst ? refuse('no-offer') : success({ kind: 'rematch-declined', seat });
  if (state.rematchesEnded >= MAX_REMATCHES_ENDED) return refuse('too-long');
  return success({ kind: 'rematch-agreed', seat, ...(isFirst && { until: at + rematchTerm(state.head.terms.clock) }) });
}

export type CommandResult = Result<number, ProtocolError>;

/** Refusals that are remembered, so that a resent command gets the same answer. */
const MAX_REFUSALS = 100;

const ID_USED: CommandResult = failure({ name: 'id-used' });

interface EarlierCommands {
  doneBefore(key: string): Done | undefined;
  hasLineOf(key: string): boolean;
}

export function createCommandResults(earlier: EarlierCommands) {
  const refusals = new BoundedMap<string, { readonly error: ProtocolError; readonly hash: string }>(MAX_REFUSALS);
  return {
    of(id: CommandId): CommandResult | null {
      const done = earlier.doneBefore(id.key);
      if (done !== undefined) return isSameCommand(done, id) ? success(done.seq) : ID_USED;
      if (earlier.hasLineOf(id.key)) return ID_USED;
      const refused = refusals.get(id.key);
      if (refused === undefined) return null;
      return isSameCommand(refused, id) ? failure(refused.error) : ID_USED;
    },
    refused({ key, hash }: CommandId, error: ProtocolError): CommandResult {
      refusals.set(key, { error, hash });
      return failure(error);
    },
  };
}

/** The identity of a command: the id chosen by the client, made unique among all people, and a hash of the content. */
export interface CommandId {
  readonly key: string;
  /** Distinguishes a resend from another command under the same id. */
  readonly hash: string;
}

/** 128 bits of SHA-256, equal for every JSON form of the same command. */
export const commandHash = (command: ClientCommand): string => idFrom(`command ${canonicalJson(command)}`);

/** Events from before hashes were stored count as the same command. */
export const isSameCommand = (done: { readonly hash: string | null }, { hash }: CommandId): boolean =>
  done.hash === null || done.hash === hash;

/** `hash` is `null` in logs from before hashes were stored. */
export interface Done {
  readonly seq: number;
  readonly hash: string | null;
}
