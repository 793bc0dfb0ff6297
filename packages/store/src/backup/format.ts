import { createHash, type Hash } from 'node:crypto';
import { isObject, parseJson } from '@tablier/core';

/** Lines of JSON: the beginning, rows as `["table",{"column":value,…}]`, and the end with their number and the SHA-256 of all before. */
const BACKUP_FORMAT = 1;

interface Beginning {
  readonly tablier: 'backup';
  readonly format: typeof BACKUP_FORMAT;
  readonly schema: number;
}

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

export interface TableRow {
  readonly table: string;
  readonly row: Row;
}

export class BackupLines {
  private readonly hash = createHash('sha256');
  private count = 0;

  beginning(schema: number): string {
    return this.line({ tablier: 'backup', format: BACKUP_FORMAT, schema } satisfies Beginning);
  }

  row({ table, row }: TableRow): string {
    this.count++;
    return this.line([table, row]);
  }

  ending(): string {
    return `${JSON.stringify({ end: this.count, sha256: this.hash.digest('hex') })}\n`;
  }

  private line(data: unknown): string {
    const text = `${JSON.stringify(data)}\n`;
    this.hash.update(text);
    return text;
  }
}

/** An invalid backup. The message has the number of the line and the fault. */
export class BadBackup extends Error {}

/** Parses the lines of a backup, in order and without line breaks. Throws `BadBackup`. */
export class BackupReader {
  private readonly hash: Hash = createHash('sha256');
  private number = 0;
  private rows = 0;
  private ended = false;

  beginning(text: string): Beginning {
    const line: unknown = this.parse(text);
    if (!isObject(line) || line['tablier'] !== 'backup') throw this.bad('not a backup of Tablier');
    const { format, schema } = line;
    if (format !== BACKUP_FORMAT) throw this.bad(`unknown format ${String(format)}`);
    if (typeof schema !== 'number' || !Number.isInteger(schema) || schema < 1) throw this.bad('the version is missing');
    return { tablier: 'backup', format, schema };
  }

  /** Parses any other line; `null` for the last. */
  row(text: string): TableRow | null {
    if (this.ended) throw this.bad('there are lines after the end');
    // Only the last line is an object. The sum of all lines before takes as long as reading a row.
    const sum = text.startsWith('{') ? this.hash.copy().digest('hex') : null;
    const line: unknown = this.parse(text);
    if (Array.isArray(line)) return this.tableRow(line);
    if (!isObject(line) || line['end'] !== this.rows || line['sha256'] !== sum)
      throw this.bad('rows are missing or changed');
    this.ended = true;
    return null;
  }

  /** Call after the last line. Throws if the end is missing. */
  finish(): void {
    if (!this.ended) throw this.bad('the end is missing');
  }

  private tableRow(line: readonly unknown[]): TableRow {
    const [table, row] = line;
    if (typeof table !== 'string' || !isRow(row)) throw this.bad('not a row');
    this.rows++;
    return { table, row };
  }

  private parse(text: string): unknown {
    this.number++;
    this.hash.update(`${text}\n`);
    const line = parseJson(text);
    if (line === undefined) throw this.bad('not JSON');
    return line;
  }

  private bad(what: string): BadBackup {
    return new BadBackup(`line ${this.number}: ${what}`);
  }
}

const isRow = (data: unknown): data is Row =>
  isObject(data) &&
  Object.entries(data).every(([column, value]) => /^\w+$/.test(column) && (value === null || isScalar(value)));

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
