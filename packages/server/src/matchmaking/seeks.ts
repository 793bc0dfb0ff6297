import { failure, type Result, success } from '@tablier/core';
import type { ProtocolError } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { Log } from '../lib/log.ts';
import type { Person } from '../accounts/people.ts';
import { SerialQueue } from '../lib/serial-queue.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { DELETED, isSeeking, phaseOf, seatOf, type TableState } from '../tables/table-state.ts';
import { seekTerms, type Wish } from '../tables/table-terms.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import { SEEKS_STREAM, seekLogOf, seekTable } from './seek-log.ts';

export interface SeeksParts {
  readonly store: Store;
  readonly rooms: Pick<Rooms, 'find' | 'create'>;
  readonly log: Log;
  readonly now: () => number;
}

/** Seeks are looked after this often. Milliseconds. */
const PULSE = 1000;
/** Who has just sought, or whose line has just broken, is counted as there for so long. Milliseconds. */
const ARRIVAL = 1500;
/** A seek whose host has been away for so long is closed. Milliseconds. */
const PATIENCE = 4000;
/** The node where a host is notes this often that he is. Milliseconds. */
const RENEW = 8000;
/** A seek of which nothing was noted for so long belongs to a node that is gone. Milliseconds. */
const LEASE = 20_000;
/** Seeks that are gone through at a time. */
const MOST_SEEKS = 1000;
/** How often somebody tries to sit down before he is told to come again. */
const MOST_TRIES = 20;
const UNSETTLED = 'a pairing could not be settled';

/** The last seek of a person, from his log of seeks. */
interface Sought extends Wish {
  readonly seq: number;
  /** The command that asked for it. */
  readonly by: string;
}

/**
 * Quick pairing. A seek is a table in the store with one chair taken; to be paired is to sit down at the older of two such tables.
 *
 * Nobody is paired twice: each person has a log of seeks, whose numbers make the ids of the tables, so that compare-and-append lets
 * a new one begin only when the last one is settled. And before a host sits down remoteTables his own table is marked as `meeting`,
 * from when on nobody sits down there; what a crash leaves at that is settled by whoever comes by.
 *
 * Nobody is left waiting beside a match: whoever waits for less long goes to whoever waits for longer, which is tried at once and again
 * with each pulse, so that what two nodes did not see of each other is found.
 */
export class Seeks {
  readonly #parts: SeeksParts;
  readonly #queues = new Map<string, SerialQueue>();
  /** Seeks of people with a line to this node, and when each was last there. */
  readonly #kept = new Map<string, { readonly room: Room; seenAt: number }>();
  /** By seek: how many are being told where it led. */
  readonly #arriving = new Map<string, number>();
  readonly #pulse: NodeJS.Timeout;
  #isBeating = false;

  constructor(parts: SeeksParts) {
    this.#parts = parts;
    this.#pulse = setInterval(() => void this.#beat(), PULSE).unref();
  }

  /** Seeks somebody to play with, and ends an older seek for something else. The table where the person sits then; the same for the same `key`. */
  async seek(person: Person, key: string, wish: Wish): Promise<Result<string, ProtocolError>> {
    const terms = seekTerms(wish, person);
    if (!terms.ok) return terms;
    const log = seekLogOf(person.id);
    const { store, now } = this.#parts;
    for (;;) {
      const last = await this.#last(log);
      if (last?.by === key && !isSameWish(last, wish)) return failure({ name: 'id-used' });
      if (last !== null) {
        const answer = await this.#standing(person, last, { key, wish });
        if (answer !== null) return success(answer);
      }
      const event = { at: now(), kind: 'sought', data: { ...wish, by: key } };
      const appended = await store.append(log, last?.seq ?? 0, [event], { clientId: key });
      if (appended.name === 'unavailable') return failure({ name: 'unavailable' });
      if (appended.name === 'unknown-stream') await store.createStream(log, { kind: 'seeks' });
      if (appended.name === 'duplicate') return this.#soughtBefore(person, appended.seq, wish);
    }
  }

  /** A table may have changed, or who looks at it. */
  update(room: Room): void {
    if (room.state.head.pace === undefined) return;
    if (phaseOf(room.state) !== 'waiting') this.#kept.delete(room.id);
    else if (isHostHere(room)) this.#keep(room);
  }

  close(): void {
    clearInterval(this.#pulse);
  }

  /** Where an earlier seek under the same id led; an id that named another wish answers nothing. */
  async #soughtBefore(person: Person, seq: number, wish: Wish): Promise<Result<string, ProtocolError>> {
    const before = await this.#sought(seekLogOf(person.id), seq);
    if (before !== null && !isSameWish(before, wish)) return failure({ name: 'id-used' });
    return success(whereIs((await this.#room(person, seq, wish)).state));
  }

  /** Where the last seek of a person leads if it answers the present one; `null` once it is settled and another may begin. */
  async #standing(
    person: Person,
    last: Sought,
    { key, wish }: { readonly key: string; readonly wish: Wish },
  ): Promise<string | null> {
    const room = await this.#room(person, last.seq, last);
    if (phaseOf(room.state) !== 'waiting') return last.by === key ? whereIs(room.state) : null;
    const isSame = isSameWish(last, wish);
    if (last.by !== key && !isSame) {
      const closed = await room.step({ kind: 'closed' });
      if (closed === 'unavailable') throw new UnavailableError('a seek could not be ended');
      if (closed === 'done') return null;
    }
    const table = await this.#meetFirst(room);
    // Found just before it was to be ended: that is where one plays.
    return isSame || last.by === key || table !== room.id || phaseOf(room.state) !== 'waiting' ? table : null;
  }

  async #last(log: string): Promise<Sought | null> {
    const head = await this.#parts.store.head(log);
    return head === undefined || head.seq === 0 ? null : this.#sought(log, head.seq);
  }

  async #sought(log: string, seq: number): Promise<Sought | null> {
    const [event] = await this.#parts.store.read(log, seq, 1);
    return event === undefined ? null : { ...SEEKS_STREAM.readEvent(event), seq: event.seq };
  }

  /** The table of a person's seek with this number, made unless a crash came after it was. */
  async #room(person: Person, seq: number, wish: Wish): Promise<Room> {
    const id = seekTable(person.id, seq);
    const known = await this.#parts.rooms.find(id);
    if (known !== null) return known;
    const terms = seekTerms(wish, person);
    if (!terms.ok) throw new Error(`a seek is refused: ${terms.error.name}`);
    const created = await this.#parts.rooms.create(id, terms.value);
    if (!created.ok) throw new UnavailableError('a seek could not be kept');
    const room = await this.#parts.rooms.find(id);
    if (room === null) throw new Error('a seek was not found after it was kept');
    return room;
  }

  #keep(room: Room): void {
    this.#kept.set(room.id, { room, seenAt: this.#parts.now() });
  }

  /** Brings a seek together with the oldest one that fits, if there is one; the table where its host sits then. */
  #meet(room: Room): Promise<string> {
    const { pace } = room.state.head;
    const name = `${room.state.game.id} ${pace}`;
    const queue = this.#queues.get(name) ?? new SerialQueue();
    this.#queues.set(name, queue);
    return queue.run(async () => {
      while (phaseOf(room.state) === 'waiting') {
        const { meeting } = room.state;
        const other = meeting ?? (await this.#oldestFor(room))?.id;
        if (other === undefined) break;
        if (meeting !== null) await this.#settle(room, meeting);
        else if ((await room.step({ kind: 'meeting', table: other })) === 'unavailable') break;
      }
      return whereIs(room.state);
    });
  }

  /** The same for somebody who has just come: where he sits he learns only then, so until then he counts as there. */
  async #meetFirst(room: Room): Promise<string> {
    this.#keep(room);
    this.#arriving.set(room.id, (this.#arriving.get(room.id) ?? 0) + 1);
    try {
      return await this.#meet(room);
    } finally {
      const others = (this.#arriving.get(room.id) ?? 1) - 1;
      if (others > 0) this.#arriving.set(room.id, others);
      else this.#arriving.delete(room.id);
      if (this.#kept.has(room.id)) this.#keep(room);
    }
  }

  #isThere(room: Room): boolean {
    return isHostHere(room) || this.#arriving.has(room.id);
  }

  /** Sits the host of a seek down at another, or says that it was too late. */
  async #settle(room: Room, table: string): Promise<void> {
    const other = await this.#parts.rooms.find(table);
    const host = hostOf(room.state);
    const sits = other !== null && host !== null && (await this.#sits(host, other, room.id));
    if ((await room.step({ kind: sits ? 'met' : 'unmet', table })) === 'unavailable')
      throw new UnavailableError(UNSETTLED);
  }

  /**
   * Whether somebody sits at a table in the end; he sits down there where he can. Several nodes may ask at once, and one of them late,
   * so this is answered only with what cannot change any more: where the table may still be free again, its own meeting is settled first.
   * Meetings lead to older and older seeks, so there is an end to that.
   */
  async #sits(person: Person, other: Room, seek: string): Promise<boolean> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { state } = other;
      if (seatOf(state, person.id) >= 0) return true;
      if (phaseOf(state) !== 'waiting') return false;
      const chair = state.chairs.findIndex(({ kind }) => kind === 'open');
      if (state.meeting !== null) await this.#settle(other, state.meeting);
      else if (chair < 0) await other.look();
      else {
        const doing = {
          person,
          command: { kind: 'sit', table: other.id, chair },
          at: this.#parts.now(),
          lag: 0,
        } as const;
        // Named by what it was tried on: what is refused is tried again when that has changed.
        await other.do(`${seek}_${state.seq}`, doing, () => undefined);
      }
    }
    throw new UnavailableError(UNSETTLED);
  }

  /** The seek that has waited longest of those for the same, and longer than this one; seeks that nobody looks after are closed on the way. */
  async #oldestFor({ id, state }: Room): Promise<Room | null> {
    const listed = await this.#parts.store.list('seeking', MOST_SEEKS);
    let oldest: Room | null = null;
    for (const { id: other, summary } of listed) {
      const { game, pace } = summary as Partial<Wish>;
      if (other === id || game !== state.game.id || pace !== state.head.pace) continue;
      const room = await this.#parts.rooms.find(other);
      if (room === null || room.state.head.host === state.head.host || !isBefore(room.state, state)) continue;
      if (!(await this.#isAttended(room)) || !isSeeking(room.state)) continue;
      if (oldest === null || isBefore(room.state, oldest.state)) oldest = room;
    }
    return oldest;
  }

  /** Whether the host of a seek is there, as far as this node knows. */
  async #isAttended(room: Room): Promise<boolean> {
    const now = this.#parts.now();
    const kept = this.#kept.get(room.id);
    if (kept !== undefined) return this.#isThere(room) || now - kept.seenAt < ARRIVAL;
    if (now - room.state.touchedAt < LEASE) return true;
    if (room.state.meeting !== null) await this.#settle(room, room.state.meeting);
    await room.step({ kind: 'closed' });
    return false;
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || this.#kept.size === 0) return;
    this.#isBeating = true;
    try {
      const listed = await this.#parts.store.list('seeking', MOST_SEEKS);
      for (const { room } of this.#kept.values()) await this.#attend(room, { mayMeet: listed.length > 1 });
    } catch (error) {
      this.#parts.log.error({ err: error }, 'seeks could not be looked after');
    }
    this.#isBeating = false;
  }

  async #attend(room: Room, { mayMeet }: { readonly mayMeet: boolean }): Promise<void> {
    const kept = this.#kept.get(room.id);
    if (kept === undefined) return;
    const now = this.#parts.now();
    if (this.#isThere(room)) kept.seenAt = now;
    if (now - kept.seenAt > PATIENCE) {
      this.#kept.delete(room.id);
      await room.step({ kind: 'closed' });
    } else if (now - room.state.touchedAt > RENEW) await room.step({ kind: 'seeking' });
    if (this.#kept.has(room.id) && (mayMeet || room.state.meeting !== null)) await this.#meet(room);
  }
}

/** Where the host of a seek sits: at his own table, or at the one to which he went. */
const whereIs = ({ id, closed, meeting }: TableState): string => (closed && meeting !== null ? meeting : id);

const isSameWish = (one: Wish, other: Wish): boolean => one.game === other.game && one.pace === other.pace;

/** Whether one seek is older than another; of two that are as old, the order of their ids decides, which is the same everywhere. */
const isBefore = (left: TableState, right: TableState): boolean =>
  left.turnedAt < right.turnedAt || (left.turnedAt === right.turnedAt && left.id < right.id);

function hostOf({ chairs, head }: TableState): Person | null {
  const host = chairs.find((chair) => chair.kind === 'person' && chair.person === head.host);
  if (host?.kind !== 'person' || host.person === DELETED) return null;
  const { person: id, name, guest } = host;
  return { id, name, ...(guest !== undefined && { guest }) };
}

function isHostHere({ state, subscribers }: Room): boolean {
  const host = state.chairs.findIndex((chair) => chair.kind === 'person' && chair.person === state.head.host);
  return subscribers.here()[host] === true;
}
