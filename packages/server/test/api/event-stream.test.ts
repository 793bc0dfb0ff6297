import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MyTable } from '@tablier/protocol';
import { StoreUnavailable } from '@tablier/store';
import { expect, test } from 'vitest';
import { EventStream, type EventStreamDeps } from '../../src/api/event-streams.ts';
import { Feed } from '../../src/matchmaking/feed.ts';

/** More than the first line of a stream, less than that and one sign of life. Bytes. */
const MAX_BUFFERED = 20;
/** A stream is checked four times a minute. */
const MINUTE = 4;

const unused = (): never => {
  throw new Error('no table is watched');
};

/** A stream without tables: only its signs of life are sent. */
function stream(myTables: EventStreamDeps['myTables'] = { follow: unused, leave: unused }): EventStream {
  return new EventStream(
    { person: null, token: null, owner: null, address: '127.0.0.1', bookmark: new Map() },
    {
      rooms: { find: unused },
      myTables,
      log: { info: unused, warn: unused, error: unused },
      maxBuffered: MAX_BUFFERED,
    },
  );
}

test('a stream that its client does not read for a minute ends, and what waits for it is limited', async () => {
  const unread = stream();
  const lengths: number[] = [];
  for (let checks = 0; checks <= MINUTE && !unread.destroyed; checks++) {
    unread.check();
    lengths.push(unread.readableLength);
  }
  await nextTurn();
  expect(unread.destroyed).toBe(true);
  expect(Math.max(...lengths)).toBeLessThan(100);
});

test('a stream that its client reads now and then stays open', async () => {
  const slow = stream();
  for (let checks = 0; checks < 5 * MINUTE; checks++) {
    slow.check();
    if (checks % MINUTE === MINUTE - 2) slow.read();
  }
  await nextTurn();
  expect(slow.destroyed).toBe(false);
  slow.destroy();
});

test('a stream that ends while the own tables are read follows them no longer', async () => {
  const feed = new Feed<MyTable>({ pace: 1, onFailure: unused });
  const held: ((feed: Feed<MyTable>) => void)[] = [];
  const left: string[] = [];
  const own = stream({
    follow: () => new Promise((resolve) => held.push(resolve)),
    leave: (person) => void left.push(person),
  });
  const watching = own.watchOwn('ada');
  own.destroy();
  await nextTurn();
  expect(left).toEqual([]);
  held[0]?.(feed);
  await watching;
  expect([left, feed.isFollowed]).toEqual([['ada'], false]);
});

test('a stream whose own tables cannot be read ends, so that its place is free again', async () => {
  const feed = new Feed<MyTable>({ pace: 1, onFailure: unused });
  const left: string[] = [];
  const closed: string[] = [];
  const own = new EventStream(
    {
      person: 'ada',
      token: null,
      owner: 'ada',
      address: '127.0.0.1',
      bookmark: new Map([['ended-table-of-ada', { version: 3, chat: { players: 0, spectators: 0 } }]]),
    },
    {
      rooms: { find: () => Promise.reject(new StoreUnavailable('the database does not answer')) },
      myTables: { follow: () => Promise.resolve(feed), leave: (person) => void left.push(person) },
      log: { info: unused, warn: unused, error: unused },
      maxBuffered: MAX_BUFFERED,
    },
  );
  own.once('close', () => closed.push('closed'));
  await expect(own.watchOwn('ada')).rejects.toThrow(StoreUnavailable);
  await nextTurn();
  expect([closed, left, feed.isFollowed]).toEqual([['closed'], ['ada'], false]);
});
