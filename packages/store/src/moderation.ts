import { type Kysely, sql } from 'kysely';
import {
  ifNew,
  isId,
  NEXT_NUMBER,
  outcomeOf,
  parsedOrNull,
  Repository,
  rowOf,
  rowsOf,
  statement,
} from './repository.ts';
import type { Schema } from './schema.ts';

export interface ReportTables {
  readonly report: {
    readonly id: string;
    readonly subject: string;
    /** The stream of the table where it happened; null for none. */
    readonly stream: string | null;
    /** The tournament that the account organises and that the report is about; null for none. */
    readonly tournament: string | null;
    /** The text of a member that it is about, as the server names it: `article isaac fr 3`; null for none. */
    readonly about: string | null;
    readonly reason: ReportReason;
    /** Data that was only in memory at the time of the report, as JSON. */
    readonly evidence: string;
    readonly at: number;
    readonly status: 'open' | 'closed';
  };
  /** Who made a report, and their words. Deleted with their account, while the report stays. */
  readonly report_author: {
    readonly report: string;
    readonly account: string;
    readonly words: string;
    readonly at: number;
  };
  readonly report_action: {
    readonly report: string;
    readonly number: number;
    readonly action: ReportActionKind;
    /** Empty for a moderator. */
    readonly operator: string;
    /** The account that did it; null for an operator, and once that account was deleted. */
    readonly moderator: string | null;
    /** The reason. The subject reads that of a warning and a mute. */
    readonly note: string;
    readonly at: number;
    /** 1 once the subject has read it; for warnings. */
    readonly seen: number;
    /** The end of a mute; null for other actions. */
    readonly until_at: number | null;
  };
}

export type ReportReason = 'chat' | 'name' | 'cheating' | 'stalling' | 'other';

/** The decisions that the person reads on the page; they see the others at once. */
export const TOLD_ACTIONS = ['warn', 'rename-tournament', 'cancel-tournament', 'remove-text'] as const;
export type ToldAction = (typeof TOLD_ACTIONS)[number];
export type ReportActionKind = ToldAction | 'dismiss' | 'rename' | 'mute' | 'ban';

/** Times are milliseconds since 1970. */
export interface NewReport extends Omit<ReportTables['report'], 'stream' | 'evidence' | 'status'> {
  readonly author: string;
  /** The table where it happened; `null` for none. */
  readonly table: string | null;
  readonly words: string;
  /** Data that was only in memory at the time of the report: plain JSON. */
  readonly evidence: unknown;
}

/** A decision of an operator or a moderator about a report. */
export interface ReportAction extends Pick<ReportTables['report_action'], 'action' | 'note' | 'at'> {
  /** Who did it: a name that an operator gave, or `@` and the username of a moderator; empty once that account was deleted. */
  readonly operator: string;
  /** The end of a mute; `null` for other actions. */
  readonly until: number | null;
}

/** An action to store: of an operator by name, or of a moderator by account. */
export interface NewReportAction extends Omit<ReportAction, 'operator' | 'until'> {
  /** Needed for a mute. */
  readonly until?: number;
  readonly by: { readonly operator: string } | { readonly moderator: string };
}

export interface StoredReport extends Omit<NewReport, 'author'> {
  /** `null` once that account was deleted; the words are then empty. */
  readonly author: string | null;
  readonly isOpen: boolean;
  readonly actions: readonly ReportAction[];
}

export type UnreadWarning = Awaited<ReturnType<ReportRepository['warnings']>>[number];

/** The newest report of a page. */
export type ReportPlace = Pick<NewReport, 'at' | 'id'>;

/** `full`: the author made `most` reports since the given time. `gone`: one of the accounts does not exist. `known`: the id is used. */
export type AddReportResult = 'added' | 'known' | 'full' | 'gone';

/** Reports and the decisions about them. They end with their subject; identity and words of the author with the author. */
export class ReportRepository extends Repository {
  async add(report: NewReport, { since, most }: { since: number; most: number }): Promise<AddReportResult> {
    const { id, author, subject, table, tournament, about, reason, words, evidence, at } = report;
    if (!isId(id) || !isId(author) || !isId(subject) || (table !== null && !isId(table))) return 'gone';
    if (tournament !== null && !isId(tournament)) return 'gone';
    const { database } = this;
    const found = database.selectFrom('account').select('account.id').where('account.id', '=', subject);
    const made = database.selectFrom('report_author').where('account', '=', author).where('at', '>', since);
    const place = { stream: table, tournament, about };
    const row = { id, subject, ...place, reason, evidence: JSON.stringify(evidence), at, status: 'open' } as const;
    const added = database.insertInto('report').values(row);
    const by = database.insertInto('report_author').values({ report: id, account: author, words, at });
    const done = await this.write([
      // The reports of one author are serialised, so their count is exact.
      this.lockAccount(author),
      statement(found, 'gone'),
      this.hasRoom(made, most),
      ifNew(added, 'known'),
      statement(by),
    ]);
    return outcomeOf(done, 'added');
  }

  async find(id: string): Promise<StoredReport | null> {
    const [found] = await this.#withActions(reportRows(this.database).where('report.id', '=', id));
    return found ?? null;
  }

  /** Open or closed reports, newest first, at most `limit`; those after `before` in this order. */
  list(status: 'open' | 'closed', limit: number, before?: ReportPlace): Promise<readonly StoredReport[]> {
    const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' };
    const rows = this.#newest().where('report.status', '=', status);
    return this.#withActions(rows.where(sql<boolean>`(report.at, report.id) < (${at}, ${id})`).limit(limit));
  }

  about(subject: string, limit: number): Promise<readonly StoredReport[]> {
    return this.#withActions(this.#newest().where('report.subject', '=', subject).limit(limit));
  }

  by(author: string, limit: number): Promise<readonly StoredReport[]> {
    const rows = reportRows(this.database).where('report_author.account', '=', author);
    const newest = rows.orderBy('report_author.at', 'desc').orderBy('report.id', 'desc');
    return this.#withActions(newest.limit(limit));
  }

  #newest() {
    return reportRows(this.database).orderBy('report.at', 'desc').orderBy('report.id', 'desc');
  }

  /** Closes a report with an action. A closed report may get another action. Returns whether it exists. */
  async act(id: string, { action, by, note, at, until }: NewReportAction): Promise<boolean> {
    const database = this.database;
    const closed = database.updateTable('report').set({ status: 'closed' }).where('id', '=', id);
    const number = database.selectFrom('report_action').where('report', '=', id).select(NEXT_NUMBER);
    const who = 'moderator' in by ? { operator: '', ...by } : { ...by, moderator: null };
    const row = { report: id, number, action, ...who, note, at, seen: 0, until_at: until ?? null };
    const acted = database.insertInto('report_action').values(row);
    return (await this.write([statement(closed, 'unknown'), statement(acted)])).name === 'done';
  }

  /** Oldest first, with the tournament or the text that the decision is about; `null` for other decisions. */
  async warnings(subject: string) {
    const rows = await rowsOf(
      this.database
        .selectFrom('report')
        .innerJoin('report_action', 'report_action.report', 'report.id')
        .select(['report.id', 'report.reason', 'report.tournament', 'report.about', 'report_action.action'])
        .select(['report_action.note', 'report_action.at'])
        .where('report.subject', '=', subject)
        .where('report_action.action', 'in', TOLD_ACTIONS)
        .where('report_action.seen', '=', 0)
        .$narrowType<{ readonly action: ToldAction }>()
        .orderBy('report_action.at')
        .orderBy('report_action.report')
        .orderBy('report_action.number'),
    );
    return rows.map(({ id, tournament, about, ...row }) => ({
      ...row,
      report: id,
      tournament: row.action === 'warn' ? null : tournament,
      about: row.action === 'remove-text' ? about : null,
    }));
  }

  /** The subject has read its warnings. */
  async readWarnings(subject: string): Promise<void> {
    const own = this.database.selectFrom('report').select('id').where('subject', '=', subject);
    const read = this.database.updateTable('report_action').set({ seen: 1 }).where('report', 'in', own);
    await this.write([statement(read)]);
  }

  async #withActions(query: ReturnType<typeof reportRows>): Promise<readonly StoredReport[]> {
    const rows = await rowsOf(query);
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const acted = this.database
      .selectFrom('report_action')
      .leftJoin('username', 'username.account', 'report_action.moderator')
      .selectAll('report_action')
      .select('username.name as username')
      .where('report', 'in', ids);
    const actions = await rowsOf(acted.orderBy('report').orderBy('number'));
    return rows.map(({ stream, status, evidence, words, ...row }) => ({
      ...row,
      table: stream,
      words: words ?? '',
      evidence: parsedOrNull(evidence),
      isOpen: status === 'open',
      actions: actions.filter(({ report }) => report === row.id).map(actionOf),
    }));
  }
}

const reportRows = (database: Kysely<Schema>) =>
  database
    .selectFrom('report')
    .leftJoin('report_author', 'report_author.report', 'report.id')
    .select(['report.id', 'report.subject', 'report.stream', 'report.tournament', 'report.about', 'report.evidence'])
    .select(['report.reason', 'report.at', 'report.status', 'report_author.account as author', 'report_author.words']);

type ActionRow = Schema['report_action'] & { readonly username: string | null };

const actionOf = ({ action, operator, username, note, at, until_at: until }: ActionRow): ReportAction => ({
  action,
  operator: username === null ? operator : `@${username}`,
  note,
  at,
  until,
});

export interface ModerationTables {
  readonly moderator: { readonly account: string; readonly since: number };
  /** A mute: the time until which an account cannot chat, set by a moderator or an operator. */
  readonly mute: {
    readonly account: string;
    readonly until_at: number;
    readonly reason: string;
    readonly set_at: number;
  };
}

/** Who may moderate, as an operator decided. The role ends with the account. */
export class ModeratorRepository extends Repository {
  async has(account: string): Promise<boolean> {
    const own = this.database.selectFrom('moderator').select('account').where('account', '=', account);
    return (await rowOf(own)) !== undefined;
  }

  /** By username and id. */
  list() {
    return rowsOf(
      this.database
        .selectFrom('moderator')
        .innerJoin('account', 'account.id', 'moderator.account')
        .leftJoin('username', 'username.account', 'moderator.account')
        .select(['moderator.account', 'account.name', 'username.name as username', 'since'])
        .orderBy('username.name')
        .orderBy('moderator.account'),
    );
  }

  /** Makes an account with a username a moderator. A guest has no username, and nothing to sign in with. */
  async add(account: string, at: number): Promise<'added' | 'known' | 'no-username'> {
    const named = this.database.selectFrom('username').select('account').where('account', '=', account);
    const added = this.database.insertInto('moderator').values({ account, since: at });
    const done = await this.write([statement(named, 'no-username'), ifNew(added, 'known')]);
    return done.name === 'done' ? 'added' : (done.reason as 'known' | 'no-username');
  }

  async remove(account: string): Promise<boolean> {
    const own = this.database.deleteFrom('moderator').where('account', '=', account);
    return (await this.write([statement(own, 'unknown')])).name === 'done';
  }
}

/** A time in which an account cannot chat. Times are milliseconds since 1970. */
export interface Mute {
  readonly until: number;
  /** Why. The muted person reads it. */
  readonly reason: string;
  readonly at: number;
}

/** Who was muted, and until when: at most one mute per account, which ends with it. */
export class MuteRepository extends Repository {
  /** The mute of an account at a time; `null` if there is none, or it has ended. */
  async of(account: string, at: number): Promise<Mute | null> {
    const mutes = this.database.selectFrom('mute').select(['until_at as until', 'reason', 'set_at as at']);
    return (await rowOf(mutes.where('account', '=', account).where('until_at', '>', at))) ?? null;
  }

  list(at: number) {
    return rowsOf(
      this.database
        .selectFrom('mute')
        .innerJoin('account', 'account.id', 'mute.account')
        .leftJoin('username', 'username.account', 'mute.account')
        .select(['mute.account', 'account.name', 'username.name as username', 'reason'])
        .select(['until_at as until', 'set_at as at'])
        .where('until_at', '>', at)
        .orderBy('until_at')
        .orderBy('mute.account'),
    );
  }

  /** Replaces an earlier mute. Returns whether the account exists. */
  async set(account: string, { until, reason, at }: Mute): Promise<boolean> {
    // The account cannot be deleted in between.
    const muted = this.put('mute', account, { until_at: until, reason, set_at: at });
    return (await this.write([this.lockAccount(account), muted])).name === 'done';
  }

  /** Ends a mute. Returns whether the account was muted at that time. */
  async lift(account: string, at: number): Promise<boolean> {
    const own = this.database.deleteFrom('mute').where('account', '=', account).where('until_at', '>', at);
    return (await this.write([statement(own, 'not-muted')])).name === 'done';
  }

  async tidy(at: number): Promise<void> {
    await this.write([statement(this.database.deleteFrom('mute').where('until_at', '<=', at))]);
  }
}
