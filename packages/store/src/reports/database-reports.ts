import { type Kysely, sql } from 'kysely';
import { statement, transact } from '../accounts/transactions.ts';
import type { RepositoryDeps } from '../operations.ts';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { parsedOrNull } from '../summaries.ts';
import {
  type AddReportResult,
  type NewReport,
  type NewReportAction,
  REPORT_ACTIONS,
  REPORT_REASONS,
  type ReportAction,
  type ReportPlace,
  type ReportReason,
  type ReportRepository,
  type StoredReport,
  TOLD_ACTIONS,
  type UnreadWarning,
} from './reports.ts';

/** Reports in tables, for both databases. */
export class DatabaseReports implements ReportRepository {
  readonly #database: Kysely<Schema>;
  readonly #executor: RepositoryDeps['executor'];

  constructor({ database, executor }: RepositoryDeps) {
    this.#database = database;
    this.#executor = executor;
  }

  async add(report: NewReport, { since, most }: { since: number; most: number }): Promise<AddReportResult> {
    const { id, author, subject, table, tournament, reason, words, evidence, at } = report;
    if (!isId(id) || !isId(author) || !isId(subject) || (table !== null && !isId(table))) return 'gone';
    if (tournament !== null && !isId(tournament)) return 'gone';
    const database = this.#database;
    // The lock of the author's row serialises their reports, so the count is exact.
    const locked = database
      .updateTable('account')
      .set(({ ref }) => ({ name: ref('account.name') }))
      .where('id', '=', author);
    const found = database.selectFrom('account').select('account.id').where('account.id', '=', subject);
    const made = database.selectFrom('report_author').where('account', '=', author).where('at', '>', since);
    const hasRoom = found.where(({ eb, fn }) => eb(made.select(fn.countAll<number>().as('count')), '<', most));
    const about = { subject, stream: table, tournament };
    const row = { id, ...about, reason, evidence: JSON.stringify(evidence), at, status: 'open' };
    const added = database.insertInto('report').values(row);
    const by = database.insertInto('report_author').values({ report: id, account: author, words, at });
    const done = await transact(this.#executor, [
      statement(locked, 'gone'),
      statement(found, 'gone'),
      statement(hasRoom, 'full'),
      statement(
        added.onConflict((known) => known.column('id').doNothing()),
        'known',
      ),
      statement(by),
    ]);
    if (done.name === 'done') return 'added';
    if (done.name === 'unavailable') return 'unavailable';
    return done.reason === 'full' || done.reason === 'known' ? done.reason : 'gone';
  }

  async find(id: string): Promise<StoredReport | null> {
    if (!isId(id)) return null;
    const [found] = await this.#withActions(reportRows(this.#database).where('report.id', '=', id));
    return found ?? null;
  }

  list(status: 'open' | 'closed', limit: number, before?: ReportPlace): Promise<readonly StoredReport[]> {
    const rows = reportRows(this.#database)
      .where('report.status', '=', status)
      .orderBy('report.at', 'desc')
      .orderBy('report.id', 'desc')
      .limit(limit);
    const page =
      before === undefined ? rows : rows.where(sql<boolean>`(report.at, report.id) < (${before.at}, ${before.id})`);
    return this.#withActions(page);
  }

  async about(subject: string, limit: number): Promise<readonly StoredReport[]> {
    if (!isId(subject)) return [];
    const rows = reportRows(this.#database)
      .where('report.subject', '=', subject)
      .orderBy('report.at', 'desc')
      .orderBy('report.id', 'desc')
      .limit(limit);
    return this.#withActions(rows);
  }

  async by(author: string, limit: number): Promise<readonly StoredReport[]> {
    if (!isId(author)) return [];
    const rows = reportRows(this.#database).where('report_author.account', '=', author);
    const newest = rows.orderBy('report_author.at', 'desc').orderBy('report.id', 'desc');
    return this.#withActions(newest.limit(limit));
  }

  async act(id: string, { action, by, note, at, until }: NewReportAction): Promise<'done' | 'unknown' | 'unavailable'> {
    if (!isId(id)) return 'unknown';
    const database = this.#database;
    const closed = database.updateTable('report').set({ status: 'closed' }).where('id', '=', id);
    const number = database
      .selectFrom('report_action')
      .where('report', '=', id)
      .select(({ fn, val, eb }) => eb(fn.coalesce(fn.max('number'), val(0)), '+', 1).as('number'));
    const who = 'moderator' in by ? { operator: '', ...by } : { ...by, moderator: null };
    const row = { report: id, number, action, ...who, note, at, seen: 0, until_at: until ?? null };
    const acted = database.insertInto('report_action').values(row);
    const done = await transact(this.#executor, [statement(closed, 'unknown'), statement(acted)]);
    return done.name === 'refused' ? 'unknown' : done.name;
  }

  async warnings(subject: string): Promise<readonly UnreadWarning[]> {
    if (!isId(subject)) return [];
    const rows = await answer(
      this.#database
        .selectFrom('report')
        .innerJoin('report_action', 'report_action.report', 'report.id')
        .select(['report.id', 'report.reason', 'report.tournament', 'report_action.action'])
        .select(['report_action.note', 'report_action.at'])
        .where('report.subject', '=', subject)
        .where('report_action.action', 'in', TOLD_ACTIONS)
        .where('report_action.seen', '=', 0)
        .orderBy('report_action.at')
        .orderBy('report_action.report')
        .orderBy('report_action.number')
        .execute(),
    );
    return rows.map(({ id, reason, action, tournament, ...row }) => {
      const told = TOLD_ACTIONS.find((each) => each === action) ?? 'warn';
      const about = told === 'warn' ? null : tournament;
      return { ...row, report: id, action: told, tournament: about, reason: reasonIn(reason) };
    });
  }

  async readWarnings(subject: string): Promise<boolean> {
    if (!isId(subject)) return true;
    const own = this.#database.selectFrom('report').select('id').where('subject', '=', subject);
    const read = this.#database.updateTable('report_action').set({ seen: 1 }).where('report', 'in', own);
    return (await transact(this.#executor, [statement(read)])).name !== 'unavailable';
  }

  async #withActions(query: ReturnType<typeof reportRows>): Promise<readonly StoredReport[]> {
    const rows = await answer(query.execute());
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const acted = this.#database
      .selectFrom('report_action')
      .leftJoin('username', 'username.account', 'report_action.moderator')
      .selectAll('report_action')
      .select('username.name as username')
      .where('report', 'in', ids);
    const actions = await answer(acted.orderBy('report').orderBy('number').execute());
    return rows.map(({ stream, status, evidence, reason, words, ...row }) => ({
      ...row,
      table: stream,
      reason: reasonIn(reason),
      words: words ?? '',
      evidence: parsedOrNull(evidence),
      isOpen: status === 'open',
      actions: actions.filter(({ report }) => report === row.id).flatMap(actionOf),
    }));
  }
}

const reportRows = (database: Kysely<Schema>) =>
  database
    .selectFrom('report')
    .leftJoin('report_author', 'report_author.report', 'report.id')
    .select(['report.id', 'report.subject', 'report.stream', 'report.tournament', 'report.reason', 'report.evidence'])
    .select(['report.at', 'report.status', 'report_author.account as author', 'report_author.words']);

type ActionRow = Schema['report_action'] & { readonly username: string | null };

const reasonIn = (text: string): ReportReason => REPORT_REASONS.find((reason) => reason === text) ?? 'other';

function actionOf({ action, operator, username, note, at, until_at: until }: ActionRow): readonly ReportAction[] {
  const known = REPORT_ACTIONS.find((each) => each === action);
  const by = username === null ? operator : `@${username}`;
  return known === undefined ? [] : [{ action: known, operator: by, note, at, until }];
}
