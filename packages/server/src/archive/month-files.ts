import * as z from 'zod';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { parseJson } from '@tablier/core';
import type { FinishedPlace, GameMonths, MonthGame, RemovedGame } from '@tablier/store';
import { eachOf, Slices } from '../lib/tasks.ts';
import { FreshCache } from '../lib/caches.ts';
import { games } from '@tablier/games';
import { type JobQueue, definePeriodicJob } from '../jobs/job-queue.ts';
import type { ServerContext } from '../lib/context.ts';
import type { ArchiveFiles } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import { isCached, checkLimit, refuse } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';

const fileSchema = z.object({
  game: z.string(),
  month: z.string(),
  games: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** The games of the month that had been removed when it was made. */
  removed: z.number(),
});
export type MonthFile = z.infer<typeof fileSchema>;

interface MonthFilesDeps {
  /** The folder of the files, which need not exist. */
  readonly folder: string;
  readonly months: GameMonths;
  readonly games: readonly string[];
  readonly now: () => number;
  /** On a server: runs the work that a request for the list starts. The job runs on one node, but each node has a folder of its own. */
  readonly background?: (work: Promise<unknown>) => void;
}

interface MakeOptions {
  readonly signal: AbortSignal;
  /** Whether a month is made again although it did not change. Absent: none is. */
  readonly isAgain?: (month: Month) => boolean;
  readonly onMade?: (file: MonthFile) => void;
}

const PAGE = 500;
/** The list is read again after this time, because a command of the operator may have changed it. Milliseconds. */
const FRESH = 60_000;
/** A request for the list looks for missing files again after this time. Milliseconds. */
const LOOK_AGAIN = 3_600_000;
export const ARCHIVES = 'archives';
const NAME = /^[a-z][a-z0-9-]*-\d{4}-\d{2}$/;

export const nameOf = ({ game, month }: Pick<MonthFile, 'game' | 'month'>): string => `${game}-${month}.jsonl.gz`;

/** One file for each game and month that is over. It follows from the database, so every node makes the same ones. */
export class MonthFiles {
  readonly #deps: MonthFilesDeps;
  readonly #list: FreshCache<readonly MonthFile[]>;
  readonly #closing = new AbortController();
  #lookedAt = 0;
  #parts = 0;

  constructor(deps: MonthFilesDeps) {
    this.#deps = deps;
    this.#list = new FreshCache({ freshMs: FRESH, most: 1, now: deps.now });
  }

  list(): Promise<readonly MonthFile[]> {
    this.#look();
    return this.#list.get('', async () => {
      const files = await this.#read();
      return files
        .filter(({ games }) => games > 0)
        .toSorted((left, right) => right.month.localeCompare(left.month) || left.game.localeCompare(right.game));
    });
  }

  close(): void {
    this.#closing.abort();
  }

  #look(): void {
    const { now, background } = this.#deps;
    if (background === undefined || now() - this.#lookedAt < LOOK_AGAIN) return;
    this.#lookedAt = now();
    background(this.make({ signal: this.#closing.signal }));
  }

  async open(name: string): Promise<{ readonly file: MonthFile; readonly stream: ReadStream } | null> {
    const file = (await this.list()).find((each) => nameOf(each) === name);
    return file === undefined ? null : { file, stream: createReadStream(join(this.#deps.folder, name)) };
  }

  /** Makes the files that are missing, and those of which a game was removed. Rejects with `StoreUnavailable`. */
  async make({ signal, isAgain = () => false, onMade = () => undefined }: MakeOptions): Promise<void> {
    const { months, games, now } = this.#deps;
    const known = new Map((await this.#read()).map((file) => [nameOf(file), file]));
    const removed = await months.removed();
    await eachOf(games, async (game) => {
      const first = await months.first(game);
      // The month of which the first game was removed still has a file.
      const begun = Math.min(first ?? Number.POSITIVE_INFINITY, ...endsOf(removed, game));
      if (!Number.isFinite(begun)) return;
      await eachOf(monthsOver(begun, now()), async (month) => {
        if (signal.aborted) return;
        const gone = endsOf(removed, game).filter((at) => monthOf(at) === month).length;
        if (isAgain(month) || known.get(nameOf({ game, month }))?.removed !== gone)
          onMade(await this.#makeOne({ game, month, removed: gone }, signal));
      });
    });
  }

  /** The whole file is written under another name first: a download never sees a part of it. */
  async #makeOne(of: Pick<MonthFile, 'game' | 'month' | 'removed'>, signal: AbortSignal): Promise<MonthFile> {
    const { folder } = this.#deps;
    await mkdir(folder, { recursive: true });
    const path = join(folder, nameOf(of));
    // A command, or the job, may make the same file at the same time.
    const part = `${path}.${process.pid}-${this.#parts++}.part`;
    try {
      const games = await this.#write(of, part, signal);
      const made: MonthFile = { ...of, games, bytes: (await stat(part)).size, sha256: await hashOf(part) };
      if (games > 0) await rename(part, path);
      else await rm(path, { force: true });
      await writeFile(part, JSON.stringify(made));
      await rename(part, `${path}.json`);
      return made;
    } finally {
      await rm(part, { force: true });
    }
  }

  async #write(of: Pick<MonthFile, 'game' | 'month'>, path: string, signal: AbortSignal): Promise<number> {
    let games = 0;
    const lines = Readable.from(this.#linesOf(of, () => games++));
    await pipeline(lines, createGzip({ level: 9 }), createWriteStream(path), { signal });
    return games;
  }

  async *#linesOf({ game, month }: Pick<MonthFile, 'game' | 'month'>, count: () => void): AsyncGenerator<string> {
    const slices = new Slices();
    let after: FinishedPlace | null | undefined;
    while (after !== null) {
      const page = await this.#deps.months.read({ game, ...spanOf(month), limit: PAGE, ...(after && { after }) });
      for (const each of page.games) {
        count();
        yield lineOf(each);
        await slices.pause();
      }
      after = page.next;
    }
  }

  /** The files made so far. Unreadable ones are made again. */
  async #read(): Promise<readonly MonthFile[]> {
    const { folder } = this.#deps;
    const names = await readdir(folder).catch(() => []);
    const texts = names
      .filter((name) => name.endsWith('.jsonl.gz.json') && NAME.test(name.slice(0, -'.jsonl.gz.json'.length)))
      .map((name) => readFile(join(folder, name), 'utf8').catch(() => ''));
    return (await Promise.all(texts)).flatMap((text) => fileSchema.safeParse(parseJson(text)).data ?? []);
  }
}

const endsOf = (removed: readonly RemovedGame[], game: string): number[] =>
  removed.filter((each) => each.game === game).map(({ endedAt }) => endedAt);

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The record with an additional field. Readers of records ignore unknown fields. */
function lineOf({ id, record, endedAt, pace, clock, bots }: MonthGame): string {
  const ended = new Date(endedAt).toISOString().replace(/\.\d+Z$/, 'Z');
  const archive = JSON.stringify({ id, ended, pace, clock, bots });
  return `${record.slice(0, -1)},"archive":${archive}}\n`;
}

/** Makes the monthly files that are missing: at every start, and every `MONTHS_EVERY`. */
export const MAKE_MONTHS = definePeriodicJob('make-monthly-files', {
  retries: 3,
  retrySeconds: 300,
  longestSeconds: 3600,
});
/** Milliseconds. */
const MONTHS_EVERY = 3_600_000;

export function createMonthFiles({ store, folder, now, background }: ServerContext, jobs: JobQueue): MonthFiles {
  const ids = games.map(({ id }) => id);
  const files = { folder: join(folder, ARCHIVES), months: store.months, games: ids };
  const monthFiles = new MonthFiles({ ...files, now, background });
  jobs.repeat(MAKE_MONTHS, MONTHS_EVERY, (_, signal) => monthFiles.make({ signal }));
  return monthFiles;
}

export type Month = string;

export const monthOf = (at: number): Month => new Date(at).toISOString().slice(0, 7);

export function nextMonth(month: Month): Month {
  const [year, number] = month.split('-').map(Number);
  return monthOf(Date.UTC(year ?? 0, number ?? 0, 1));
}

export const spanOf = (month: Month): { readonly from: number; readonly until: number } => ({
  from: Date.parse(`${month}-01T00:00:00Z`),
  until: Date.parse(`${nextMonth(month)}-01T00:00:00Z`),
});

/** Games that a node recorded late, because another one died, are recorded by then. Milliseconds. */
const LATE = 6 * 3_600_000;

export function monthsOver(first: number, now: number): Month[] {
  const months: Month[] = [];
  for (let month = monthOf(first); spanOf(month).until + LATE <= now; month = nextMonth(month)) months.push(month);
  return months;
}

interface MonthsApiDeps {
  readonly monthFiles: MonthFiles;
  readonly downloads: RateLimiter;
}

/** How long the list is fresh. Seconds. */
export const MONTHS_FRESH = 300;
/** A file changes only if an operator removes one of its games, and then caches must drop it too. */
const OF_FILE = 'public, max-age=86400, immutable';
/** The records are facts, and in the public domain. */
const TERMS = 'https://creativecommons.org/publicdomain/zero/1.0/';

const pathOf = (name: string): string => `/archives/${name}`;

export async function archiveFilesOf(monthFiles: MonthFiles): Promise<ArchiveFiles> {
  const files = (await monthFiles.list()).map(({ removed: _, ...file }) => ({ ...file, path: pathOf(nameOf(file)) }));
  return { terms: TERMS, files };
}

export function addMonthsApi(app: FastifyInstance, { monthFiles, downloads }: MonthsApiDeps): void {
  app.get<{ Params: { file: string } }>(pathOf(':file'), async (request, reply) => {
    checkLimit(downloads.take(request.ip));
    const found = await monthFiles.open(request.params.file);
    if (found === null) return refuse(reply, 404, { name: 'not-found' });
    const { file, stream } = found;
    const etag = `"${file.sha256}"`;
    reply.headers({ etag, 'cache-control': OF_FILE, 'cross-origin-resource-policy': 'cross-origin' });
    if (isCached(request, etag)) {
      stream.destroy();
      return reply.code(304).send();
    }
    return reply
      .header('content-length', file.bytes)
      .header('content-disposition', `attachment; filename="${nameOf(file)}"`)
      .type('application/gzip')
      .send(stream);
  });
}
