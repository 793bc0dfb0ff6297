import { join as joinPath } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SeededRng } from '@tablier/core';
import { readClock } from '@tablier/match';
import { DATABASE_FILE } from '@tablier/store';
import { join, randomChoice, sitDown, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const BASE = 60_000;
/** The clock may be charged for network transit, and for delays of a busy machine. Milliseconds. */
const SLACK = 1500;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

/** Takes the write lock of the database, as another program may: each write of the server fails after five seconds. */
function refuseWrites(): () => void {
  const database = new DatabaseSync(joinPath(server.folder, 'data', DATABASE_FILE));
  database.exec('begin immediate');
  return () => database.close();
}

test('the player to move is not charged for a span in which the database accepts no writes', async () => {
  const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
  const clock = { system: 'sudden-death', base: BASE / 1000 } as const;
  const table = await sitDown([ada, grace], terms('isaac', { clock }));
  const begun = await ada.view(table, ({ match }) => match?.clock?.seat === 0);
  const since = begun.match?.clock?.since ?? 0;
  const release = refuseWrites();
  const triedAt = Date.now();
  const action = { kind: 'move', move: randomChoice(begun, new SeededRng('outage')) } as const;
  const moving = ada.must({ kind: 'act', table, action });
  await expect.poll(() => server.log.join('\n')).toContain('does not accept writes');
  release();
  const releasedAt = Date.now();
  expect(releasedAt - triedAt, 'the outage is much longer than the slack').toBeGreaterThan(3 * SLACK);

  // A page asks its core each second what must be resent.
  const ticking = setInterval(() => ada.core.tick(), 500);
  await moving.finally(() => clearInterval(ticking));
  const moved = await ada.view(table, ({ match }) => match?.plies === 1);
  // Another write than the move may be the first that succeeds, and the log says so after it.
  await expect.poll(() => server.log.join('\n')).toContain('accepts writes again');
  const after = moved.match?.clock;
  if (after === undefined || after === null) throw new Error('no clock');
  const charged = BASE - readClock(after, 0, after.since).total;
  const answeredAt = Date.now();
  const outage = releasedAt - triedAt;
  expect(charged, 'all but the outage').toBeLessThanOrEqual(answeredAt - since - outage + SLACK);
  await Promise.all([ada.leave(), grace.leave()]);
});
