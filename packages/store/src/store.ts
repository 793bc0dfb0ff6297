import type { GameRecord } from '@tablier/core';
import { AccountRepository } from './accounts/accounts.ts';
import { PasswordResetRepository, TokenRepository } from './accounts/tokens.ts';
import { ProgramRepository } from './accounts/programs.ts';
import { Archive, type ArchivedGame, type ArchivedSummary, type ArchiveExtras } from './archive.ts';
import { ClubRepository } from './clubs.ts';
import { StoreFault, StoreUnavailable } from './errors.ts';
import { FinishedGames, GameMonths } from './finished/finished-games.ts';
import { ArticleRepository, GaugeRepository } from './game-pages.ts';
import type { NodePort, Statement, StoreHealth } from './operations.ts';
import { JobRepository } from './jobs/jobs.ts';
import { ModeratorRepository, MuteRepository, ReportRepository } from './moderation.ts';
import { NotificationRepository } from './notifications.ts';
import { RatingRepository } from './ratings/ratings.ts';
import { RelationRepository } from './relations.ts';
import { ifNew, rowOf, rowsOf, statement } from './repository.ts';
import { Streams, type StreamsDeps } from './streams/streams.ts';
import { StudyRepository } from './studies.ts';
import { TournamentRepository } from './tournaments/tournaments.ts';

/** A span in which no server served the streams of a database. Milliseconds since 1970. */
export interface RecordedOutage {
  readonly from: number;
  readonly until: number;
}

/** A database keeps this many outages, the latest ones. */
export const MAX_OUTAGES = 1000;

/** An id that no stream has. */
const PROBE = 'probe';

/**
 * The port to a database: streams of events, the archive of games, and the tables of each subject, the same for SQLite and PostgreSQL. A store
 * knows no rules. Confirmed writes survive a crash of the process and of the machine. Writes return their outcome as a named value. If the
 * database does not answer, all methods reject with `StoreUnavailable`, except `append`, which returns that. For bugs, they reject with
 * `StoreFault`. `checkStore` in the testkit tests both databases against this contract. Created by `openStore`.
 */
export class Store extends Streams {
  /** Membership and messages of the nodes on the same database; `null` for a database of one process. */
  readonly nodes: NodePort | null;
  readonly jobs: JobRepository;
  readonly accounts = new AccountRepository({ ...this.deps, watch: () => this.watch() });
  readonly tokens = new TokenRepository(this.deps);
  readonly programs = new ProgramRepository(this.deps);
  readonly passwordResets = new PasswordResetRepository(this.deps);
  readonly ratings = new RatingRepository(this.deps);
  /** Finished games: what searches and statistics read. */
  readonly finished = new FinishedGames(this.deps);
  /** The same games in the order of time. */
  readonly months = new GameMonths(this.deps);
  readonly studies = new StudyRepository(this.deps);
  readonly articles = new ArticleRepository(this.deps);
  readonly gauges = new GaugeRepository(this.deps);
  readonly tournaments = new TournamentRepository(this.deps);
  readonly clubs = new ClubRepository(this.deps);
  readonly relations = new RelationRepository(this.deps);
  readonly reports = new ReportRepository(this.deps);
  readonly moderators = new ModeratorRepository(this.deps);
  readonly mutes = new MuteRepository(this.deps);
  readonly notifications = new NotificationRepository(this.deps);
  readonly #archive = new Archive(this.deps);

  constructor(deps: StreamsDeps & { readonly nodes: NodePort | null }) {
    super(deps);
    this.nodes = deps.nodes;
    this.jobs = new JobRepository({ ...this.deps, nodes: deps.nodes });
  }

  /** Archives the declared fields of a checked record and returns its id. The same record is stored once, and listed once any call asks. */
  keep(record: GameRecord, { isListed = false }: ArchiveExtras = {}): Promise<string> {
    return this.#archive.keep(record, isListed);
  }

  find(id: string): Promise<ArchivedGame | undefined> {
    return this.#archive.find(id);
  }

  /** The listed games, newest first, at most `limit`, archived before that one. Unfinished ones are never listed: their deal may be secret. */
  recent(limit: number, before?: string): Promise<readonly ArchivedSummary[]> {
    return this.#archive.recent(limit, before);
  }

  /** Removes the content of an archived game for good, except from earlier backups. Returns whether it was there. */
  async forgetGame(id: string): Promise<boolean> {
    const isForgotten = await this.#archive.forget(id);
    await this.finished.forget(id);
    return isForgotten;
  }

  /** A secret that all nodes share, by name. Stores `proposed` if there is none yet. */
  async secret(name: string, proposed: string): Promise<string> {
    const stored = this.database.selectFrom('secret').select('value').where('name', '=', name);
    const known = await rowOf(stored);
    if (known !== undefined) return known.value;
    const row = this.database.insertInto('secret').values({ name, value: proposed });
    await this.write([ifNew(row)]);
    return (await rowOf(stored))?.value ?? proposed;
  }

  /** Records an outage for later servers, once. Beyond `MAX_OUTAGES` the earliest are deleted. */
  async recordOutage({ from, until }: RecordedOutage): Promise<void> {
    const row = this.database.insertInto('outage').values({ until_at: until, from_at: from });
    const latest = this.database.selectFrom('outage').select('until_at').orderBy('until_at', 'desc').limit(MAX_OUTAGES);
    await this.write([ifNew(row), statement(this.database.deleteFrom('outage').where('until_at', 'not in', latest))]);
  }

  /** The recorded outages, by their ends. */
  outages(): Promise<readonly RecordedOutage[]> {
    const all = this.database.selectFrom('outage').select(['from_at as from', 'until_at as until']);
    return rowsOf(all.orderBy('until_at').orderBy('from_at'));
  }

  /** The health of this process's writes. Does not access the database. */
  health(): StoreHealth {
    return this.deps.executor.health;
  }

  /** Tests whether the database accepts writes, by a small durable write that is removed again. Updates `health`. */
  async probe(): Promise<boolean> {
    try {
      return (await this.write(this.#probing())).name === 'done';
    } catch (error) {
      if (error instanceof StoreFault || error instanceof StoreUnavailable) return false;
      throw error;
    }
  }

  /** Writes as much as a long move, more than one page of the database, and removes it again. */
  #probing(): readonly Statement[] {
    const row = {
      match: PROBE,
      status: 'closed',
      listed_at: 0,
      summary: ' '.repeat(8192),
      game: null,
      own: null,
    } as const;
    return [
      statement(this.database.insertInto('listing').values(row)),
      statement(this.database.deleteFrom('listing').where('match', '=', PROBE)),
    ];
  }

  /** Waits for pending operations and closes the database. Nothing else may be called afterwards. */
  close(): Promise<void> {
    return this.deps.executor.close();
  }
}
