import { join as joinPath } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SeededRng } from '@tablier/core';
import { readClock } from '@tablier/match';
import { DATABASE_FILE } from '@tablier/store';
import { join, randomChoice, sitDown, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const BASE = 60_000;
/** The clock may be charged for the way of the message, and for what a busy machine adds. Milliseconds. */
const SLACK = 1500;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

/** Takes the write lock of the database, as another program on the same file may: each write of the server fails after five seconds. */
function refuseWrites(): () => void {
  const database = new DatabaseSync(joinPath(server.folder, 'data', DATABASE_FILE));
  database.exec('begin immediate');
  return () => database.close();
}

test('a time in which the database takes no writes is not charged to the player who is to move', async () => {
  const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
  const clock = { system: 'sudden-death', base: BASE / 1000 } as const;
  const table = await sitDown([ada, grace], terms('isaac', { clock }));
  const begun = await ada.view(table, ({ match }) => match?.clock?.seat === 0);
  const since = begun.match?.clock?.since ?? 0;
  const release = refuseWrites();
  const triedAt = Date.now();
  const action = { kind: 'move', move: randomChoice(begun, new SeededRng('outage')) } as const;
  const moving = ada.must({ kind: 'act', table, action });
  await expect.poll(() => server.log.join('\n'), { timeout: 30_000 }).toContain('does not take writes');
  release();
  const releasedAt = Date.now();
  expect(releasedAt - triedAt, 'the outage is much longer than the slack').toBeGreaterThan(3 * SLACK);

  // A page asks its core each second what is to be sent again.
  const ticking = setInterval(() => ada.core.tick(), 500);
  await moving.finally(() => clearInterval(ticking));
  const moved = await ada.view(table, ({ match }) => match?.plies === 1);
  expect(server.log.join('\n')).toContain('takes writes again');
  const after = moved.match?.clock;
  if (after === undefined || after === null) throw new Error('no clock');
  const charged = BASE - readClock(after, 0, after.since).total;
  const answeredAt = Date.now();
  const outage = releasedAt - triedAt;
  expect(charged, 'all but the outage').toBeLessThanOrEqual(answeredAt - since - outage + SLACK);
  await Promise.all([ada.leave(), grace.leave()]);
});
