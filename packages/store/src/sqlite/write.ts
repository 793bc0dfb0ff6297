import type { SqliteDatabase } from 'kysely';
import {
  FORGOTTEN,
  PROBE,
  type AppendOperation,
  type CreateOperation,
  type EraseOperation,
  type EventText,
  type ForgetOperation,
  type KeepOperation,
  type ListingText,
  type Operation,
  type RedactOperation,
  type RelistOperation,
  type Reply,
  type Row,
  type Statement,
  type TransactionOperation,
  type TrimOperation,
} from '../operations.ts';
import type { AppendResult, CreateResult, EraseResult, TrimResult } from '../streams/stream.ts';

/** Executes operations on a SQLite database, inside the caller's transaction. */
export class SqliteOperations {
  private readonly database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.database = database;
  }

  perform(operation: Operation): Reply {
    switch (operation.kind) {
      case 'keep':
        return this.keep(operation);
      case 'forget':
        return this.forget(operation);
      case 'create':
        return this.create(operation);
      case 'append':
        return this.append(operation);
      case 'relist':
        return this.relist(operation);
      case 'redact':
        return this.redact(operation);
      case 'erase':
        return this.erase(operation);
      case 'transaction':
        return this.transaction(operation);
      case 'trim':
        return this.trim(operation);
      case 'probe':
        return this.probe();
    }
  }

  private keep({ id, at, game, endedBy, record, summary }: KeepOperation): Reply {
    this.run(
      `insert into kept_game (id, kept_at, game, ended_by, record, summary) values (?, ?, ?, ?, ?, ?)
       on conflict (id) do update set summary = excluded.summary
       where kept_game.summary is null and excluded.summary is not null and kept_game.record <> ?`,
      [id, at, game, endedBy, record, summary, FORGOTTEN],
    );
    return { name: 'kept' };
  }

  private forget({ id }: ForgetOperation): Reply {
    const text = `update kept_game set record = ?, summary = null where id = ? and record <> ?`;
    return { name: this.run(text, [FORGOTTEN, id, FORGOTTEN]) > 0 ? 'forgotten' : 'unknown-game' };
  }

  private create({ stream, at, head, listing }: CreateOperation): CreateResult {
    const changes = this.run(
      `insert into "match" (id, created_at, head, seq, touched_at) values (?, ?, ?, 0, ?) on conflict (id) do nothing`,
      [stream, at, head, at],
    );
    if (changes === 0) return { name: 'exists' };
    this.list(stream, listing);
    return { name: 'created' };
  }

  /** Normally two statements. The reason for a failure is only looked up if the first one changed nothing. */
  private append(operation: AppendOperation): AppendResult {
    const { stream, expected, at, events, clientId, listing } = operation;
    const seq = expected + events.length;
    const isNew = clientId === null ? '' : 'and not exists (select 1 from event where "match" = ? and client_id = ?)';
    const own = clientId === null ? [] : [stream, clientId];
    const text = `update "match" set seq = ?, touched_at = ? where id = ? and seq = ? ${isNew}`;
    if (this.run(text, [seq, at, stream, expected, ...own]) === 0) return this.refusal(operation);
    for (const [index, event] of events.entries()) {
      const number = expected + index + 1;
      this.store(stream, number, event, number === seq ? clientId : null);
    }
    if (listing !== undefined) this.list(stream, listing);
    return { name: 'appended', seq };
  }

  /** Why an append failed. */
  private refusal({ stream, clientId }: AppendOperation): AppendResult {
    const before =
      clientId === null ? null : this.seqOf(`event where "match" = ? and client_id = ?`, [stream, clientId]);
    if (before !== null) return { name: 'duplicate', seq: before };
    const current = this.seqOf(`"match" where id = ?`, [stream]);
    return current === null ? { name: 'unknown-stream' } : { name: 'conflict', seq: current };
  }

  private relist({ stream, seq, listing }: RelistOperation): Reply {
    if (this.seqOf(`"match" where id = ?`, [stream]) !== seq) return { name: 'moved-on' };
    this.list(stream, listing);
    return { name: 'relisted' };
  }

  private store(stream: string, seq: number, { at, kind, data }: EventText, clientId: string | null): void {
    const text = `insert into event ("match", seq, at, kind, data, client_id) values (?, ?, ?, ?, ?, ?)`;
    this.run(text, [stream, seq, at, kind, data, clientId]);
  }

  private redact({ stream, seq, at, head, data, event, listing }: RedactOperation): Reply {
    if (this.seqOf(`"match" where id = ?`, [stream]) !== seq) return { name: 'moved-on' };
    for (const each of data) {
      const text = `update event set data = ?, client_id = null where "match" = ? and seq = ?`;
      this.run(text, [each.data, stream, each.seq]);
    }
    const last = event === null ? seq : seq + 1;
    if (event !== null) this.store(stream, last, event, null);
    this.run(`update "match" set head = ?, seq = ?, touched_at = ? where id = ?`, [head, last, at, stream]);
    this.list(stream, listing);
    return { name: 'redacted', seq: last };
  }

  private erase({ stream }: EraseOperation): EraseResult {
    const removed = this.run(`delete from "match" where id = ?`, [stream]);
    if (removed === 0) return { name: 'unknown-stream' };
    this.run(`delete from event where "match" = ?`, [stream]);
    this.list(stream, null);
    return { name: 'erased' };
  }

  /** A savepoint: other operations share the caller's transaction, and only this one may be rolled back. */
  private transaction({ statements }: TransactionOperation): Reply {
    this.run('savepoint operation', []);
    const rows: (readonly Row[])[] = [];
    for (const statement of statements) {
      const done = this.outcomeOf(statement);
      if (done.count === 0 && statement.otherwise !== null) {
        this.run('rollback to operation', []);
        this.run('release operation', []);
        return { name: 'refused', reason: statement.otherwise };
      }
      rows.push(done.rows);
    }
    this.run('release operation', []);
    return { name: 'done', rows };
  }

  /** The rows that a statement returned, and the number of rows changed or returned. */
  private outcomeOf({ sql, parameters }: Statement): { readonly rows: readonly Row[]; readonly count: number } {
    const prepared = this.database.prepare(sql);
    if (!prepared.reader) return { rows: [], count: Number(prepared.run(parameters).changes) };
    const rows = prepared.all(parameters) as readonly Row[];
    return { rows, count: rows.length };
  }

  private trim({ stream, seqs }: TrimOperation): TrimResult {
    const text = `delete from event where "match" = ? and seq = ? and seq < (select seq from "match" where id = ?)`;
    for (const seq of seqs) this.run(text, [stream, seq, stream]);
    return { name: 'trimmed' };
  }

  private probe(): Reply {
    this.list(PROBE.stream, {
      status: 'closed',
      listedAt: 0,
      summary: PROBE.summary,
      people: [],
      game: null,
      own: null,
    });
    this.list(PROBE.stream, null);
    return { name: 'written' };
  }

  private list(stream: string, listing: ListingText | null): void {
    this.run(`delete from participant where "match" = ?`, [stream]);
    if (listing === null) {
      this.run(`delete from listing where "match" = ?`, [stream]);
      return;
    }
    this.run(
      `insert or replace into listing ("match", status, listed_at, summary, game, own) values (?, ?, ?, ?, ?, ?)`,
      [stream, listing.status, listing.listedAt, listing.summary, listing.game, listing.own],
    );
    for (const person of listing.people) {
      this.run(`insert into participant (person, "match", at) values (?, ?, ?)`, [person, stream, listing.listedAt]);
    }
  }

  private seqOf(rows: string, parameters: readonly unknown[]): number | null {
    const [row] = this.database.prepare(`select seq from ${rows}`).all(parameters) as readonly {
      readonly seq: number;
    }[];
    return row?.seq ?? null;
  }

  /** Returns the number of changed rows. */
  private run(text: string, parameters: readonly unknown[]): number {
    return Number(this.database.prepare(text).run(parameters).changes);
  }
}
