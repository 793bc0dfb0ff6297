import { failure, type Result, success } from '@tablier/core';
import { type ClientCommand, MAX_LINE, parseLine, type ProtocolError } from '@tablier/protocol';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Seeks } from '../matchmaking/seeks.ts';
import type { Person } from '../accounts/people.ts';
import type { PersonalDataIndex } from '../accounts/personal-data-index.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { invitedTo, phaseOf, seatOf } from '../tables/table-state.ts';

export interface CommandParts {
  readonly personalDataIndex: PersonalDataIndex;
  readonly rooms: Rooms;
  readonly seeks: Seeks;
  readonly now: () => number;
  readonly commands: RateLimiter;
  readonly tables: RateLimiter;
  readonly chat: RateLimiter;
  /** Limits the tables at which one person leaves new traces. */
  readonly newTraces: RateLimiter;
}

/** A command with what the connection knows about it. */
export interface CommandRequest {
  readonly id: string;
  readonly command: ClientCommand;
  readonly person: Person;
  readonly lag: number;
  /** The network address of the connection. */
  readonly address: string;
}

export type Answer = Result<{ readonly table: string; readonly version: number }, ProtocolError>;

/**
 * Runs a command; resolves when it is durable or refused. A caller that answers at once does so before anyone else is
 * notified (`Room.do`). Rejects if the database does not answer, and for bugs.
 */
export async function runCommand(request: CommandRequest, parts: CommandParts): Promise<Answer> {
  const { id, command, person, lag } = request;
  const at = parts.now();
  const retryMs = waitFor(request, parts);
  if (retryMs > 0) return failure({ name: 'too-many', retryMs });
  // The client's id of a command, made unique among all people.
  const key = `${person.id}_${id}`;
  if (command.kind === 'open') {
    const opened = await parts.rooms.opener.open(person, key, command.terms, request.address);
    return opened.ok ? success({ table: opened.value, version: 0 }) : opened;
  }
  if (command.kind === 'seek') {
    const { game, pace } = command;
    const sought = await parts.seeks.seek(person, key, { game, pace });
    return sought.ok ? success({ table: sought.value, version: 0 }) : sought;
  }
  const room = await parts.rooms.find(command.table);
  if (room === null) return failure(parts.rooms.faultOf(command.table));
  const seat = seatOf(room.state, person.id);
  const text = command.kind === 'say' ? parseLine(command.text, MAX_LINE) : '';
  if (text === null) return failure({ name: 'bad-text' });
  const refused = leavesTrace(room, request) ? await noteTrace(parts, person, command.table) : null;
  if (refused !== null) return failure(refused);
  const result = await (command.kind === 'say'
    ? room.say(key, seat < 0 ? 'spectators' : 'players', { at, name: person.name, seat: seat < 0 ? null : seat, text })
    : room.do(key, command, { person, at, lag }));
  return result.ok ? success({ table: command.table, version: result.value }) : result;
}

/** To be called after an accepted command was answered. */
export async function afterCommand(
  { command, person }: CommandRequest,
  { personalDataIndex }: CommandParts,
): Promise<void> {
  // Another node may have known of a chair that was unknown here when the command came.
  if (command.kind === 'stand' || command.kind === 'decline') await personalDataIndex.note(person.id, command.table);
}

/**
 * Whether this command, if accepted, leaves the person's name at a table where they do not sit, which deletion must
 * find again. A refused command leaves nothing.
 */
function leavesTrace(room: Room, { command, person }: CommandRequest): boolean {
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

/** Records a trace before it is left; an error if there are too many. */
async function noteTrace(parts: CommandParts, person: Person, table: string): Promise<ProtocolError | null> {
  if (parts.personalDataIndex.has(person.id, table)) return null;
  const retryMs = parts.newTraces.take(person.id);
  if (retryMs > 0) return { name: 'too-many', retryMs };
  const noted = await parts.personalDataIndex.note(person.id, table);
  if (noted === 'gone') return { name: 'unavailable' };
  return noted === 'full' ? { name: 'too-many', detail: 'tables' } : null;
}

function waitFor({ command, person }: CommandRequest, { commands, tables, chat }: CommandParts): number {
  const wait = commands.take(person.id);
  if (wait > 0) return wait;
  if (command.kind === 'open' || command.kind === 'seek') return tables.take(person.id);
  return command.kind === 'say' ? chat.take(person.id) : 0;
}
