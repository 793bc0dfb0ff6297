import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BackupLines, BackupReader, BadBackup } from '../src/backup/format.ts';

const ROWS = [
  { table: 'kept', row: { id: 'a', at: 5, summary: null } },
  { table: 'kept', row: { id: 'b', at: 6, summary: 'x' } },
];

/** The lines of a backup, without line breaks. */
function written(): string[] {
  const lines = new BackupLines();
  const all = [lines.beginning(6), ...ROWS.map((row) => lines.row(row)), lines.ending()];
  expect(all.every((line) => line.endsWith('\n'))).toBe(true);
  return all.map((line) => line.slice(0, -1));
}

/** What is read of some lines, the first as the beginning. */
function read([first = '', ...others]: readonly string[]): unknown[] {
  const reader = new BackupReader();
  const all = [reader.beginning(first), ...others.map((line) => reader.row(line))];
  reader.finish();
  return all;
}

describe('a backup', () => {
  test('is a beginning, rows and an end with their number and the hash of all lines before', () => {
    const [first = '', one, two, last = ''] = written();
    expect(JSON.parse(first)).toEqual({ tablier: 'backup', format: 1, schema: 6 });
    expect(one).toBe('["kept",{"id":"a","at":5,"summary":null}]');
    const sha256 = createHash('sha256').update(`${first}\n${one}\n${two}\n`).digest('hex');
    expect(JSON.parse(last)).toEqual({ end: 2, sha256 });
  });

  test('is read as it was written', () => {
    expect(read(written())).toEqual([{ tablier: 'backup', format: 1, schema: 6 }, ...ROWS, null]);
  });

  test.each([
    ['', 'line 1: not JSON'],
    ['[]', 'line 1: not a backup of Tablier'],
    ['null', 'line 1: not a backup of Tablier'],
    ['"x"', 'line 1: not a backup of Tablier'],
    ['{"tablier":"x","format":1,"schema":1}', 'line 1: not a backup of Tablier'],
    ['{"tablier":"backup","format":2,"schema":1}', 'line 1: unknown format 2'],
    ['{"tablier":"backup","format":1}', 'line 1: the version is missing'],
    ['{"tablier":"backup","format":1,"schema":0}', 'line 1: the version is missing'],
    ['{"tablier":"backup","format":1,"schema":1.5}', 'line 1: the version is missing'],
    ['{"tablier":"backup","format":1,"schema":"1"}', 'line 1: the version is missing'],
  ])('cannot begin with %s', (line, message) => {
    expect(() => read([line])).toThrow(message);
    expect(() => read([line])).toThrow(BadBackup);
  });

  test('of any version of the schema is read', () => {
    expect(() => new BackupReader().beginning('{"tablier":"backup","format":1,"schema":1}')).not.toThrow();
  });

  test.each([
    '[7,{}]',
    '["kept",[]]',
    '["kept",null]',
    '["kept","x"]',
    '["kept"]',
    '["kept",{"a b":1}]',
    '["kept",{" a":1}]',
    '["kept",{"a ":1}]',
    '["kept",{"a":true}]',
    '["kept",{"a":[]}]',
    '["kept",{"a":1,"b":{}}]',
  ])('cannot have the row %s', (row) => {
    const [first = ''] = written();
    expect(() => read([first, row])).toThrow('line 2: not a row');
  });

  test('that is cut, reordered or changed is refused', () => {
    const [first = '', one = '', two = '', last = ''] = written();
    expect(() => read([first, one, two])).toThrow('line 3: the end is missing');
    expect(() => read([first, one, last])).toThrow('line 3: rows are missing or changed');
    expect(() => read([first, two, one, last])).toThrow('line 4: rows are missing or changed');
    expect(() => read([first, one, two.replace('6', '7'), last])).toThrow('line 4: rows are missing or changed');
    expect(() => read([first, one, two, last.replace('"end":2', '"end":3')])).toThrow('rows are missing or changed');
    expect(() => read([first, one, two, last, one])).toThrow('line 4: there are lines after the end');
    expect(() => read([first, one, two, '7'])).toThrow('line 4: rows are missing or changed');
    expect(() => read([first, one, two, 'x'])).toThrow('line 4: not JSON');
  });
});
