import type { SqliteDatabase } from 'kysely';
import type {
  AppendOperation,
  CreateOperation,
  EventText,
  ListingText,
  Operation,
  Reply,
  Row,
  Statement,
  TransactionOperation,
} from '../operations.ts';
import type { AppendResult, CreateResult } from '../streams/stream.ts';

export class SqliteOperations {
  private readonly database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.database = database;
  }

  perform(operation: Operation): Reply {
    switch (operation.kind) {
      case 'create':
        return this.create(operation);
      case 'append':
        return this.append(operation);
      case 'transaction':
        return this.transaction(operation);
    }
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

  private refusal({ stream, clientId }: AppendOperation): AppendResult {
    const before =
      clientId === null ? null : this.seqOf(`event where "match" = ? and client_id = ?`, [stream, clientId]);
    if (before !== null) return { name: 'duplicate', seq: before };
    const current = this.seqOf(`"match" where id = ?`, [stream]);
    return current === null ? { name: 'unknown-stream' } : { name: 'conflict', seq: current };
  }

  private store(stream: string, seq: number, { at, kind, data }: EventText, clientId: string | null): void {
    const text = `insert into event ("match", seq, at, kind, data, client_id) values (?, ?, ?, ?, ?, ?)`;
    this.run(text, [stream, seq, at, kind, data, clientId]);
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

  private run(text: string, parameters: readonly unknown[]): number {
    return Number(this.database.prepare(text).run(parameters).changes);
  }
}
