import type { StoredRecord } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { Notices } from '../src/notices.ts';
import { BAD_URL, damaged, databaseFile, describePlace, isPostgresUrl, openingError } from '../src/place.ts';
import { changedAt } from '../src/streams/stream-type.ts';
import { readSummaries, recordId, summaryText } from '../src/archive.ts';

const RECORD: StoredRecord = {
  format: 1,
  game: 'isaac',
  rules: 1,
  options: { counter: 'exact' },
  players: 2,
  deal: null,
  moves: ['00-02', '10-12'],
  end: { by: 'resign', scores: [3, 1], places: [1, 2] },
};

describe('where the data lives', () => {
  const url = 'postgres://ada:secret@db.example:5432/club';

  test('is described without user and password', () => {
    expect(describePlace({ folder: '/data' })).toBe('/data/tablier.db');
    expect(describePlace({ folder: '/data', url })).toBe('PostgreSQL at db.example:5432/club');
    expect(databaseFile('/data')).toBe('/data/tablier.db');
  });

  test('may be an address of PostgreSQL', () => {
    expect([url, 'postgresql://db/club'].map(isPostgresUrl)).toEqual([true, true]);
    const wrong = ['mysql://db/club', 'xpostgres://db', 'postgres:/db', 'postgres://db:port/club', ''];
    expect(wrong.map(isPostgresUrl)).toEqual(wrong.map(() => false));
    expect(BAD_URL.name).toBe('bad-url');
    expect(BAD_URL.detail).toContain('postgres://user:password@host:port/name');
  });

  test('may be damaged, or not open', () => {
    const place = { folder: '/data' };
    expect(openingError(place, new Error('database disk image is malformed'))).toEqual(
      damaged(place, 'database disk image is malformed'),
    );
    expect(openingError(place, new Error('file is CORRUPT')).name).toBe('damaged');
    expect(damaged(place, 'x')).toEqual({
      name: 'damaged',
      detail: '/data/tablier.db is damaged (x): restore a backup into an empty folder',
    });
    expect(openingError(place, new Error('no access'))).toEqual({
      name: 'cannot-open',
      detail: 'cannot open /data/tablier.db: no access',
    });
  });
});

describe('the id of a kept game', () => {
  test('is the same for equal records and fits into an address', () => {
    const { deal, ...others } = RECORD;
    expect(recordId({ ...others, deal })).toBe(recordId(RECORD));
    expect(recordId(RECORD)).toMatch(/^[\w-]{22}$/);
    expect(recordId({ ...RECORD, moves: [] })).not.toBe(recordId(RECORD));
  });

  test('stays the same in every version: addresses of games are permanent', () => {
    expect(recordId(RECORD)).toBe('m5wSbmTH76UBMNrMfvNOmQ');
  });
});

describe('the summary of a kept game', () => {
  test('has what lists show, and is read back', () => {
    const { players, options, end } = RECORD;
    const row = { id: 'x', kept_at: 5, game: 'isaac', summary: summaryText(RECORD) };
    const listed = { id: 'x', keptAt: 5, game: 'isaac', players, options, plies: 2, end };
    // A damaged row hides no other.
    expect(readSummaries([{ ...row, summary: '{"players":' }, { ...row, summary: null }, row])).toEqual([listed]);
  });

  test('is not there for a game that is still on, and for one with too long options', () => {
    const { end: _, ...open } = RECORD;
    expect(summaryText(open)).toBeNull();
    const withOptions = (length: number) => summaryText({ ...RECORD, options: { counter: 'x'.repeat(length) } });
    const least = (withOptions(0) ?? '').length;
    expect(withOptions(2000 - least)).toHaveLength(2000);
    expect(withOptions(2001 - least)).toBeNull();
  });
});

describe('a notice', () => {
  test('reaches every listener once for each number of a stream, in rising order', () => {
    const notices = new Notices();
    const heard: string[] = [];
    const stop = notices.add((match, seq) => heard.push(`${match}${seq}`));
    notices.notify('a', 0);
    notices.notify('a', 0);
    notices.notify('a', 2);
    notices.notify('a', 1);
    notices.notify('b', 0);
    expect(heard).toEqual(['a0', 'a2', 'b0']);
    stop();
    notices.notify('a', 3);
    expect(heard).toHaveLength(3);
  });

  test('of a stream that was removed begins again, and a listener added twice hears twice', () => {
    const notices = new Notices();
    let heard = 0;
    const listener = (): void => void heard++;
    const stop = notices.add(listener);
    notices.add(listener);
    notices.notify('a', 5);
    expect(heard).toBe(2);
    notices.forget('a');
    stop();
    notices.notify('a', 0);
    expect(heard).toBe(3);
  });
});

describe('notices of many streams', () => {
  test('remember the 100,000 streams that were notified last', () => {
    const notices = new Notices();
    const heard: string[] = [];
    notices.add((match) => {
      if (!match.startsWith('other')) heard.push(match);
    });
    const tellOthers = (from: number, until: number): void => {
      for (let index = from; index < until; index++) notices.notify(`other ${index}`, 0);
    };
    notices.notify('a', 1);
    notices.notify('b', 1);
    tellOthers(0, 99_998);
    notices.notify('a', 2);
    notices.notify('b', 1);
    expect(heard).toEqual(['a', 'b', 'a']);
    tellOthers(99_998, 99_999);
    // Now b is the stream without a notice for longest. It is forgotten, so its number is sent twice.
    notices.notify('a', 2);
    notices.notify('b', 1);
    expect(heard).toEqual(['a', 'b', 'a', 'b']);
  });
});

describe('a change of objects at a path', () => {
  const rename = (object: object) => ({ ...object, name: '' });

  test('changes them and shares the rest', () => {
    const data = { seats: [{ name: 'a' }, { name: 'b' }], other: {} };
    const changed = changedAt(data, 'seats.*', rename);
    expect(changed).toEqual({ seats: [{ name: '' }, { name: '' }], other: {} });
    expect((changed as typeof data).other).toBe(data.other);
    expect(changedAt({ name: 'a' }, undefined, rename)).toEqual({ name: '' });
  });

  test('leaves what is not there, or of another form, as the same object', () => {
    const keep = (object: Readonly<Record<string, unknown>>) => object;
    for (const data of [null, 'x', 7, [], { seats: 'x' }, { seats: [7, null] }, {}, [{ name: 'a' }]])
      expect(changedAt(data, 'seats.*', rename)).toBe(data);
    const seats = { seats: [{ name: 'a' }] };
    expect(changedAt(seats, 'seats.*', keep)).toBe(seats);
    for (const data of [null, 'x', []]) expect(changedAt(data, undefined, rename)).toBe(data);
  });
});
