import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EventStream } from '../../src/api/event-stream.ts';

/** More than the first line of a stream, less than that and one sign of life. Bytes. */
const MAX_BUFFERED = 20;
/** A stream is checked four times a minute. */
const MINUTE = 4;

/** A stream without tables: only its signs of life are sent. */
function stream(): EventStream {
  const unused = (): never => {
    throw new Error('no table is watched');
  };
  return new EventStream(
    { person: null, token: null, address: '127.0.0.1', bookmark: new Map() },
    {
      rooms: { find: unused },
      myTables: { follow: unused, leave: unused },
      log: { info: unused, error: unused },
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
