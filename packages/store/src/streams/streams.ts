import { sql } from 'kysely';
import { StoreUnavailable } from '../errors.ts';
import { type NoticeListener, Notices } from '../notices.ts';
import type { EventText, Executor, ListingText, Statement } from '../operations.ts';
import {
  isId,
  outcomeOf,
  parsedOrNull,
  Repository,
  type RepositoryDeps,
  rowOf,
  rowsOf,
  statement,
  versionIn,
} from '../repository.ts';
import {
  type AppendExtras,
  type AppendResult,
  type ListedStream,
  type Lister,
  type Listing,
  type NewEvent,
  type OwnListing,
  type Redaction,
  type Redactor,
  type RedactResult,
  type StandingFilter,
  type StandingStream,
  type StoredEvent,
  STREAM_STATUSES,
  type StreamHead,
  type StreamOfPerson,
  type StreamStatus,
} from './stream.ts';

/** Page size when all streams are read. */
const PAGE = 100;

export interface StreamsDeps extends Omit<RepositoryDeps, 'notices'> {
  readonly executor: Executor;
}

/** Streams of events, such as those of running matches. Ids that are read may be untrusted. */
export class Streams extends Repository {
  declare protected readonly deps: StreamsDeps & RepositoryDeps;
  readonly #notices = new Notices();
  /** By topic, how often it is subscribed to. */
  readonly #topics = new Map<string, number>();
  #watching: Promise<void> | null = null;

  constructor(deps: StreamsDeps) {
    super({ ...deps, notices: new Notices() });
  }

  /** Creates a stream without events. The caller chooses the id: 1 to 64 letters, digits, `-` and `_`. */
  async createStream(id: string, head: unknown, listing: Listing | null = null): Promise<'created' | 'exists'> {
    if (!isId(id)) throw new RangeError(`not an id of a stream: ${JSON.stringify(id)}`);
    const at = this.deps.now();
    const row = { kind: 'create', stream: id, at, head: toText(head), listing: listingText(listing, at) } as const;
    const reply = await this.deps.executor.execute(row);
    if (reply.name === 'unavailable') throw new StoreUnavailable(reply.detail);
    if (reply.name === 'created') this.#notices.notify(id, 0);
    return reply.name;
  }

  /** Appends events, all or none, if the stream is at `expectedSeq`. Of any number of such appends on any nodes one succeeds. */
  async append(
    stream: string,
    expectedSeq: number,
    events: readonly NewEvent[],
    { clientId, listing, topic }: AppendExtras = {},
  ): Promise<AppendResult> {
    const last = events.at(-1);
    if (last === undefined) throw new RangeError('an append needs at least one event');
    const operation = {
      kind: 'append',
      stream,
      expected: expectedSeq,
      at: this.deps.now(),
      events: events.map(eventText),
      clientId: clientId === undefined ? null : JSON.stringify(clientId),
      listing: listing === undefined ? undefined : listingText(listing, last.at),
      topic: topic ?? null,
    } as const;
    // Without `await`: thousands of appends are pending at a time, and each pending async frame takes memory.
    return this.deps.executor.execute(operation).then((reply) => {
      if (reply.name === 'appended') this.#notices.notify(stream, reply.seq);
      return reply;
    });
  }

  /** The events from number `fromSeq` on, in order, at most `limit`. Empty for an unknown stream. */
  async read(stream: string, fromSeq: number, limit?: number): Promise<readonly StoredEvent[]> {
    const all = this.database.selectFrom('event').select(['seq', 'at', 'kind', 'data']).where('match', '=', stream);
    const events = all.where('seq', '>=', fromSeq).orderBy('seq');
    const rows = await rowsOf(limit === undefined ? events : events.limit(limit));
    return rows.map(({ seq, ...event }) => storedEvent(seq, event));
  }

  async head(stream: string): Promise<StreamHead | undefined> {
    const row = await rowOf(this.database.selectFrom('match').selectAll().where('id', '=', stream));
    return row && { id: stream, createdAt: row.created_at, head: JSON.parse(row.head) as unknown, seq: row.seq };
  }

  /** Listed streams with their heads, most recently touched first. Reads no events, so it is cheap for logs of any length. */
  async standing({ statuses, ids, person, before, limit }: StandingFilter): Promise<readonly StandingStream[]> {
    // Without any, PostgreSQL refuses the query.
    if (ids?.length === 0) return [];
    let rows = this.database
      .selectFrom('match')
      .innerJoin('listing', 'listing.match', 'match.id')
      .select(['match.id', 'match.head', 'match.touched_at as touchedAt', 'listing.status'])
      .where('listing.status', 'in', [...statuses]);
    if (ids !== undefined) rows = rows.where('match.id', 'in', ids);
    if (person !== undefined) {
      const own = this.database.selectFrom('participant').select('match').where('person', '=', person);
      rows = rows.where('match.id', 'in', own);
    }
    if (before !== undefined)
      rows = rows.where(sql<boolean>`("match".touched_at, "match".id) < (${before.touchedAt}, ${before.id})`);
    const found = await rowsOf(rows.orderBy('match.touched_at', 'desc').orderBy('match.id', 'desc').limit(limit));
    return found.map((row) => ({ ...row, head: parsedOrNull(row.head) }));
  }

  /** The streams of a status, newest listing first, at most `limit`. A summary that cannot be parsed is `null`. */
  async list(status: StreamStatus, limit: number): Promise<readonly ListedStream[]> {
    const rows = this.database
      .selectFrom('listing')
      .innerJoin('match', 'match.id', 'listing.match')
      .select(['match.id', 'match.seq', 'listing.status', 'listing.listed_at as listedAt', 'listing.summary'])
      .where('listing.status', '=', status)
      .orderBy('listing.listed_at', 'desc')
      .orderBy('listing.match', 'desc')
      .limit(limit);
    return (await rowsOf(rows)).map((row) => ({ ...row, summary: parsedOrNull(row.summary) }));
  }

  /** The streams of a participant, newest listing first, at most `limit`, those after `before`. */
  async streamsOf(
    person: string,
    limit: number,
    statuses: readonly StreamStatus[] = STREAM_STATUSES,
    before?: StreamOfPerson,
  ): Promise<readonly StreamOfPerson[]> {
    return rowsOf(this.#ofPerson(person, statuses, before).limit(limit));
  }

  /** The same streams with their private listings. */
  async listingsOf(
    person: string,
    limit: number,
    statuses: readonly StreamStatus[],
    before?: StreamOfPerson,
  ): Promise<readonly OwnListing[]> {
    const rows = await rowsOf(this.#ofPerson(person, statuses, before).select('listing.own').limit(limit));
    return rows.map((row) => ({ ...row, own: row.own && parsedOrNull(row.own) }));
  }

  /** In the order of an index. Most streams of a person are over, so their status is not looked up in another one. */
  #ofPerson(person: string, statuses: readonly StreamStatus[], before?: StreamOfPerson) {
    const rows = this.database
      .selectFrom('participant')
      .innerJoin('listing', 'listing.match', 'participant.match')
      .select(['participant.match as id', 'participant.at'])
      .where('participant.person', '=', person)
      .where('listing.status', 'in', [...statuses])
      .orderBy('participant.at', 'desc')
      .orderBy('participant.match', 'desc');
    return before === undefined
      ? rows
      : rows.where(sql<boolean>`(participant.at, participant.match) < (${before.at}, ${before.id})`);
  }

  /** The number of running streams by game. Reads an index of them. */
  async running(): Promise<ReadonlyMap<string, number>> {
    const rows = this.database
      .selectFrom('listing')
      .select(({ fn }) => ['game', fn.countAll<number | string>().as('count')])
      .where('status', '=', 'running')
      .where('game', 'is not', null)
      .groupBy('game');
    return new Map((await rowsOf(rows)).map(({ game, count }) => [game ?? '', Number(count)]));
  }

  /** Whether there are listings but none has participants, as in a database of an early version. `relist` repairs that. */
  async lacksPeople(): Promise<boolean> {
    const [listing, participant] = await Promise.all([
      rowOf(this.database.selectFrom('listing').select('match').limit(1)),
      rowOf(this.database.selectFrom('participant').select('match').limit(1)),
    ]);
    return listing !== undefined && participant === undefined;
  }

  /** Recomputes every listing from head and events while the store is in use. Returns the number of listed streams. */
  async relist(lister: Lister): Promise<number> {
    let listed = 0;
    for (let ids = await this.#after(''); ids.length > 0; ids = await this.#after(ids.at(-1) ?? ''))
      for (const id of ids) listed += Number(await this.#relistOne(id, lister));
    return listed;
  }

  async #after(id: string): Promise<readonly string[]> {
    const rows = this.database.selectFrom('match').select('id').where('id', '>', id).orderBy('id').limit(PAGE);
    return (await rowsOf(rows)).map((row) => row.id);
  }

  /** Returns whether the stream is listed now. Retries if events are appended meanwhile. */
  async #relistOne(id: string, lister: Lister): Promise<boolean> {
    for (;;) {
      const found = await this.#whole(id);
      if (found === null) return false;
      const { head, events } = found;
      const listing = lister(head, events);
      if (await this.#replaceListing(id, head.seq, listingText(listing, events.at(-1)?.at ?? head.createdAt)))
        return listing !== null;
    }
  }

  /** Replaces the listing of a stream, if it is still at `seq`. */
  async relistStream(stream: string, seq: number, listing: Listing, listedAt: number): Promise<void> {
    await this.#replaceListing(stream, seq, listingText(listing, listedAt));
  }

  /** Returns whether the stream was still at `seq`. */
  async #replaceListing(stream: string, seq: number, listing: ListingText | null): Promise<boolean> {
    const locked = this.#at(stream, seq).set(({ ref }) => ({ seq: ref('seq') }));
    return (await this.write([statement(locked, 'moved-on'), ...this.#listed(stream, listing)])).name === 'done';
  }

  #at(stream: string, seq: number) {
    return this.database.updateTable('match').where('id', '=', stream).where('seq', '=', seq);
  }

  #listed(stream: string, listing: ListingText | null): readonly Statement[] {
    const { database } = this;
    const removed = (['listing', 'participant'] as const).map((table) =>
      statement(database.deleteFrom(table).where('match', '=', stream)),
    );
    if (listing === null) return removed;
    const { status, listedAt, summary, game, own, people } = listing;
    const row = { match: stream, status, listed_at: listedAt, summary, game, own };
    const participants = people.map((person) => ({ person, match: stream, at: listedAt }));
    return [
      ...removed,
      statement(database.insertInto('listing').values(row)),
      ...participants.map((participant) => statement(database.insertInto('participant').values(participant))),
    ];
  }

  async #whole(id: string): Promise<{ readonly head: StreamHead; readonly events: readonly StoredEvent[] } | null> {
    const head = await this.head(id);
    return head === undefined ? null : { head, events: (await this.read(id, 1)).slice(0, head.seq) };
  }

  /** Rewrites head and data of events, to delete personal data or give a guest's seats away. Earlier backups still contain them. */
  async redact(id: string, redactor: Redactor): Promise<RedactResult> {
    for (;;) {
      const found = await this.#whole(id);
      if (found === null) return { name: 'unknown-stream' };
      const { head, events } = found;
      const redaction = redactor(head, events);
      if (redaction === null) return { name: 'unchanged' };
      const changes = { kind: 'stream', id } as const;
      const done = await this.write(this.#redacting(head, events, redaction), { changes, erases: true });
      if (done.name === 'refused') continue;
      const seq = versionIn(done.rows);
      this.#notices.notify(id, seq);
      return { name: 'redacted', seq };
    }
  }

  /** Refused if the stream was appended to meanwhile. */
  #redacting(
    { id, seq, createdAt }: StreamHead,
    events: readonly StoredEvent[],
    { head, data, event, listing }: Redaction,
  ): readonly Statement[] {
    const { database } = this;
    const last = event === undefined ? seq : seq + 1;
    const rewritten = this.#at(id, seq).set({ head: toText(head), seq: last, touched_at: this.deps.clock() });
    const own = database.updateTable('event').where('match', '=', id);
    const added = event && { match: id, seq: last, ...eventText(event), client_id: null };
    return [
      statement(rewritten.returning('seq as version'), 'moved-on'),
      ...[...data].map(([number, changed]) =>
        statement(own.set({ data: toText(changed), client_id: null }).where('seq', '=', number)),
      ),
      ...(added === undefined ? [] : [statement(database.insertInto('event').values(added))]),
      ...this.#listed(id, listingText(listing, event?.at ?? events.at(-1)?.at ?? createdAt)),
    ];
  }

  /** Removes a stream. Listeners are not notified, and may miss notices of a new stream with its id. */
  async erase(stream: string): Promise<'erased' | 'unknown-stream'> {
    // The row of the stream first: this waits for appends that have begun, so that the others see their events.
    const head = this.database.deleteFrom('match').where('id', '=', stream);
    const log = this.database.deleteFrom('event').where('match', '=', stream);
    const all = [statement(head, 'unknown-stream'), statement(log), ...this.#listed(stream, null)];
    const done = await this.write(all, { erases: true });
    if (done.name === 'done') this.#notices.forget(stream);
    return outcomeOf(done, 'erased');
  }

  /** Removes events by number, but never the last, with their client ids. Listeners are not notified. */
  async trim(stream: string, seqs: readonly number[]): Promise<void> {
    const last = this.database.selectFrom('match').select('seq').where('id', '=', stream);
    const own = this.database.deleteFrom('event').where('match', '=', stream).where('seq', '<', last);
    await this.write([statement(own.where('seq', 'in', seqs))]);
  }

  /**
   * Notifies of every stream and append of any node once durable, in increasing numbers of which never the last is skipped. Appends of other
   * processes to a topic without a subscription are reported some seconds late. Returns a stop.
   */
  async follow(listener: NoticeListener): Promise<() => void> {
    const stop = this.#notices.add(listener);
    await this.watch();
    return stop;
  }

  /** Asks for the notices of a topic, until each call is undone. What is read after it resolves is kept up to date by notices. */
  subscribe(topic: string): Promise<void> {
    this.#topics.set(topic, (this.#topics.get(topic) ?? 0) + 1);
    return this.deps.executor.subscribe(topic);
  }

  unsubscribe(topic: string): void {
    const left = (this.#topics.get(topic) ?? 1) - 1;
    if (left > 0) return void this.#topics.set(topic, left);
    this.#topics.delete(topic);
    this.deps.executor.unsubscribe(topic);
  }

  /** Starts the notices of streams and accounts. Resolves when none can be missed any more. */
  protected watch(): Promise<void> {
    this.#watching ??= this.deps.executor.watch({ stream: this.#notices.notify, account: this.deps.notices.notify });
    return this.#watching;
  }
}

export const storedEvent = (seq: number, { at, kind, data }: EventText): StoredEvent => ({
  seq,
  at,
  kind,
  data: JSON.parse(data) as unknown,
});

const eventText = ({ at, kind, data }: NewEvent): EventText => ({ at, kind, data: toText(data) });

const toText = (data: unknown): string => JSON.stringify(data ?? null);

function listingText(listing: Listing | null, listedAt: number): ListingText | null {
  if (listing === null) return null;
  const people = [...new Set(listing.people)];
  const bad = people.find((person) => !isId(person));
  if (bad !== undefined) throw new RangeError(`not an id of a person: ${JSON.stringify(bad)}`);
  const { status, summary, game = null, own } = listing;
  return { status, listedAt, summary: toText(summary), people, game, own: own === undefined ? null : toText(own) };
}
