import { failure, type Result, success } from '@tablier/core';
import { type ClientCommand, MAX_LINE, parseLine, type ProtocolError } from '@tablier/protocol';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Seeks } from '../matchmaking/seeks.ts';
import type { Person } from '../accounts/people.ts';
import type { Traces } from '../accounts/traces.ts';
import type { CommandResult, Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { invitedTo, phaseOf, seatOf } from '../tables/table-state.ts';

export interface CommandParts {
  readonly traces: Traces;
  readonly rooms: Rooms;
  readonly seeks: Seeks;
  readonly now: () => number;
  readonly commands: RateLimiter;
  readonly tables: RateLimiter;
  readonly chat: RateLimiter;
  /** New traces of one person. */
  readonly newTraces: RateLimiter;
}

export interface Asked {
  readonly id: string;
  readonly command: ClientCommand;
  readonly person: Person;
  readonly lag: number;
  /** The network address of the connection. */
  readonly address: string;
}

export type Answer = Result<{ readonly table: string; readonly version: number }, ProtocolError>;

/**
 * Does what a person asks for; `answer` is called once, when it is durable or refused, and before anybody else is told. Rejects for what
 * is unavailable and for bugs, as a rule before it has answered.
 */
export async function runCommand(asked: Asked, parts: CommandParts, answer: (answer: Answer) => void): Promise<void> {
  const { id, command, person, lag } = asked;
  const at = parts.now();
  const retryMs = waitFor(asked, parts);
  if (retryMs > 0) return answer(failure({ name: 'too-many', retryMs }));
  // The client's id of a command, made unique among all people.
  const key = `${person.id}_${id}`;
  if (command.kind === 'open') {
    const opened = await parts.rooms.open(person, key, command.terms, asked.address);
    return answer(opened.ok ? success({ table: opened.value, version: 0 }) : opened);
  }
  if (command.kind === 'seek') {
    const { game, pace } = command;
    const sought = await parts.seeks.seek(person, key, { game, pace });
    return answer(sought.ok ? success({ table: sought.value, version: 0 }) : sought);
  }
  const room = await parts.rooms.find(command.table);
  if (room === null) return answer(failure(parts.rooms.faultOf(command.table)));
  const seat = room.seatOf(person.id);
  const text = command.kind === 'say' ? parseLine(command.text, MAX_LINE) : '';
  if (text === null) return answer(failure({ name: 'bad-text' }));
  const refused = leavesTrace(room, asked) ? await noteTrace(parts, person, command.table) : null;
  if (refused !== null) return answer(failure(refused));
  const outcome = { isDone: false };
  const reply = (result: CommandResult): void => {
    outcome.isDone = result.ok;
    answer(result.ok ? success({ table: command.table, version: result.value }) : result);
  };
  if (command.kind !== 'say') {
    await room.do(key, { person, command, at, lag }, reply);
    // Another node may have known of a chair that this one had not heard of yet.
    if (outcome.isDone && isLeaving(command)) await parts.traces.note(person.id, command.table);
    return;
  }
  await room.say(key, seat === null ? 'spectators' : 'players', { at, name: person.name, seat, text }, reply);
}

const isLeaving = ({ kind }: ClientCommand): boolean => kind === 'stand' || kind === 'decline';

/**
 * Whether this command, if it is done, leaves the person named at a table where they do not sit: deletion has to find that again. What
 * is refused leaves nothing.
 */
function leavesTrace(room: Room, { command, person }: Asked): boolean {
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

/** Notes a trace before it is left; the error where there are too many. */
async function noteTrace(parts: CommandParts, person: Person, table: string): Promise<ProtocolError | null> {
  if (parts.traces.has(person.id, table)) return null;
  const retryMs = parts.newTraces.take(person.id);
  if (retryMs > 0) return { name: 'too-many', retryMs };
  const noted = await parts.traces.note(person.id, table);
  if (noted === 'gone') return { name: 'unavailable' };
  return noted === 'full' ? { name: 'too-many', detail: 'tables' } : null;
}

function waitFor({ command, person }: Asked, { commands, tables, chat }: CommandParts): number {
  const wait = commands.take(person.id);
  if (wait > 0) return wait;
  if (command.kind === 'open' || command.kind === 'seek') return tables.take(person.id);
  return command.kind === 'say' ? chat.take(person.id) : 0;
}
