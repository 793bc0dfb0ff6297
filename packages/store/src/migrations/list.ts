import { lookOf } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import { parsedOrNull } from '../repository.ts';
import type { Schema } from '../schema.ts';
import { moveAccountLogs } from './move-account-logs.ts';
import { type Flavour, POSTGRES, Tables } from './flavour.ts';
import { Refusal } from '../place.ts';

/** What a migration works with. A table has a later name than those that it refers to, because a restore fills them in the order of names. */
interface Migrated {
  readonly db: Kysely<Schema>;
  readonly tables: Tables;
  readonly flavour: Flavour;
  /** The time of the migration, in milliseconds since 1970. */
  readonly now: number;
}

/** A text is for `Tables.change`. */
type Migration = string | ((migrated: Migrated) => Promise<unknown>);

/** All changes of the schema, oldest first. Never edit a released one: the next corrects it. Each version has a fixture. */
const MIGRATIONS: readonly Migration[] = [
  // Archived games.
  `table kept_game: seq counter, id text unique, kept_at bigint, game text, ended_by text null, record text;
   index kept_game ended where ended_by is not null: seq`,

  // Matches.
  `table match: id text key, created_at bigint, head text, seq integer, touched_at bigint;
   index match touched: touched_at;
   table event: match text, seq integer, at bigint, kind text, data text, client_id text null,
     sorted event_match_seq match seq;
   unique event client where client_id is not null: match, client_id;
   table listing: match text key, status text, listed_at bigint, summary text;
   index listing status: status, listed_at`,

  // Participants.
  `table participant: person text, match text, at bigint, sorted participant_match_person match person;
   index participant person: person, at`,

  // Nodes.
  `table node: id text key, beat_at bigint, gone integer;
   index node beat: beat_at`,

  // Earlier versions did not store which games are private, so all existing games leave the list. They keep their ids.
  `drop kept_game_ended;
   add kept_game summary text;
   index kept_game listed where summary is not null: seq`,

  async function accounts({ db, tables, now }) {
    await tables.change(ACCOUNTS);
    await moveAccountLogs(db, now);
  },

  // Outages.
  `table outage: until_at bigint, from_at bigint, sorted outage_key until_at from_at`,

  // Settings of accounts.
  `table account_settings: account text key of account, settings text`,

  // Ratings.
  `table profile: account text key of account, ratings integer, games integer;
   table rated_match: seq integer key, match text unique, game text, pace text, ended_at bigint, record text;
   table rating: account text of account, game text, pace text, rating number, deviation number, volatility number,
     games integer, wins integer, draws integer, updated_at bigint, settled_until bigint,
     sorted rating_key account game pace;
   index rating leaders: game, pace, rating, account;
   table rating_change: seq integer, seat integer, account text null of account, game text, pace text, at bigint,
     side integer, place integer, rating_before number, deviation_before number, volatility_before number,
     since bigint null, rating number, deviation number, volatility number, sorted rating_change_key seq seat;
   index rating_change account: account, seq;
   index rating_change graph: account, game, pace, seq;
   table rating_counter: id integer key, last integer`,

  // Tokens.
  `table token: id text key, account text of account, secret_hash text, label text, scopes text, created_at bigint,
     expires_at bigint null, used_on bigint null;
   index token account: account`,

  async function finishedGames({ db, tables }) {
    await tables.change(FINISHED_GAMES);
    await addGamesToListings(db);
    // With the match, the order of lists is that of the index.
    await tables.change(`drop listing_status; index listing order: status, listed_at, match`);
  },

  // Studies.
  `table study: id text key, account text of account, revision integer, updated_at bigint, summary text, content text;
   index study account: account, updated_at`,

  async function tournaments({ tables }) {
    await tables.change(TOURNAMENTS);
    await createRounds(tables);
  },

  // Relations, reports and absences.
  `table relation: id text key, account text of account, other text of account, kind text, since bigint;
   unique relation pair: account, kind, other;
   index relation other: other, kind;
   table contact: account text key of account, challenges text, presence integer;
   table report: id text key, subject text of account, stream text null, reason text, evidence text, at bigint,
     status text;
   index report status: status, at, id;
   index report subject: subject, at;
   table report_author: report text key of report, account text of account, words text, at bigint;
   index report_author account: account, at;
   table report_action: report text of report, number integer, action text, operator text, note text, at bigint,
     seen integer, sorted report_action_key report number;
   table absence: account text of account, match text, at bigint, how text, sorted absence_key account match;
   index absence account: account, at;
   add study removed_at bigint`,

  async function notifications({ tables, flavour }) {
    if (flavour.hasJobTable) await tables.change(JOBS);
    await tables.change(NOTIFICATIONS);
  },

  async function recovery({ db, tables }) {
    await tables.change(
      `table password_reset: account text key of account, token_hash text, created_at bigint, expires_at bigint;
       index password_reset expires: expires_at`,
    );
    const addresses = db.schema.createIndex('email_address_lower').on('email_address');
    await addresses.expression(sql`lower(address)`).execute();
    await tables.change(
      `table moderator: account text key of account, since bigint;
       add report_action moderator text null of account;
       index report_action moderator: moderator`,
    );
  },

  // Mutes.
  `table mute: account text key of account, until_at bigint, reason text, set_at bigint;
   index mute until: until_at;
   add report_action until_at bigint`,

  // Reports of tournaments. Without a reference: a restore fills the table of reports before that of tournaments.
  `add report tournament text;
   index tournament created: organiser, created_at`,

  ({ db, tables }) => addUsernameLooks(db, tables),

  // The log of a tournament, and clubs.
  `table tournament_log: tournament text of tournament, number integer, at bigint, action text, detail text,
     sorted tournament_log_key tournament number;
   add tournament_entrant name text;
   add tournament club text;
   index tournament club: club, status, sorted_at;
   table club: id text key, owner text null of account, name text, about text, listed integer, code text,
     created_at bigint;
   index club listed: listed, created_at;
   index club owner: owner;
   table club_member: club text of club, account text of account, joined_at bigint, state text,
     sorted club_member_key club account;
   index club_member account: account, joined_at;
   table club_news: club text of club, number integer, at bigint, words text, sorted club_news_key club number;
   table club_season: club text of club, number integer, name text, from_at bigint, until_at bigint,
     sorted club_season_key club number`,

  // Votes on the gauges of games.
  `table gauge_vote: account text of account, game text, complexity integer, strategy integer, luck integer,
     interaction integer, sorted gauge_vote_key account game;
   index gauge_vote game: game`,

  // Articles.
  `table article_version: game text, language text, number integer, account text null of account, at bigint, text text,
     sorted article_version_key game language number;
   index article_version account: account, at, number;
   add report about text`,

  // Programs.
  `table program: account text key of account, author text, engine text, source text, arenas text, since bigint;
   add rating_change level bigint`,

  // Leaders: few of many ratings are settled.
  `drop rating_leaders;
   index rating settled where settled_until > 0: game, pace, rating, account`,

  // Jobs of PostgreSQL.
  async ({ tables, flavour }) => flavour.hasJobTable || (await tables.change(JOBS)),

  // Readers of topics, by connection: a server of PostgreSQL that starts again after a crash has none.
  async function readers({ db, tables, flavour }) {
    await tables.change(
      `table topic_reader: topic text, backend integer, sorted topic_reader_key topic backend;
       add node version integer`,
    );
    if (flavour === POSTGRES) await sql`alter table topic_reader set unlogged`.execute(db);
  },
];

export const NEWEST_VERSION = MIGRATIONS.length;

/** Makes a database one of the next version. */
async function applyMigration(db: Kysely<Schema>, flavour: Flavour, version: number, now: number): Promise<void> {
  const [migration, tables] = [MIGRATIONS[version] ?? '', new Tables(db, flavour)];
  await (typeof migration === 'string' ? tables.change(migration) : migration({ db, tables, flavour, now }));
}

/** The tables with a counter, and its column. After a restore the counters must be set. */
export const COUNTERS: Readonly<Record<string, string>> = { kept_game: 'seq', finished_game: 'seq' };

const ACCOUNTS = `
  table account: id text key, name text, created_at bigint, seen_on bigint, revision integer, touched_at bigint;
  index account touched: touched_at;
  index account seen: seen_on;
  table session: id text key, account text of account, secret_hash text, agent text, opened_at bigint, used_on bigint,
    confirmed_at bigint;
  index session account: account;
  table username: name text key, account text unique of account;
  table password: account text key of account, hash text;
  table passkey: id text key, account text of account, public_key text, counter bigint, transports text, agent text,
    added_at bigint;
  index passkey account: account;
  table spent_challenge: challenge text key, expires_at bigint;
  index spent_challenge expires: expires_at;
  table account_stream: account text of account, stream text, sorted account_stream_key account stream;
  table pending_deletion: account text key of account, begun_at bigint, gives_to text null of account;
  table secret: name text key, value text`;

const FINISHED_GAMES = `
  table finished_game: seq counter, match text unique, game text, pace text, clock text, ended_at bigint, took bigint,
    plies integer, ended_by text, record text, listed integer, counted integer, opening text;
  index finished_game listed: listed, ended_at, seq;
  index finished_game game: listed, game, ended_at, seq;
  index finished_game pace: listed, game, pace, ended_at, seq;
  index finished_game counted: counted, game, seq;
  index finished_game record: record;
  table finished_seat: seq bigint of finished_game.seq, seat integer, account text null of account, bot integer null,
    place integer, score number null, result text, game text, ended_at bigint, sorted finished_seat_key seq seat;
  index finished_seat account: account, ended_at, seq;
  index finished_seat account_game: account, game, ended_at, seq;
  table finished_opening: game text, plies text, ended_at bigint, seq bigint,
    sorted finished_opening_key game plies ended_at seq;
  table game_tally: game text key, games integer, first_wins integer, draws integer;
  table progress: name text key, at bigint, id text;
  add listing game text;
  add listing own text;
  index listing game: status, game`;

const TOURNAMENTS = `
  table tournament: id text key, organiser text null of account, name text, game text, kind text, status text,
    listed integer, terms text, created_at bigint, starts_at bigint null, started_at bigint null, ended_at bigint null,
    sorted_at bigint, revision integer;
  index tournament listed: listed, status, sorted_at, id;
  index tournament due: status, starts_at;
  index tournament organiser: organiser, status;
  table tournament_entrant: tournament text of tournament, number integer, account text null of account,
    joined_at bigint, first_round integer, program integer, rating number null, state text,
    sorted tournament_entrant_key tournament number, once tournament account;
  index tournament_entrant account: account, joined_at;
  table tournament_round: tournament text of tournament, round integer, started_at bigint,
    sorted tournament_round_key tournament round`;

const NOTIFICATIONS = `
  table notification_settings: account text key of account, settings text;
  table email_address: account text key of account, address text, added_at bigint, confirmed_at bigint null;
  table sent_notification: account text of account, subject text, sent_at bigint,
    sorted sent_notification_key account subject;
  index sent_notification at: sent_at;
  table session_push: session text key of session, account text of account, endpoint text unique, p256dh text,
    auth text, created_at bigint;
  index session_push account: account`;

const JOBS = `
  table job: id text key, kind text, job_key text, state text, payload text, due_at bigint, created_at bigint,
    expires_at bigint, failures integer, error text;
  index job due: kind, due_at;
  unique job waiting where state = 'waiting': kind, job_key`;

/** Only running streams are counted, so only they need their game. Private tables have none in their summary. */
async function addGamesToListings(db: Kysely<Schema>): Promise<void> {
  const running = await db.selectFrom('listing').select(['match', 'summary']).where('status', '=', 'running').execute();
  for (const { match, summary } of running) {
    const game = (parsedOrNull(summary) as { readonly game?: unknown } | null)?.game;
    if (typeof game === 'string') await db.updateTable('listing').set({ game }).where('match', '=', match).execute();
  }
}

/** The keys ensure that only one node adds a round, and that no one is in it twice. */
async function createRounds(tables: Tables): Promise<void> {
  const round = ['tournament', 'round'];
  const board = [...round, 'board'];
  await tables.create(
    'tournament_round_pairing',
    `tournament text, round integer, board integer, match text null unique, ended_at bigint null, ended_by text null`,
    (table) =>
      table
        .addPrimaryKeyConstraint('tournament_round_pairing_key', board)
        .addForeignKeyConstraint('tournament_round_pairing_round', round, 'tournament_round', round, (key) =>
          key.onDelete('cascade'),
        ),
  );
  const entrant = ['tournament', 'entrant'];
  await tables.create(
    'tournament_round_seat',
    `tournament text, round integer, board integer, seat integer, entrant integer, points integer null,
     sorted tournament_round_seat_key tournament round board seat, once tournament round entrant`,
    (table) =>
      table
        .addForeignKeyConstraint('tournament_round_seat_pairing', board, 'tournament_round_pairing', board, (key) =>
          key.onDelete('cascade'),
        )
        .addForeignKeyConstraint('tournament_round_seat_entrant', entrant, 'tournament_entrant', [
          'tournament',
          'number',
        ]),
  );
}

/** Keeps usernames that look alike apart: the oldest account of each look has it. */
async function addUsernameLooks(db: Kysely<Schema>, tables: Tables): Promise<void> {
  await tables.change('add username look text');
  const names = await db
    .selectFrom('username')
    .innerJoin('account', 'account.id', 'username.account')
    .select('username.name')
    .orderBy('account.created_at')
    .orderBy('username.name')
    .execute();
  const taken = new Set<string>();
  for (const { name } of names) {
    const look = lookOf(name);
    if (taken.has(look)) continue;
    taken.add(look);
    await db.updateTable('username').set({ look }).where('name', '=', name).execute();
  }
  await tables.change('unique username look: look');
}

/** Migrates a database to the newest version in one exclusive transaction; `too-new` leaves it unchanged. */
export const migrate = (database: Kysely<Schema>, flavour: Flavour, now: () => number): Promise<void> =>
  exclusively(database, flavour, (db) => migrateTo(db, flavour, now, NEWEST_VERSION));

/** Runs work in an exclusive transaction, which is rolled back if it fails. */
export function exclusively<T>(
  database: Kysely<Schema>,
  flavour: Flavour,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return database.connection().execute(async (db) => {
    for (const statement of flavour.begin) await sql.raw(statement).execute(db);
    try {
      const result = await work(db);
      await sql`commit`.execute(db);
      return result;
    } catch (error) {
      await sql`rollback`.execute(db);
      throw error;
    }
  });
}

/** Applies the missing migrations up to a version, inside the caller's transaction. */
export async function migrateTo(
  db: Kysely<Schema>,
  flavour: Flavour,
  now: () => number,
  target: number,
): Promise<void> {
  await db.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('applied_at', flavour.integer, (column) => column.notNull())
    .execute();
  const version = await readVersion(db);
  refuseNewer('database', version);
  for (let next = version; next < target; next++) {
    await applyMigration(db, flavour, next, now());
    await db
      .insertInto('schema_version')
      .values({ version: next + 1, applied_at: now() })
      .execute();
  }
}

/** The version of a database with the table `schema_version`; 0 before the first migration. */
export async function readVersion(db: Kysely<Schema>): Promise<number> {
  const { version } = await db
    .selectFrom('schema_version')
    .select((query) => query.fn.coalesce(query.fn.max('version'), sql<number>`0`).as('version'))
    .executeTakeFirstOrThrow();
  return version;
}

export function refuseNewer(what: 'database' | 'backup', version: number): void {
  if (version <= NEWEST_VERSION) return;
  const supported = `but this Tablier supports ${NEWEST_VERSION}: use a newer Tablier`;
  throw new Refusal({ name: 'too-new', detail: `the ${what} has version ${version}, ${supported}` });
}
