import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { remaining } from '@tablier/match';
import { type HttpAnswer, httpRequest, terms } from '@tablier/testkit/online';
import { PostgresServer } from '@tablier/testkit/servers';
import { pause, rounded, settled } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { errorNameIn, playOpening, type Target } from './target.ts';

/** Rights of the group and of all other users. */
const OTHERS = 0o077;

const fileModes: Attack = {
  name: 'file-modes',
  finding: 'every user of the machine reads the database: hashes of passwords, keys of challenges',
  run: async (target) => {
    await target.guest();
    const files = readdirSync(target.folder).map((name) => join(target.folder, name));
    const wide = [target.folder, ...files].filter(
      (file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0,
    );
    target.expect(
      wide.length === 0,
      `others may read ${wide.map((file) => file.slice(target.folder.length) || 'the folder').join(', ')}`,
    );
  },
};

const sharedCode: Attack = {
  name: 'shared-code',
  finding: 'the server runs code from the temporary folder of the machine, where another user can put it',
  server: { ownTemporary: true },
  run: async (target) => {
    await target.request('GET', '/api/health');
    const found = readdirSync(join(target.folder, '..', 'tmp'));
    target.expect(found.length === 0, `code was written to the temporary folder: ${found.join(', ')}`);
  },
};

const secondServer: Attack = {
  name: 'second-server',
  finding: 'a second server starts on the same folder: users of the two do not see each other',
  run: async (target) => {
    const refusal = await target.startAnother({ folder: target.folder }).then(
      () => null,
      (error: unknown) => String(error),
    );
    target.expect(refusal !== null, 'a second server serves the same folder');
    target.expect(refusal === null || !refusal.includes('this is a bug'), `the refusal is a crash: ${refusal}`);
    const health = await target.request('GET', '/api/health');
    target.expectStatus(health, 200, 'the first server does not answer any more');
  },
};

const NAME = 'Xanthippe Quillfeather';
/** How long deleted data may stay on the disk. Milliseconds. */
const LONGEST_ERASURE = 15_000;

const erasedName: Attack = {
  name: 'erased-name',
  finding: 'the name of a deleted person is still in the files of the database',
  run: async (target) => {
    const visitor = await target.guest({ name: NAME });
    const { players, table } = await target.seated(terms('isaac'), visitor);
    const [host] = players;
    await playOpening(players, table, 4);
    await target.command(host, { kind: 'say', table, text: `I am ${NAME}` });
    await target.act(host, table, { kind: 'resign' });
    target.expectStatus(await target.request('DELETE', '/api/me', { as: visitor }), 204, 'not deleted');
    const isGone = await settled(() => occurrences(target) === 0, LONGEST_ERASURE);
    target.figures['times that a deleted name is on the disk'] = occurrences(target);
    target.expect(isGone, `the name of a deleted person is on the disk ${occurrences(target)} times`);
  },
};

const occurrences = ({ folder }: Target): number =>
  readdirSync(folder)
    .map((name) => readText(join(folder, name)).split(NAME).length - 1)
    .reduce((sum, times) => sum + times, 0);

/** The heartbeat file is replaced each second, so a file may be gone between the listing and the reading. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Milliseconds. */
const OUTAGE = 8000;
/** Seconds. */
const BASE = 300;

const diskOutage: Attack = {
  name: 'disk-outage',
  finding:
    'while nothing can be written the server reports that it is healthy, answers 500, and charges the player to move',
  server: { alone: true, isOutage: true },
  run: async (target) => {
    const clock = { system: 'sudden-death', base: BASE } as const;
    const { players, table } = await target.seated(terms('isaac', { clock }));
    await players[0].view(table, ({ match }) => match?.clock?.seat === 0);
    const since = performance.now();
    limitFiles(target, '0');
    await outage(target);
    limitFiles(target, 'unlimited');
    await playOpening(players, table, 1);
    const elapsed = performance.now() - since;
    const { match } = await players[1].view(table, (view) => (view.match?.plies ?? 0) > 0);
    const left = match?.clock ? remaining(match.clock, 0, match.clock.since) : 0;
    const charged = Math.round(BASE * 1000 - left);
    target.figures['ms charged to the player to move'] = charged;
    target.figures['ms of outage'] = OUTAGE;
    target.expect(
      charged <= elapsed - OUTAGE / 2,
      `the player to move was charged ${charged} ms for an outage of ${OUTAGE} ms`,
    );
    const answer = await target.request('GET', '/api/ready', { as: target.anonymous() });
    target.expect(answer?.status === 200 || answer?.status === 404, `not ready after the outage: ${answer?.status}`);
  },
};

/** Sets the largest size of a file that the server may write. */
function limitFiles({ server }: Target, bytes: string): void {
  execFileSync('prlimit', [`--pid=${server.pid}`, `--fsize=${bytes}:`]);
}

async function outage(target: Target): Promise<void> {
  const until = performance.now() + OUTAGE;
  let wrong = 0;
  while (performance.now() < until) {
    const as = target.anonymous();
    const answer = await target.request('POST', '/api/guests', { as, body: { name: 'Late' } });
    if (answer?.status !== 503) wrong++;
    await pause(500);
  }
  const ready = await target.request('GET', '/api/ready', { as: target.anonymous() });
  target.expectStatus(ready, 503, 'ready although nothing can be written');
  target.expect(wrong === 0, `${wrong} guests were answered with something other than 503`);
}

/** A query times out after 10 s, one that waits for a connection after 5 s more; the rest is for a busy machine. Milliseconds. */
const LONGEST_ANSWER = 17_000;
/** When a client gives up. Milliseconds. */
const TIMEOUT = 40_000;
/** The longest time until everything works again. Milliseconds. */
const LONGEST_RECOVERY = 30_000;
const LONGEST_STOP = 5000;

const frozenDatabase: Attack = {
  name: 'frozen-database',
  finding: 'while PostgreSQL hangs, requests wait forever, and a stop does too',
  // It has its own server and PostgreSQL.
  run: async (target) => {
    const database = await PostgresServer.start();
    try {
      const server = await target.startAnother({
        folder: join(target.folder, '..', 'frozen'),
        url: await database.createDatabase(),
      });
      target.expectStatus(await newGuest(server.url), 201, 'no guest before PostgreSQL hangs');
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
  let longest = 0;
  const ask = async (): Promise<string> => {
    const since = performance.now();
    target.tally.sent++;
    const answer = await newGuest(url);
    longest = Math.max(longest, rounded(performance.now() - since, 0));
    const name = answer === null ? 'unanswered' : errorNameIn(answer);
    target.tally.answered(name);
    return name;
  };
  const asked = Array.from({ length: target.size({ short: 15, full: 40 }) }, ask);
  const health = await httpRequest(url, { method: 'GET', path: '/api/health' });
  target.expectStatus(health, 200, 'the server does not report its health');
  const names = new Set(await Promise.all(asked));
  target.expect([...names].join() === 'unavailable', `requests were answered ${[...names].join(', ')}`);
  target.figures['ms until a request was answered at most'] = longest;
  target.expect(longest <= LONGEST_ANSWER, `a request waited ${longest} ms`);
  const ready = await httpRequest(url, { method: 'GET', path: '/api/ready' });
  target.expectStatus(ready, 503, 'ready although PostgreSQL hangs');
}

async function recovered(target: Target, url: string): Promise<void> {
  const since = performance.now();
  while ((await newGuest(url))?.status !== 201) {
    if (performance.now() - since > LONGEST_RECOVERY) return target.expect(false, 'the server does not recover');
  }
  target.figures['ms until the server worked again'] = rounded(performance.now() - since, 0);
}

export const serverAttacks: readonly Attack[] = [
  fileModes,
  sharedCode,
  secondServer,
  erasedName,
  diskOutage,
  frozenDatabase,
];
