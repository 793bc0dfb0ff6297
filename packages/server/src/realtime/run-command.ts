import { failure, type Result, success } from '@tablier/core';
import {
  type ClientCommand,
  MAX_LINE,
  parseLine,
  parseName,
  type ProtocolError,
  ratingPaceOf,
  type TableTerms,
} from '@tablier/protocol';
import type { Person, PersonalDataIndex } from '../accounts/people.ts';
import type { Contacts } from '../contacts/contacts.ts';
import type { ServerContext } from '../lib/context.ts';
import { takeFromAll } from '../lib/rate-limits.ts';
import type { Seeks } from '../matchmaking/seeks.ts';
import { isHelped, sofaCodesOf } from '../tables/decisions/decide-command.ts';
import { ratingKindOf } from '../tables/state/table-terms.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import type { FindTable } from '../tables/table-finder.ts';
import { invitedTo, peopleOf, phaseOf, seatOf, type TableState } from '../tables/state/table-state.ts';
import type { ServerKey } from '../accounts/signatures.ts';
import { withRating } from '../ratings/profiles.ts';

/** The suggested wait of a person whose name is at as many tables as the index of personal data takes. Milliseconds. */
const NAMED_RETRY = 3_600_000;

export interface CommandDeps extends Pick<ServerContext, 'store' | 'now' | 'limiter' | 'metrics'> {
  readonly personalDataIndex: PersonalDataIndex;
  readonly rooms: Rooms;
  readonly findTable: FindTable;
  readonly seeks: Seeks;
  readonly sofaKey: ServerKey;
  readonly contacts: Contacts;
}

export interface CommandRequest {
  readonly id: string;
  readonly command: ClientCommand;
  readonly person: Person;
  readonly lag: number;
  readonly address: string;
}

export type CommandAnswer = Result<{ readonly table: string; readonly version: number }, ProtocolError>;

/** Resolves when it is durable or refused, before others are notified. Rejects for outages and bugs. */
export async function runCommand(request: CommandRequest, deps: CommandDeps): Promise<CommandAnswer> {
  const { command } = request;
  const { commands, moves } = deps.metrics;
  const arrivedAt = performance.now();
  const answer = await answerCommand(request, deps);
  commands.inc({ kind: command.kind, result: answer.ok ? 'done' : 'refused' });
  const isMove = command.kind === 'act' && command.action.kind === 'move';
  if (answer.ok && isMove) moves.observe((performance.now() - arrivedAt) / 1000);
  return answer;
}

async function openTable(
  { person, address }: CommandRequest,
  terms: TableTerms,
  key: string,
  deps: CommandDeps,
): Promise<CommandAnswer> {
  const kind = { game: terms.game, pace: ratingPaceOf(terms.clock) };
  const host = await withAbsences(terms.rated === true ? await withRating(person, kind, deps) : person, deps);
  const opened = await deps.rooms.opener.open(host, key, terms, address);
  if (!opened.ok) return opened;
  // Who opens a table watches it next. A fault is met there.
  deps.rooms.find(opened.value).catch(() => undefined);
  return success({ table: opened.value, version: 0 });
}

async function answerCommand(request: CommandRequest, deps: CommandDeps): Promise<CommandAnswer> {
  const { id, command, person, lag } = request;
  const at = deps.now();
  const retryMs = waitFor(request, deps);
  if (retryMs > 0) return failure({ name: 'too-many', retryMs });
  // The client's id of a command, made unique among all people.
  const key = `${person.id}_${id}`;
  if (command.kind === 'open') return openTable(request, command.terms, key, deps);
  if (command.kind === 'seek') {
    const { game, pace } = command;
    const sought = await deps.seeks.seek(await withRating(person, { game, pace }, deps), key, { game, pace });
    return sought.ok ? success({ table: sought.value, version: 0 }) : sought;
  }
  const found = await deps.findTable(command.table, request.address);
  if (!found.ok) return found;
  const room = found.value;
  const seat = seatOf(room.state, person.id);
  if (command.kind === 'sit' && (await isBlockedAt(room.state, person.id, deps)))
    return failure({ name: 'no-contact' });
  const text = command.kind === 'say' ? parseLine(command.text, MAX_LINE) : '';
  if (text === null) return failure({ name: 'bad-text' });
  // A line from before the mute that is sent again gets the same answer as before.
  const mute = command.kind === 'say' && !room.hasLineOf(key) ? await deps.store.mutes.of(person.id, at) : null;
  if (mute !== null) return failure({ name: 'muted', until: mute.until, detail: mute.reason });
  const named = seatName(room, command);
  if (named === null) return failure({ name: 'bad-text' });
  const before = reseated(room, command);
  if (before !== null) await deps.personalDataIndex.note(before, room.id);
  const refused = leavesName(room, request) ? await recordName(deps, person, command.table) : null;
  if (refused !== null) return failure(refused);
  if (command.kind === 'prepare' || command.kind === 'unprepare') return prepare(room, request, command);
  const hasCode = command.kind === 'sit' && command.code !== undefined;
  const codes = hasCode ? { codeOf: sofaCodesOf(await deps.sofaKey.get()).ofChair } : {};
  const result = await (command.kind === 'say'
    ? room.addLine(key, seat < 0 ? 'spectators' : 'players', {
        at,
        name: person.name,
        seat: seat < 0 ? null : seat,
        text,
      })
    : room.do(key, command, { person: { ...(await atTable(room, request, deps)), ...named }, at, lag, ...codes }));
  return result.ok ? success({ table: command.table, version: result.value }) : result;
}

/** The name of a player who sits down at a shared screen; `null` if it cannot be shown. */
function seatName({ state }: Room, command: ClientCommand): { readonly name?: string } | null {
  if (command.kind !== 'sit' || command.name === undefined || state.head.terms.sofa !== true) return {};
  const name = parseName(command.name);
  return name === null ? null : { name };
}

/** The person whose seat moves to another phone. Their name stays in the log, where a deletion must find it. */
function reseated({ state }: Room, command: ClientCommand): string | null {
  const chair = command.kind === 'sit' && command.code !== undefined ? state.chairs[command.chair] : undefined;
  return chair?.kind === 'person' ? chair.person : null;
}

type PreparingCommand = Extract<ClientCommand, { kind: 'prepare' | 'unprepare' }>;

async function prepare(room: Room, { person }: CommandRequest, command: PreparingCommand): Promise<CommandAnswer> {
  const seat = seatOf(room.state, person.id);
  if (seat < 0) return failure({ name: 'not-seated' });
  if (isHelped(room.state, seat, person)) return failure({ name: 'no-programs' });
  const { prepared } = room;
  const result = await (command.kind === 'prepare'
    ? prepared.add(seat, command)
    : prepared.remove(seat, command.line ?? null));
  return result.ok ? success({ table: command.table, version: room.state.seq }) : result;
}

async function atTable({ state }: Room, { command, person }: CommandRequest, deps: CommandDeps): Promise<Person> {
  if (command.kind !== 'sit') return person;
  const rated = state.head.terms.rated === true ? await withRating(person, ratingKindOf(state.head), deps) : person;
  return withAbsences(rated, deps);
}

async function withAbsences(person: Person, { contacts }: CommandDeps): Promise<Person> {
  const absences = await contacts.absencesOf(person.id);
  return absences === null ? person : { ...person, absences };
}

async function isBlockedAt(state: TableState, person: string, { contacts }: CommandDeps): Promise<boolean> {
  const others = peopleOf(state).filter((other) => other !== person);
  if (others.length === 0 || phaseOf(state) !== 'waiting') return false;
  const blocked = await contacts.blockedWith(person);
  return others.some((other) => blocked.has(other));
}

/** To be called after an accepted command was answered. */
export async function afterCommand(
  { command, person }: CommandRequest,
  { personalDataIndex }: CommandDeps,
): Promise<void> {
  // Another node may have known of a chair that was unknown here when the command came.
  if (command.kind === 'stand' || command.kind === 'decline') await personalDataIndex.note(person.id, command.table);
}

/** Whether the command leaves a name at a table without a seat, which a deletion must find again. */
function leavesName(room: Room, { command, person }: CommandRequest): boolean {
  switch (command.kind) {
    case 'decline':
      return invitedTo(room.state, person.id) >= 0;
    case 'stand':
      return seatOf(room.state, person.id) >= 0 && phaseOf(room.state) === 'waiting';
    case 'say':
      return seatOf(room.state, person.id) < 0;
    default:
      return false;
  }
}

async function recordName(deps: CommandDeps, person: Person, table: string): Promise<ProtocolError | null> {
  if (deps.personalDataIndex.has(person.id, table)) return null;
  const retryMs = deps.limiter('traces').take(person.id);
  if (retryMs > 0) return { name: 'too-many', retryMs };
  const noted = await deps.personalDataIndex.note(person.id, table);
  if (noted === 'gone') return { name: 'unavailable' };
  return noted === 'full' ? { name: 'too-many', detail: 'tables', retryMs: NAMED_RETRY } : null;
}

function waitFor({ command, person, address }: CommandRequest, { limiter }: CommandDeps): number {
  const wait = limiter('commands').take(person.id);
  if (wait > 0 || command.kind === 'act') return wait;
  const [tables, challenges] = [limiter('tables'), limiter('challenges')];
  if (command.kind === 'open' && command.terms.chairs.some(isReserved))
    return takeFromAll([tables, person.id], [challenges, person.id], [challenges, address]);
  if (command.kind === 'open' || command.kind === 'seek') return tables.take(person.id);
  return command.kind === 'say' ? limiter('chat').take(person.id) : 0;
}

const isReserved = (chair: TableTerms['chairs'][number]): boolean =>
  typeof chair !== 'string' && ('invite' in chair || 'username' in chair);
