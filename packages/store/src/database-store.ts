import { type GameRecord, knownFields } from '@tablier/core';
import type { Expression, Kysely } from 'kysely';
import type { AccountRepository } from './accounts/accounts.ts';
import { DatabaseAccounts } from './accounts/database-accounts.ts';
import { DatabasePasswordResets } from './accounts/database-password-resets.ts';
import type { PasswordResetRepository } from './accounts/password-resets.ts';
import { statement, transact } from './accounts/transactions.ts';
import { DatabaseFinishedGames } from './finished/database-finished.ts';
import { DatabaseMonths } from './finished/database-months.ts';
import type { FinishedGames } from './finished/finished-games.ts';
import type { GameMonths } from './finished/game-months.ts';
import { DatabaseModerators } from './moderators/database-moderators.ts';
import type { ModeratorRepository } from './moderators/moderators.ts';
import { DatabaseMutes } from './mutes/database-mutes.ts';
import type { MuteRepository } from './mutes/mutes.ts';
import { DatabaseNotifications } from './notifications/database-notifications.ts';
import type { NotificationRepository } from './notifications/notifications.ts';
import type { JobRepository } from './jobs/jobs.ts';
import type { NodePort } from './nodes.ts';
import { Notices } from './notices.ts';
import type { EventText, Executor, ListingText, RedactOperation } from './operations.ts';
import { DatabaseTokens } from './accounts/database-tokens.ts';
import type { TokenRepository } from './accounts/tokens.ts';
import { DatabaseRatings } from './ratings/database-ratings.ts';
import type { RatingRepository } from './ratings/ratings.ts';
import { answer, isId, type Reads } from './reads.ts';
import { recordId } from './record-id.ts';
import type { Schema } from './schema.ts';
import { DatabaseRelations } from './relations/database-relations.ts';
import type { RelationRepository } from './relations/relations.ts';
import { DatabaseReports } from './reports/database-reports.ts';
import type { ReportRepository } from './reports/reports.ts';
import { DatabaseStudies } from './studies/database-studies.ts';
import type { StudyRepository } from './studies/studies.ts';
import { summaryText } from './summaries.ts';
import { DatabaseTournaments } from './tournaments/database-tournaments.ts';
import type { TournamentRepository } from './tournaments/tournaments.ts';
import {
  type AppendExtras,
  type AppendResult,
  type CreateResult,
  type EraseResult,
  type ForgetResult,
  type ArchiveExtras,
  type ArchivedGame,
  type ArchivedSummary,
  type ListedStream,
  type Lister,
  type Listing,
  STREAM_STATUSES,
  type StreamHead,
  type StreamOfPerson,
  type StreamStatus,
  type NewEvent,
  type OwnListing,
  type NoticeListener,
  type Redaction,
  type Redactor,
  type RedactResult,
  type StandingFilter,
  type StandingStream,
  type Store,
  type StoredEvent,
  type StoreHealth,
  StoreFault,
  StoreUnavailable,
  MAX_OUTAGES,
  type RecordedOutage,
  type TrimResult,
} from './store.ts';

/** Page size when all streams are read. */
const PAGE = 100;

interface StoreDeps {
  readonly database: Kysely<Schema>;
  readonly reads: Reads;
  readonly executor: Executor;
  readonly nodes: NodePort | null;
  readonly jobs: JobRepository;
  readonly now: () => number;
  /** The clock that all writers of the database share, as a part of a statement. */
  readonly clock: () => Expression<number>;
}

/** The store for both databases. `Reads` has the queries; an `Executor` executes writes as plain data. Created by `openStore`. */
export class DatabaseStore implements Store {
  readonly nodes: NodePort | null;
  readonly accounts: AccountRepository;
  readonly ratings: RatingRepository;
  readonly tokens: TokenRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly finished: FinishedGames;
  readonly months: GameMonths;
  readonly studies: StudyRepository;
  readonly tournaments: TournamentRepository;
  readonly relations: RelationRepository;
  readonly reports: ReportRepository;
  readonly moderators: ModeratorRepository;
  readonly mutes: MuteRepository;
  readonly jobs: JobRepository;
  readonly notifications: NotificationRepository;
  private readonly deps: StoreDeps;
  private readonly notices = new Notices();
  private readonly accountNotices = new Notices();
  private watching: Promise<void> | null = null;

  constructor(deps: StoreDeps) {
    this.deps = deps;
    this.nodes = deps.nodes;
    this.jobs = deps.jobs;
    const { database, executor, now, clock } = deps;
    const notices = this.accountNotices;
    this.finished = new DatabaseFinishedGames({ database, executor });
    this.months = new DatabaseMonths(database);
    this.ratings = new DatabaseRatings({ database, executor });
    this.tokens = new DatabaseTokens({ database, executor, clock, notices });
    this.passwordResets = new DatabasePasswordResets({ database, executor, clock, notices });
    this.studies = new DatabaseStudies({ database, executor });
    this.tournaments = new DatabaseTournaments({ database, executor });
    this.relations = new DatabaseRelations({ database, executor, clock, notices });
    this.reports = new DatabaseReports({ database, executor });
    this.moderators = new DatabaseModerators({ database, executor });
    this.mutes = new DatabaseMutes({ database, executor });
    this.notifications = new DatabaseNotifications({ database, executor });
    this.accounts = new DatabaseAccounts({ database, executor, now, clock, notices, watch: () => this.watch() });
  }

  async keep(given: GameRecord, { isListed = false }: ArchiveExtras = {}): Promise<string> {
    const record = knownFields(given);
    const id = recordId(record);
    const { game, end } = record;
    const reply = await this.deps.executor.execute({
      kind: 'keep',
      id,
      at: this.deps.now(),
      game,
      endedBy: end?.by ?? null,
      record: JSON.stringify(record),
      summary: isListed ? summaryText(record) : null,
    });
    if (reply.name === 'unavailable') throw new StoreUnavailable(reply.detail);
    return id;
  }

  find(id: string): Promise<ArchivedGame | undefined> {
    return this.deps.reads.find(id);
  }

  recent(limit: number, before?: string): Promise<readonly ArchivedSummary[]> {
    return this.deps.reads.recent(limit, before);
  }

  async forgetGame(id: string): Promise<ForgetResult> {
    if (!isId(id)) return { name: 'unknown-game' };
    const forgotten = await this.deps.executor.execute({ kind: 'forget', id });
    const removed = forgotten.name === 'unavailable' || (await this.finished.forget(id));
    return removed ? forgotten : { name: 'unavailable', detail: 'the game is still in searches' };
  }

  async createStream(id: string, head: unknown, listing: Listing | null = null): Promise<CreateResult> {
    if (!isId(id)) throw new RangeError(`not an id of a stream: ${JSON.stringify(id)}`);
    const at = this.deps.now();
    const row = { kind: 'create', match: id, at, head: toText(head), listing: listingText(listing, at) } as const;
    const reply = await this.deps.executor.execute(row);
    if (reply.name === 'created') this.notices.notify(id, 0);
    return reply;
  }

  /** Not `async`: thousands of appends are pending at a time, and each pending async frame takes memory. */
  async append(
    match: string,
    expectedSeq: number,
    events: readonly NewEvent[],
    { clientId, listing }: AppendExtras = {},
  ): Promise<AppendResult> {
    const last = events.at(-1);
    if (last === undefined) throw new RangeError('an append needs at least one event');
    if (!isId(match)) return { name: 'unknown-stream' };
    const operation = {
      kind: 'append',
      match,
      expected: expectedSeq,
      at: this.deps.now(),
      events: events.map(eventText),
      clientId: clientId === undefined ? null : JSON.stringify(clientId),
      listing: listing === undefined ? undefined : listingText(listing, last.at),
    } as const;
    return this.deps.executor.execute(operation).then((reply) => {
      if (reply.name === 'appended') this.notices.notify(match, reply.seq);
      return reply;
    });
  }

  read(match: string, fromSeq: number, limit?: number): Promise<readonly StoredEvent[]> {
    return this.deps.reads.read(match, fromSeq, limit);
  }

  seqOf(match: string, clientId: string): Promise<number | undefined> {
    return this.deps.reads.seqOf(match, clientId);
  }

  standing(filter: StandingFilter): Promise<readonly StandingStream[]> {
    return this.deps.reads.standing(filter);
  }

  head(match: string): Promise<StreamHead | undefined> {
    return this.deps.reads.head(match);
  }

  list(status: StreamStatus, limit: number): Promise<readonly ListedStream[]> {
    return this.deps.reads.list(status, limit);
  }

  streamsOf(
    person: string,
    limit: number,
    statuses: readonly StreamStatus[] = STREAM_STATUSES,
    before?: StreamOfPerson,
  ): Promise<readonly StreamOfPerson[]> {
    return this.deps.reads.streamsOf(person, limit, statuses, before);
  }

  listingsOf(
    person: string,
    limit: number,
    statuses: readonly StreamStatus[],
    before?: StreamOfPerson,
  ): Promise<readonly OwnListing[]> {
    return this.deps.reads.listingsOf(person, limit, statuses, before);
  }

  async relistStream(match: string, seq: number, listing: Listing, listedAt: number): Promise<void> {
    const text = listingText(listing, listedAt);
    const reply = await this.deps.executor.execute({ kind: 'relist', match, seq, listing: text });
    if (reply.name === 'unavailable') throw new StoreUnavailable(reply.detail);
  }

  running(): Promise<ReadonlyMap<string, number>> {
    return this.deps.reads.running();
  }

  lacksPeople(): Promise<boolean> {
    return this.deps.reads.lacksPeople();
  }

  async relist(lister: Lister): Promise<number> {
    let listed = 0;
    let ids = await this.deps.reads.matchesAfter('', PAGE);
    for (; ids.length > 0; ids = await this.deps.reads.matchesAfter(ids.at(-1) ?? '', PAGE)) {
      for (const id of ids) listed += (await this.relistOne(id, lister)) ? 1 : 0;
    }
    return listed;
  }

  /** Returns whether the stream is listed now. Retries if events are appended meanwhile. */
  private async relistOne(id: string, lister: Lister): Promise<boolean> {
    const { reads, executor } = this.deps;
    for (;;) {
      const head = await reads.head(id);
      if (head === undefined) return false;
      const events = (await reads.read(id, 1)).slice(0, head.seq);
      const listing = lister(head, events);
      const text = listingText(listing, events.at(-1)?.at ?? head.createdAt);
      const reply = await executor.execute({ kind: 'relist', match: id, seq: head.seq, listing: text });
      if (reply.name === 'unavailable') throw new StoreUnavailable(reply.detail);
      if (reply.name === 'relisted') return listing !== null;
    }
  }

  async redact(id: string, redactor: Redactor): Promise<RedactResult> {
    const { reads, executor } = this.deps;
    for (;;) {
      const head = await reads.head(id);
      if (head === undefined) return { name: 'unknown-stream' };
      const events = (await reads.read(id, 1)).slice(0, head.seq);
      const redaction = redactor(head, events);
      if (redaction === null) return { name: 'unchanged' };
      const reply = await executor.execute({ ...redactOperation(head, events, redaction), at: this.deps.now() });
      if (reply.name === 'redacted') this.notices.notify(id, reply.seq);
      if (reply.name !== 'moved-on') return reply;
    }
  }

  async erase(match: string): Promise<EraseResult> {
    if (!isId(match)) return { name: 'unknown-stream' };
    const reply = await this.deps.executor.execute({ kind: 'erase', match });
    if (reply.name === 'erased') this.notices.forget(match);
    return reply;
  }

  async trim(match: string, seqs: readonly number[]): Promise<TrimResult> {
    if (!isId(match) || seqs.length === 0) return { name: 'trimmed' };
    return this.deps.executor.execute({ kind: 'trim', match, seqs });
  }

  async follow(listener: NoticeListener): Promise<() => void> {
    const stop = this.notices.add(listener);
    await this.watch();
    return stop;
  }

  private watch(): Promise<void> {
    const { notices, accountNotices } = this;
    this.watching ??= this.deps.executor.watch({ stream: notices.notify, account: accountNotices.notify });
    return this.watching;
  }

  async secret(name: string, proposed: string): Promise<string> {
    const { database, executor } = this.deps;
    const stored = database.selectFrom('secret').select('value').where('name', '=', name);
    const known = await answer(stored.executeTakeFirst());
    if (known !== undefined) return known.value;
    const row = database.insertInto('secret').values({ name, value: proposed });
    const done = await transact(executor, [statement(row.onConflict((other) => other.doNothing()))]);
    if (done.name === 'unavailable') throw new StoreUnavailable(done.detail);
    return (await answer(stored.executeTakeFirstOrThrow())).value;
  }

  async recordOutage({ from, until }: RecordedOutage): Promise<void> {
    const { database, executor } = this.deps;
    const row = database.insertInto('outage').values({ until_at: until, from_at: from });
    const latest = database.selectFrom('outage').select('until_at').orderBy('until_at', 'desc').limit(MAX_OUTAGES);
    const done = await transact(executor, [
      statement(row.onConflict((known) => known.doNothing())),
      statement(database.deleteFrom('outage').where('until_at', 'not in', latest)),
    ]);
    if (done.name === 'unavailable') throw new StoreUnavailable(done.detail);
  }

  async outages(): Promise<readonly RecordedOutage[]> {
    const { database } = this.deps;
    const all = database.selectFrom('outage').select(['from_at as from', 'until_at as until']);
    return answer(all.orderBy('until_at').orderBy('from_at').execute());
  }

  health(): StoreHealth {
    return this.deps.executor.health;
  }

  async probe(): Promise<boolean> {
    try {
      return (await this.deps.executor.execute({ kind: 'probe' })).name === 'written';
    } catch (error) {
      if (error instanceof StoreFault) return false;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.jobs.close();
    return this.deps.executor.close();
  }
}

function redactOperation(
  { id: match, seq, createdAt }: StreamHead,
  events: readonly StoredEvent[],
  { head, data, event, listing }: Redaction,
): Omit<RedactOperation, 'at'> {
  return {
    kind: 'redact',
    match,
    seq,
    head: toText(head),
    data: [...data].map(([own, text]) => ({ seq: own, data: toText(text) })),
    event: event === undefined ? null : eventText(event),
    listing: listingText(listing, event?.at ?? events.at(-1)?.at ?? createdAt),
  };
}

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
