import { failure, type Result, success } from '@tablier/core';
import { type Deed, MAX_LINE, parseLine, type ProtocolError } from '@tablier/protocol';
import type { Limiter } from '../limits.ts';
import type { Seeks } from '../lobby/seeks.ts';
import type { Person } from '../people/people.ts';
import type { Traces } from '../people/traces.ts';
import type { DeedResult, Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { invitedTo, phaseOf, seatOf } from '../tables/table-state.ts';

export interface DeedParts {
  readonly traces: Traces;
  readonly rooms: Rooms;
  readonly seeks: Seeks;
  readonly now: () => number;
  readonly deeds: Limiter;
  readonly tables: Limiter;
  readonly chat: Limiter;
  /** New traces of one person. */
  readonly newTraces: Limiter;
}

export interface Asked {
  readonly id: string;
  readonly deed: Deed;
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
export async function doDeed(asked: Asked, parts: DeedParts, answer: (answer: Answer) => void): Promise<void> {
  const { id, deed, person, lag } = asked;
  const at = parts.now();
  const retryMs = waitFor(asked, parts);
  if (retryMs > 0) return answer(failure({ name: 'too-many', retryMs }));
  // The client's id of a command, made unique among all people.
  const key = `${person.id}_${id}`;
  if (deed.kind === 'open') {
    const opened = await parts.rooms.open(person, key, deed.terms, asked.address);
    return answer(opened.ok ? success({ table: opened.value, version: 0 }) : opened);
  }
  if (deed.kind === 'seek') {
    const { game, pace } = deed;
    const sought = await parts.seeks.seek(person, key, { game, pace });
    return answer(sought.ok ? success({ table: sought.value, version: 0 }) : sought);
  }
  const room = await parts.rooms.find(deed.table);
  if (room === null) return answer(failure(parts.rooms.faultOf(deed.table)));
  const seat = room.seatOf(person.id);
  const text = deed.kind === 'say' ? parseLine(deed.text, MAX_LINE) : '';
  if (text === null) return answer(failure({ name: 'bad-text' }));
  const refused = leavesTrace(room, asked) ? await noteTrace(parts, person, deed.table) : null;
  if (refused !== null) return answer(failure(refused));
  const outcome = { isDone: false };
  const reply = (result: DeedResult): void => {
    outcome.isDone = result.ok;
    answer(result.ok ? success({ table: deed.table, version: result.value }) : result);
  };
  if (deed.kind !== 'say') {
    await room.do(key, { person, deed, at, lag }, reply);
    // Another node may have known of a chair that this one had not heard of yet.
    if (outcome.isDone && isLeaving(deed)) await parts.traces.note(person.id, deed.table);
    return;
  }
  await room.say(key, seat === null ? 'spectators' : 'players', { at, name: person.name, seat, text }, reply);
}

const isLeaving = ({ kind }: Deed): boolean => kind === 'stand' || kind === 'decline';

/**
 * Whether this command, if it is done, leaves the person named at a table where they do not sit: deletion has to find that again. What
 * is refused leaves nothing.
 */
function leavesTrace(room: Room, { deed, person }: Asked): boolean {
  switch (deed.kind) {
    case 'decline':
      return invitedTo(room.state, person.id) >= 0;
    case 'stand':
      return seatOf(room.state, person.id) >= 0 && phaseOf(room.state) === 'waiting';
    case 'say':
      return seatOf(room.state, person.id) < 0 && !room.chats.spectators.isFull;
    default:
      return false;
  }
}

/** Notes a trace before it is left; the error where there are too many. */
async function noteTrace(parts: DeedParts, person: Person, table: string): Promise<ProtocolError | null> {
  if (parts.traces.has(person.id, table)) return null;
  const retryMs = parts.newTraces.take(person.id);
  if (retryMs > 0) return { name: 'too-many', retryMs };
  const noted = await parts.traces.note(person.id, table);
  if (noted === 'gone') return { name: 'unavailable' };
  return noted === 'full' ? { name: 'too-many', detail: 'tables' } : null;
}

function waitFor({ deed, person }: Asked, { deeds, tables, chat }: DeedParts): number {
  const wait = deeds.take(person.id);
  if (wait > 0) return wait;
  if (deed.kind === 'open' || deed.kind === 'seek') return tables.take(person.id);
  return deed.kind === 'say' ? chat.take(person.id) : 0;
}
