import * as z from 'zod/mini';
import { type ServerContext, idFrom } from '../lib/context.ts';
import { failure, type Result, success } from '@tablier/core';
import { type CommandError, PACE_NAMES } from '@tablier/protocol';
import { defineStream, type Store, StoreUnavailable } from '@tablier/store';
import type { Contacts } from '../contacts/contacts.ts';
import type { Person } from '../accounts/people.ts';
import { Counts, known } from '../lib/caches.ts';
import { SerialQueue } from '../lib/tasks.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { DELETED, isSeeking, phaseOf, seatOf, type TableState } from '../tables/state/table-state.ts';
import { seekTerms, type SeekTerms } from '../tables/state/table-terms.ts';

interface SeeksDeps extends Pick<ServerContext, 'store' | 'log' | 'now'> {
  readonly rooms: Pick<Rooms, 'find' | 'opener'>;
  readonly contacts: Pick<Contacts, 'blockedWith'>;
  /** How often seeks are checked; `DEFAULT_CHECK_INTERVAL` if absent. Milliseconds. */
  readonly checkInterval?: number;
}

/** Milliseconds. */
const DEFAULT_CHECK_INTERVAL = 1000;
/** A host counts as present for this long after starting a seek or losing the connection. Milliseconds. */
const ARRIVAL = 1500;
/** A seek whose host has been absent for this long is closed. Milliseconds. */
const HOST_TIMEOUT = 4000;
/** How often the node of a present host renews the seek. Milliseconds. */
const RENEW = 8000;
/** A seek that was not renewed for this long belongs to a node that is gone. Milliseconds. */
const LEASE = 20_000;
const MAX_SEEKS = 1000;
/** How many times the server tries to sit a person down before the client must try again. */
const MAX_TRIES = 20;
const UNSETTLED = 'pairing not settled';

interface Sought extends SeekTerms {
  readonly seq: number;
  readonly by: string;
}

/**
 * Quick pairing. A seek is a table with one chair taken; the host of the younger one sits down at the older one, at once or at a later check.
 * The ids of tables follow from the log of a person's seeks, so compare-and-append allows a new seek only when the last one is settled. Before
 * a host sits down elsewhere, their own table is marked as `meeting`, and no one can sit down there: no one is paired twice. A marking left
 * by a crash is settled by the next node that finds it.
 */
export class Seeks {
  readonly #deps: SeeksDeps;
  readonly #queues = new Map<string, SerialQueue>();
  /** Seeks of people connected to this node, and when each was last present. */
  readonly #kept = new Map<string, { readonly room: Room; seenAt: number }>();
  /** By seek: the number of requests that wait to learn where it led. */
  readonly #arriving = new Counts();
  readonly #timer: NodeJS.Timeout;
  #isChecking = false;

  constructor(deps: SeeksDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.#check(), deps.checkInterval ?? DEFAULT_CHECK_INTERVAL).unref();
  }

  /** Ends an older seek with other terms. Returns where the person then sits; the same for the same `key`. */
  async seek(person: Person, key: string, terms: SeekTerms): Promise<Result<string, CommandError<'seek'>>> {
    const head = seekTerms(terms, person);
    if (!head.ok) return head;
    const log = seekLogOf(person.id);
    const { store, now } = this.#deps;
    for (;;) {
      const last = await this.#last(log);
      if (last?.by === key && !hasSameTerms(last, terms)) return failure({ name: 'id-used' });
      if (last !== null) {
        const answer = await this.#resume(person, last, { key, terms });
        if (answer !== null) return success(answer);
      }
      const event = { at: now(), kind: 'sought', data: { ...terms, by: key } };
      const appended = await store.append(log, last?.seq ?? 0, [event], { clientId: key });
      if (appended.name === 'unavailable') return failure({ name: 'unavailable' });
      if (appended.name === 'unknown-stream') await store.createStream(log, { kind: 'seeks' });
      if (appended.name === 'duplicate') return this.#earlierSeek(person, appended.seq, terms);
    }
  }

  update(room: Room): void {
    if (room.state.head.pace === undefined) return;
    if (phaseOf(room.state) !== 'waiting') this.#kept.delete(room.id);
    else if (isHostHere(room)) this.#keep(room);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #earlierSeek(person: Person, seq: number, terms: SeekTerms): Promise<Result<string, CommandError<'seek'>>> {
    const before = await this.#sought(seekLogOf(person.id), seq);
    if (before !== null && !hasSameTerms(before, terms)) return failure({ name: 'id-used' });
    return success(whereIs((await this.#room(person, seq, terms)).state));
  }

  /** Where the last seek leads, if it answers the new one; `null` once another may start. */
  async #resume(
    person: Person,
    last: Sought,
    { key, terms }: { readonly key: string; readonly terms: SeekTerms },
  ): Promise<string | null> {
    const room = await this.#room(person, last.seq, last);
    if (phaseOf(room.state) !== 'waiting') return last.by === key ? whereIs(room.state) : null;
    const isSame = hasSameTerms(last, terms);
    if (last.by !== key && !isSame) {
      const closed = await room.step({ kind: 'closed' });
      if (closed === 'unavailable') throw new StoreUnavailable('seek not closed');
      if (closed === 'done') return null;
    }
    const table = await this.#meetFirst(room);
    // It was paired just before it was to be closed: the match is played there.
    return isSame || last.by === key || table !== room.id || phaseOf(room.state) !== 'waiting' ? table : null;
  }

  async #last(log: string): Promise<Sought | null> {
    const head = await this.#deps.store.head(log);
    return head === undefined || head.seq === 0 ? null : this.#sought(log, head.seq);
  }

  async #sought(log: string, seq: number): Promise<Sought | null> {
    const [event] = await this.#deps.store.read(log, seq, 1);
    return event === undefined ? null : { ...SEEKS_STREAM.readEvent(event), seq: event.seq };
  }

  /** The table of a person's seek with this number. It is created here if a crash prevented that. */
  async #room(person: Person, seq: number, terms: SeekTerms): Promise<Room> {
    const id = seekTable(person.id, seq);
    const known = await this.#deps.rooms.find(id);
    if (known !== null) return known;
    const head = seekTerms(terms, person);
    if (!head.ok) throw new Error(`seek refused: ${head.error.name}`);
    await this.#deps.rooms.opener.create(id, head.value);
    const room = await this.#deps.rooms.find(id);
    if (room === null) throw new Error('stored seek not found');
    return room;
  }

  #keep(room: Room): void {
    this.#kept.set(room.id, { room, seenAt: this.#deps.now() });
  }

  #meet(room: Room): Promise<string> {
    const { pace } = room.state.head;
    const queue = known(this.#queues, `${room.state.game.id} ${pace}`, () => new SerialQueue());
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

  /** For a person who has just started a seek: they count as present until they have the answer. */
  async #meetFirst(room: Room): Promise<string> {
    this.#keep(room);
    this.#arriving.add(room.id, 1);
    try {
      return await this.#meet(room);
    } finally {
      this.#arriving.add(room.id, -1);
      if (this.#kept.has(room.id)) this.#keep(room);
    }
  }

  #isThere(room: Room): boolean {
    return isHostHere(room) || this.#arriving.of(room.id) > 0;
  }

  async #settle(room: Room, table: string): Promise<void> {
    const other = await this.#deps.rooms.find(table);
    const host = hostOf(room.state);
    const sits = other !== null && host !== null && (await this.#sits(host, other, room.id));
    if ((await room.step({ kind: sits ? 'met' : 'unmet', table })) === 'unavailable')
      throw new StoreUnavailable(UNSETTLED);
  }

  /**
   * Whether a person sits at a table in the end; they sit down there if possible. Several nodes may ask, one of them late, so the answer depends
   * only on what can no longer change: a meeting of the table is settled first. Each leads to an older seek, so the recursion ends.
   */
  async #sits(person: Person, other: Room, seek: string): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { state } = other;
      if (seatOf(state, person.id) >= 0) return true;
      if (phaseOf(state) !== 'waiting') return false;
      const chair = state.chairs.findIndex(({ kind }) => kind === 'open');
      if (state.meeting !== null) await this.#settle(other, state.meeting);
      else if (chair < 0) await other.advance();
      else {
        const command = { kind: 'sit', table: other.id, chair } as const;
        // The key contains the version it was tried on: a refused attempt is repeated when the table has changed.
        await other.do(`${seek}_${state.seq}`, command, { person, at: this.#deps.now(), lag: 0 });
        await other.idle();
      }
    }
    throw new StoreUnavailable(UNSETTLED);
  }

  /** The oldest seek with the same terms, older than this one. Abandoned seeks are closed on the way. */
  async #oldestFor({ id, state }: Room): Promise<Room | null> {
    const listed = await this.#deps.store.list('seeking', MAX_SEEKS);
    const blocked = await this.#deps.contacts.blockedWith(state.head.host);
    let oldest: Room | null = null;
    for (const { id: other, summary } of listed) {
      const { game, pace } = summary as Partial<SeekTerms>;
      if (other === id || game !== state.game.id || pace !== state.head.pace) continue;
      const room = await this.#deps.rooms.find(other);
      if (room === null || room.state.head.host === state.head.host || !isBefore(room.state, state)) continue;
      if (blocked.has(room.state.head.host)) continue;
      if (!(await this.#isAttended(room)) || !isSeeking(room.state)) continue;
      if (oldest === null || isBefore(room.state, oldest.state)) oldest = room;
    }
    return oldest;
  }

  async #isAttended(room: Room): Promise<boolean> {
    const now = this.#deps.now();
    const kept = this.#kept.get(room.id);
    if (kept !== undefined) return this.#isThere(room) || now - kept.seenAt < ARRIVAL;
    if (now - room.state.touchedAt < LEASE) return true;
    if (room.state.meeting !== null) await this.#settle(room, room.state.meeting);
    await room.step({ kind: 'closed' });
    return false;
  }

  async #check(): Promise<void> {
    if (this.#isChecking || this.#kept.size === 0) return;
    this.#isChecking = true;
    const failed = (error: unknown): void => this.#deps.log.error({ err: error }, 'seek maintenance failed');
    try {
      const mayMeet = (await this.#deps.store.list('seeking', MAX_SEEKS)).length > 1;
      // A seek that fails must not keep the others from being paired or closed.
      for (const { room } of this.#kept.values()) await this.#attend(room, { mayMeet }).catch(failed);
    } catch (error) {
      failed(error);
    }
    this.#isChecking = false;
  }

  async #attend(room: Room, { mayMeet }: { readonly mayMeet: boolean }): Promise<void> {
    const kept = this.#kept.get(room.id);
    if (kept === undefined) return;
    const now = this.#deps.now();
    if (this.#isThere(room)) kept.seenAt = now;
    if (now - kept.seenAt > HOST_TIMEOUT) {
      this.#kept.delete(room.id);
      await room.step({ kind: 'closed' });
    } else if (now - room.state.touchedAt > RENEW) await room.step({ kind: 'seeking' });
    if (this.#kept.has(room.id) && (mayMeet || room.state.meeting !== null)) await this.#meet(room);
  }
}

const whereIs = ({ id, closed, meeting }: TableState): string => (closed && meeting !== null ? meeting : id);

const hasSameTerms = (one: SeekTerms, other: SeekTerms): boolean => one.game === other.game && one.pace === other.pace;

/** Of equally old seeks, the ids decide: the same on every node. */
const isBefore = (left: TableState, right: TableState): boolean =>
  left.turnedAt < right.turnedAt || (left.turnedAt === right.turnedAt && left.id < right.id);

function hostOf({ chairs, head }: TableState): Person | null {
  const host = chairs.find((chair) => chair.kind === 'person' && chair.person === head.host);
  if (host?.kind !== 'person' || host.person === DELETED) return null;
  const { person: id, name, guest, rating } = host;
  return { id, name, ...(guest !== undefined && { guest }), ...(rating !== undefined && { rating }) };
}

const isHostHere = ({ state, subscribers }: Room): boolean =>
  subscribers.presence.here()[seatOf(state, state.head.host)] === true;

/** The seeks of one person: their numbers make the ids of tables. It is erased with the account. */
export const SEEKS_STREAM = defineStream('seeks', {
  head: z.object({ kind: z.literal('seeks') }),
  events: { sought: z.object({ game: z.string(), pace: z.enum(PACE_NAMES), by: z.string() }) },
  personal: { events: { sought: [{ owner: 'by', form: 'command' }] } },
});

export const seekLogOf = (person: string): string => `s-${person}`;

export const seekTable = (person: string, seq: number): string => idFrom(`seek ${person} ${seq}`);

export async function seekTables(store: Store, person: string): Promise<readonly string[]> {
  const seeks = (await store.head(seekLogOf(person)))?.seq ?? 0;
  return Array.from({ length: seeks }, (_, index) => seekTable(person, index + 1));
}
