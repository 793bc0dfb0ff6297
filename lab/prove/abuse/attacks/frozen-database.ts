import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '@tablier/testkit/servers';
import { ascending, percentile, rounded } from '../../lib/figures.ts';
import { type HttpAnswer, httpRequest } from '@tablier/testkit/online';
import type { Attack } from './attack.ts';
import { errorNameIn, type Target } from './target.ts';

/** A query times out after 10 s, one that waits for a connection after 5 s more; the rest is for a busy machine. Milliseconds. */
const LONGEST_ANSWER = 17_000;
/** When a client gives up. Milliseconds. */
const TIMEOUT = 40_000;
/** The longest time until everything works again. Milliseconds. */
const LONGEST_RECOVERY = 30_000;
const LONGEST_STOP = 5000;

export const frozenDatabase: Attack = {
  name: 'frozen-database',
  finding: 'while PostgreSQL hangs, requests wait forever, and a stop does too',
  // It has its own server and PostgreSQL, and takes as long as queries do.
  server: { alone: true },
  run: async (target) => {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-frozen-'));
    const database = await PostgresServer.start();
    try {
      const server = await target.startAnother({ dataDir: folder, databaseUrl: await database.createDatabase() });
      const before = await newGuest(server.url);
      target.expect(before?.status === 201, `no guest before PostgreSQL hangs: ${before?.status}`);
      const goOn = await database.freeze();
      try {
        await frozen(target, server.url);
      } finally {
        goOn();
      }
      await recovered(target, server.url);
      const stop = await server.stopWithin(LONGEST_STOP);
      target.expect(stop !== null, 'the server does not stop after PostgreSQL hung');
    } finally {
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const newGuest = (url: string): Promise<HttpAnswer | null> =>
  httpRequest(url, {
    method: 'POST',
    path: '/api/guests',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Waiting' }),
    timeout: TIMEOUT,
  });

/** Every request is answered `unavailable` in time, and the health of the server at once. */
async function frozen(target: Target, url: string): Promise<void> {
  const waits: number[] = [];
  const ask = async (): Promise<string> => {
    const since = performance.now();
    target.tally.sent++;
    const answer = await newGuest(url);
    waits.push(performance.now() - since);
    const name = answer === null ? 'unanswered' : errorNameIn(answer);
    target.tally.answered(name);
    return name;
  };
  const asked = Array.from({ length: target.size({ short: 15, full: 40 }) }, ask);
  const health = await httpRequest(url, { method: 'GET', path: '/api/health' });
  target.expect(health?.status === 200, `the server does not report its health: ${health?.status}`);
  const names = new Set(await Promise.all(asked));
  target.expect([...names].join() === 'unavailable', `requests were answered ${[...names].join(', ')}`);
  const longest = percentile(ascending(waits), 1);
  target.figures['ms until a request was answered at most'] = rounded(longest, 0);
  target.expect(longest <= LONGEST_ANSWER, `a request waited ${rounded(longest, 0)} ms`);
  const ready = await httpRequest(url, { method: 'GET', path: '/api/ready' });
  target.expect(ready?.status === 503, `ready although PostgreSQL hangs: ${ready?.status}`);
}

async function recovered(target: Target, url: string): Promise<void> {
  const since = performance.now();
  for (;;) {
    const answer = await newGuest(url);
    if (answer?.status === 201) break;
    if (performance.now() - since > LONGEST_RECOVERY) return target.expect(false, 'the server does not recover');
  }
  target.figures['ms until the server worked again'] = rounded(performance.now() - since, 0);
}
