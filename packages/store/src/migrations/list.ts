import { lookOf } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import { parsedOrNull } from '../repository.ts';
import type { Schema } from '../schema.ts';
import { type Flavour, Tables } from './flavour.ts';
import { moveAccountLogs } from './account-log.ts';

/** What a migration works with. A table has a later name than those that it refers to, because a restore fills them in the order of names. */
interface Migrated {
  readonly db: Kysely<Schema>;
  readonly tables: Tables;
  readonly flavour: Flavour;
  /** The time of the migration, in milliseconds since 1970. */
  readonly now: number;
}

/** All changes of the schema, oldest first. Never edit a released one: the next corrects it. Each version has a fixture. */
const MIGRATIONS: readonly ((migrated: Migrated) => Promise<unknown>)[] = [
  async function keptGames({ db, tables }) {
    await tables.create(
      'kept_game',
      `seq counter, id text unique, kept_at bigint, game text, ended_by text null, record text`,
    );
    const ended = db.schema.createIndex('kept_game_ended').on('kept_game').column('seq');
    await ended.where(sql.ref('ended_by'), 'is not', null).execute();
  },

  async function matches({ db, tables, flavour }) {
    await tables.create('match', `id text key, created_at bigint, head text, seq integer, touched_at bigint`);
    await tables.index('match', 'touched', ['touched_at']);
    await tables.create(
      'event',
      `match text, seq integer, at bigint, kind text, data text, client_id text null`,
      (table) =>
        table.addPrimaryKeyConstraint('event_match_seq', ['match', 'seq']).modifyEnd(sql.raw(flavour.clustered)),
    );
    const clients = db.schema.createIndex('event_client').unique().on('event').columns(['match', 'client_id']);
    await clients.where(sql.ref('client_id'), 'is not', null).execute();
    await tables.create('listing', `match text key, status text, listed_at bigint, summary text`);
    await tables.index('listing', 'status', ['status', 'listed_at']);
  },

  async function participants({ tables, flavour }) {
    await tables.create('participant', `person text, match text, at bigint`, (table) =>
      table
        .addPrimaryKeyConstraint('participant_match_person', ['match', 'person'])
        .modifyEnd(sql.raw(flavour.clustered)),
    );
    await tables.index('participant', 'person', ['person', 'at']);
  },

  async function nodes({ tables }) {
    await tables.create('node', `id text key, beat_at bigint, gone integer`);
    await tables.index('node', 'beat', ['beat_at']);
  },

  // Earlier versions did not store which games are private, so all existing games leave the list. They keep their ids.
  async function keptSummaries({ db, tables }) {
    await db.schema.dropIndex('kept_game_ended').execute();
    await tables.add('kept_game', 'summary');
    const listed = db.schema.createIndex('kept_game_listed').on('kept_game').column('seq');
    await listed.where(sql.ref('summary'), 'is not', null).execute();
  },

  async function accounts({ db, tables, now }) {
    await createAccounts(tables);
    await moveAccountLogs(db, now);
  },

  ({ tables }) => tables.createSorted('outage', `until_at bigint, from_at bigint`, ['until_at', 'from_at']),

  ({ tables }) => tables.create('account_settings', `account text key of account, settings text`),

  async function ratings({ tables }) {
    await tables.create('profile', `account text key of account, ratings integer, games integer`);
    await tables.create(
      'rated_match',
      `seq integer key, match text unique, game text, pace text, ended_at bigint, record text`,
    );
    await tables.createSorted(
      'rating',
      `account text of account, game text, pace text,
       rating number, deviation number, volatility number,
       games integer, wins integer, draws integer, updated_at bigint, settled_until bigint`,
      ['account', 'game', 'pace'],
    );
    await tables.index('rating', 'leaders', ['game', 'pace', 'rating', 'account']);
    await tables.createSorted(
      'rating_change',
      `seq integer, seat integer, account text null of account, game text, pace text, at bigint, side integer, place integer,
       rating_before number, deviation_before number, volatility_before number, since bigint null,
       rating number, deviation number, volatility number`,
      ['seq', 'seat'],
    );
    await tables.index('rating_change', 'account', ['account', 'seq']);
    await tables.index('rating_change', 'graph', ['account', 'game', 'pace', 'seq']);
    await tables.create('rating_counter', `id integer key, last integer`);
  },

  async function tokens({ tables }) {
    await tables.create(
      'token',
      `id text key, account text of account, secret_hash text, label text, scopes text,
       created_at bigint, expires_at bigint null, used_on bigint null`,
    );
    await tables.index('token', 'account', ['account']);
  },

  async function finishedGames({ db, tables }) {
    await createFinishedGames(tables);
    await tables.add('listing', 'game');
    await tables.add('listing', 'own');
    await tables.index('listing', 'game', ['status', 'game']);
    await addGamesToListings(db);
    // With the match, the order of lists is that of the index.
    await db.schema.dropIndex('listing_status').execute();
    await tables.index('listing', 'order', ['status', 'listed_at', 'match']);
  },

  async function studies({ tables }) {
    await tables.create(
      'study',
      `id text key, account text of account, revision integer, updated_at bigint, summary text, content text`,
    );
    await tables.index('study', 'account', ['account', 'updated_at']);
  },

  ({ tables }) => createTournaments(tables),

  async function people({ db, tables }) {
    await tables.create(
      'relation',
      `id text key, account text of account, other text of account, kind text, since bigint`,
    );
    const pair = db.schema.createIndex('relation_pair').unique().on('relation');
    await pair.columns(['account', 'kind', 'other']).execute();
    await tables.index('relation', 'other', ['other', 'kind']);
    await tables.create('contact', `account text key of account, challenges text, presence integer`);
    await createReports(tables);
    await tables.createSorted('absence', `account text of account, match text, at bigint, how text`, [
      'account',
      'match',
    ]);
    await tables.index('absence', 'account', ['account', 'at']);
    await tables.add('study', 'removed_at', 'bigint');
  },

  async function notifications({ db, tables, flavour }) {
    if (flavour.hasJobTable) await createJobs(db, tables);
    await tables.create('notification_settings', `account text key of account, settings text`);
    await tables.create(
      'email_address',
      `account text key of account, address text, added_at bigint, confirmed_at bigint null`,
    );
    await tables.createSorted('sent_notification', `account text of account, subject text, sent_at bigint`, [
      'account',
      'subject',
    ]);
    await tables.index('sent_notification', 'at', ['sent_at']);
    await tables.create(
      'session_push',
      `session text key of session, account text of account, endpoint text unique, p256dh text, auth text, created_at bigint`,
    );
    await tables.index('session_push', 'account', ['account']);
  },

  async function recovery({ db, tables }) {
    await tables.create(
      'password_reset',
      `account text key of account, token_hash text, created_at bigint, expires_at bigint`,
    );
    await tables.index('password_reset', 'expires', ['expires_at']);
    const addresses = db.schema.createIndex('email_address_lower').on('email_address');
    await addresses.expression(sql`lower(address)`).execute();
    await tables.create('moderator', `account text key of account, since bigint`);
    await db.schema
      .alterTable('report_action')
      .addColumn('moderator', 'text', (column) => column.references('account.id').onDelete('set null'))
      .execute();
    await tables.index('report_action', 'moderator', ['moderator']);
  },

  async function mutes({ tables }) {
    await tables.create('mute', `account text key of account, until_at bigint, reason text, set_at bigint`);
    await tables.index('mute', 'until', ['until_at']);
    await tables.add('report_action', 'until_at', 'bigint');
  },

  async function tournamentModeration({ tables }) {
    // Without a reference: a restore fills the table of reports before that of tournaments.
    await tables.add('report', 'tournament');
    await tables.index('tournament', 'created', ['organiser', 'created_at']);
  },

  ({ db, tables }) => addUsernameLooks(db, tables),

  async function organisersAndClubs({ tables }) {
    await tables.createSorted(
      'tournament_log',
      `tournament text of tournament, number integer, at bigint, action text, detail text`,
      ['tournament', 'number'],
    );
    await tables.add('tournament_entrant', 'name');
    await tables.add('tournament', 'club');
    await tables.index('tournament', 'club', ['club', 'status', 'sorted_at']);
    await createClubs(tables);
  },

  async function gaugeVotes({ tables }) {
    await tables.createSorted(
      'gauge_vote',
      `account text of account, game text, complexity integer, strategy integer, luck integer, interaction integer`,
      ['account', 'game'],
    );
    await tables.index('gauge_vote', 'game', ['game']);
  },

  async function articles({ tables }) {
    await tables.createSorted(
      'article_version',
      `game text, language text, number integer, account text null of account, at bigint, text text`,
      ['game', 'language', 'number'],
    );
    await tables.index('article_version', 'account', ['account', 'at', 'number']);
    await tables.add('report', 'about');
  },

  async function programs({ tables }) {
    await tables.create(
      'program',
      `account text key of account, author text, engine text, source text, arenas text, since bigint`,
    );
    await tables.add('rating_change', 'level', 'bigint');
  },
];

/** The schema version of this program. */
export const NEWEST_VERSION = MIGRATIONS.length;

/** Makes a database one of the next version. */
export const applyMigration = (db: Kysely<Schema>, flavour: Flavour, version: number, now: number): unknown =>
  MIGRATIONS[version]?.({ db, tables: new Tables(db, flavour), flavour, now });

/** The tables with a counter, and its column. After a restore the counters must be set. */
export const COUNTERS: Readonly<Record<string, string>> = { kept_game: 'seq', finished_game: 'seq' };

async function createAccounts(tables: Tables): Promise<void> {
  await tables.create(
    'account',
    `id text key, name text, created_at bigint, seen_on bigint, revision integer, touched_at bigint`,
  );
  await tables.index('account', 'touched', ['touched_at']);
  await tables.index('account', 'seen', ['seen_on']);
  await tables.create(
    'session',
    `id text key, account text of account, secret_hash text, agent text,
     opened_at bigint, used_on bigint, confirmed_at bigint`,
  );
  await tables.index('session', 'account', ['account']);
  await tables.create('username', `name text key, account text unique of account`);
  await tables.create('password', `account text key of account, hash text`);
  await tables.create(
    'passkey',
    `id text key, account text of account, public_key text, counter bigint, transports text, agent text, added_at bigint`,
  );
  await tables.index('passkey', 'account', ['account']);
  await tables.create('spent_challenge', `challenge text key, expires_at bigint`);
  await tables.index('spent_challenge', 'expires', ['expires_at']);
  await tables.createSorted('account_stream', `account text of account, stream text`, ['account', 'stream']);
  await tables.create(
    'pending_deletion',
    `account text key of account, begun_at bigint, gives_to text null of account`,
  );
  await tables.create('secret', `name text key, value text`);
}

async function createFinishedGames(tables: Tables): Promise<void> {
  await tables.create(
    'finished_game',
    `seq counter, match text unique, game text, pace text, clock text, ended_at bigint, took bigint, plies integer,
     ended_by text, record text, listed integer, counted integer, opening text`,
  );
  await tables.index('finished_game', 'listed', ['listed', 'ended_at', 'seq']);
  await tables.index('finished_game', 'game', ['listed', 'game', 'ended_at', 'seq']);
  await tables.index('finished_game', 'pace', ['listed', 'game', 'pace', 'ended_at', 'seq']);
  await tables.index('finished_game', 'counted', ['counted', 'game', 'seq']);
  await tables.index('finished_game', 'record', ['record']);
  await tables.createSorted(
    'finished_seat',
    `seq bigint of finished_game.seq, seat integer, account text null of account, bot integer null, place integer,
     score number null, result text, game text, ended_at bigint`,
    ['seq', 'seat'],
  );
  await tables.index('finished_seat', 'account', ['account', 'ended_at', 'seq']);
  await tables.index('finished_seat', 'account_game', ['account', 'game', 'ended_at', 'seq']);
  await tables.createSorted('finished_opening', `game text, plies text, ended_at bigint, seq bigint`, [
    'game',
    'plies',
    'ended_at',
    'seq',
  ]);
  await tables.create('game_tally', `game text key, games integer, first_wins integer, draws integer`);
  await tables.create('progress', `name text key, at bigint, id text`);
}

/** Only running streams are counted, so only they need their game. Private tables have none in their summary. */
async function addGamesToListings(db: Kysely<Schema>): Promise<void> {
  const running = await db.selectFrom('listing').select(['match', 'summary']).where('status', '=', 'running').execute();
  for (const { match, summary } of running) {
    const game = (parsedOrNull(summary) as { readonly game?: unknown } | null)?.game;
    if (typeof game === 'string') await db.updateTable('listing').set({ game }).where('match', '=', match).execute();
  }
}

async function createTournaments(tables: Tables): Promise<void> {
  await tables.create(
    'tournament',
    `id text key, organiser text null of account, name text, game text, kind text, status text, listed integer, terms text,
     created_at bigint, starts_at bigint null, started_at bigint null, ended_at bigint null, sorted_at bigint,
     revision integer`,
  );
  await tables.index('tournament', 'listed', ['listed', 'status', 'sorted_at', 'id']);
  await tables.index('tournament', 'due', ['status', 'starts_at']);
  await tables.index('tournament', 'organiser', ['organiser', 'status']);
  await tables.createSorted(
    'tournament_entrant',
    `tournament text of tournament, number integer, account text null of account, joined_at bigint, first_round integer,
     program integer, rating number null, state text`,
    ['tournament', 'number'],
    (table) => table.addUniqueConstraint('tournament_entrant_once', ['tournament', 'account']),
  );
  await tables.index('tournament_entrant', 'account', ['account', 'joined_at']);
  await createRounds(tables);
}

/** The keys ensure that only one node adds a round, and that no one is in it twice. */
async function createRounds(tables: Tables): Promise<void> {
  const round = ['tournament', 'round'];
  const board = ['tournament', 'round', 'board'];
  await tables.createSorted(
    'tournament_round',
    `tournament text of tournament, round integer, started_at bigint`,
    round,
  );
  await tables.create(
    'tournament_round_pairing',
    `tournament text, round integer, board integer, match text null unique, ended_at bigint null, ended_by text null`,
    (table) =>
      table
        .addPrimaryKeyConstraint('tournament_round_pairing_key', board)
        .addForeignKeyConstraint('tournament_round_pairing_round', round, 'tournament_round', round, (constraint) =>
          constraint.onDelete('cascade'),
        ),
  );
  const entrant = ['tournament', 'entrant'];
  await tables.createSorted(
    'tournament_round_seat',
    `tournament text, round integer, board integer, seat integer, entrant integer, points integer null`,
    [...board, 'seat'],
    (table) =>
      table
        .addUniqueConstraint('tournament_round_seat_once', [...round, 'entrant'])
        .addForeignKeyConstraint(
          'tournament_round_seat_pairing',
          board,
          'tournament_round_pairing',
          board,
          (constraint) => constraint.onDelete('cascade'),
        )
        .addForeignKeyConstraint('tournament_round_seat_entrant', entrant, 'tournament_entrant', [
          'tournament',
          'number',
        ]),
  );
}

async function createClubs(tables: Tables): Promise<void> {
  await tables.create(
    'club',
    `id text key, owner text null of account, name text, about text, listed integer, code text, created_at bigint`,
  );
  await tables.index('club', 'listed', ['listed', 'created_at']);
  await tables.index('club', 'owner', ['owner']);
  await tables.createSorted('club_member', `club text of club, account text of account, joined_at bigint, state text`, [
    'club',
    'account',
  ]);
  await tables.index('club_member', 'account', ['account', 'joined_at']);
  await tables.createSorted('club_news', `club text of club, number integer, at bigint, words text`, [
    'club',
    'number',
  ]);
  await tables.createSorted(
    'club_season',
    `club text of club, number integer, name text, from_at bigint, until_at bigint`,
    ['club', 'number'],
  );
}

async function createReports(tables: Tables): Promise<void> {
  await tables.create(
    'report',
    `id text key, subject text of account, stream text null, reason text, evidence text, at bigint, status text`,
  );
  await tables.index('report', 'status', ['status', 'at', 'id']);
  await tables.index('report', 'subject', ['subject', 'at']);
  await tables.create('report_author', `report text key of report, account text of account, words text, at bigint`);
  await tables.index('report_author', 'account', ['account', 'at']);
  await tables.createSorted(
    'report_action',
    `report text of report, number integer, action text, operator text, note text, at bigint, seen integer`,
    ['report', 'number'],
  );
}

async function createJobs(db: Kysely<Schema>, tables: Tables): Promise<void> {
  await tables.create(
    'job',
    `id text key, kind text, job_key text, state text, payload text,
     due_at integer, created_at integer, expires_at integer, failures integer, error text`,
  );
  await tables.index('job', 'due', ['kind', 'due_at']);
  const waiting = db.schema.createIndex('job_waiting').unique().on('job').columns(['kind', 'job_key']);
  await waiting.where(sql.ref('state'), '=', sql.lit('waiting')).execute();
}

/** Keeps usernames that look alike apart: the oldest account of each look has it. */
async function addUsernameLooks(db: Kysely<Schema>, tables: Tables): Promise<void> {
  await tables.add('username', 'look');
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
  await db.schema.createIndex('username_look').on('username').column('look').unique().execute();
}
