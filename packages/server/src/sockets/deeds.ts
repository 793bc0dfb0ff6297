import { failure, type Result, success } from '@tablier/core';
import { type Deed, MAX_LINE, type ProtocolError } from '@tablier/protocol';
import type { Limiter } from '../limits.ts';
import type { Seeks } from '../lobby/seeks.ts';
import { parseLine } from '../people/names.ts';
import type { People, Person } from '../people/people.ts';
import type { DeedResult } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';

export interface DeedParts {
  readonly people: People;
  readonly rooms: Rooms;
  readonly seeks: Seeks;
  readonly now: () => number;
  readonly deeds: Limiter;
  readonly tables: Limiter;
  readonly chat: Limiter;
}

export interface Asked {
  readonly id: string;
  readonly deed: Deed;
  readonly person: Person;
  readonly lag: number;
}

export type Answer = Result<{ readonly table: string; readonly version: number }, ProtocolError>;

/** Does what a person asks for; `answer` is called once, when it is durable or refused, and before anybody else is told. */
export async function doDeed(asked: Asked, parts: DeedParts, answer: (answer: Answer) => void): Promise<void> {
  const { id, deed, person, lag } = asked;
  const at = parts.now();
  const retryMs = waitFor(asked, parts);
  if (retryMs > 0) return answer(failure({ name: 'too-many', retryMs }));
  // A person's own name for a deed, made one among everybody's.
  const key = `${person.id}_${id}`;
  if (deed.kind === 'open') {
    const opened = await parts.rooms.open(person, key, deed.terms);
    return answer(opened.ok ? success({ table: opened.value, version: 0 }) : opened);
  }
  if (deed.kind === 'seek') {
    const { game, pace } = deed;
    const sought = await parts.seeks.seek(person, key, { game, pace });
    return answer(sought.ok ? success({ table: sought.value, version: 0 }) : sought);
  }
  const room = await parts.rooms.find(deed.table);
  if (room === null) return answer(failure({ name: 'unknown-table' }));
  const seat = room.seatOf(person.id);
  // Where he does not sit nobody would find him again who has to forget him.
  if (deed.kind === 'stand' || (deed.kind === 'say' && seat === null)) await parts.people.trace(person.id, deed.table);
  const reply = (result: DeedResult): void =>
    answer(result.ok ? success({ table: deed.table, version: result.value }) : result);
  if (deed.kind !== 'say') return room.do(key, { person, deed, at, lag }, reply);
  const text = parseLine(deed.text, MAX_LINE);
  if (text === null) return answer(failure({ name: 'bad-text' }));
  await room.say(key, seat === null ? 'spectators' : 'players', { at, name: person.name, seat, text }, reply);
}

function waitFor({ deed, person }: Asked, { deeds, tables, chat }: DeedParts): number {
  const wait = deeds.take(person.id);
  if (wait > 0) return wait;
  if (deed.kind === 'open' || deed.kind === 'seek') return tables.take(person.id);
  return deed.kind === 'say' ? chat.take(person.id) : 0;
}
