import type { AccountTables } from './accounts/account.ts';
import type { ProgramTables } from './accounts/programs.ts';
import type { ArchiveTables } from './archive.ts';
import type { ClubTables } from './clubs.ts';
import type { FinishedTables } from './finished/finished-game.ts';
import type { ArticleTables, GaugeTables } from './game-pages.ts';
import type { JobTables } from './jobs/jobs.ts';
import type { ModerationTables, ReportTables } from './moderation.ts';
import type { NotificationTables } from './notifications.ts';
import type { RatingTables } from './ratings/rating.ts';
import type { RelationTables } from './relations.ts';
import type { StreamTables } from './streams/stream.ts';
import type { StudyTables } from './studies.ts';
import type { TournamentTables } from './tournaments/tournament.ts';

/** The tables in the newest version. Times are milliseconds since 1970. JSON is stored as text. */
export interface Schema
  extends
    StreamTables,
    ArchiveTables,
    AccountTables,
    ProgramTables,
    RatingTables,
    FinishedTables,
    ClubTables,
    StudyTables,
    GaugeTables,
    ArticleTables,
    TournamentTables,
    RelationTables,
    ReportTables,
    ModerationTables,
    NotificationTables,
    JobTables {
  readonly schema_version: { readonly version: number; readonly applied_at: number };
  /** One row for each start of a node. */
  readonly node: {
    readonly id: string;
    /** Its last heartbeat, by the clock of the database. */
    readonly beat_at: number;
    /** 1 if it left in order, otherwise 0. */
    readonly gone: number;
    /** The schema version of its program; `null` before 26. */
    readonly version: number | null;
  };
  /** Which connections of PostgreSQL are notified of a topic. */
  readonly topic_reader: { readonly topic: string; readonly backend: number };
  /** A span in which no server served. On PostgreSQL by the clock of the database, on SQLite by that of the machine. */
  readonly outage: { readonly until_at: number; readonly from_at: number };
  /** Secrets that all nodes share. */
  readonly secret: { readonly name: string; readonly value: string };
}
