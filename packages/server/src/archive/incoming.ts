import { BoundedMap } from '../lib/caches.ts';
import { keysOf } from '../lib/addresses.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  chapterSteps,
  type FindGame,
  type RecordError,
  type Replay,
  replaySteps,
  type Result,
  type StudyChapter,
  type StudyError,
  failure,
  MAX_STUDY_TITLE,
  type StudyRecord,
  success,
  writeChapter,
} from '@tablier/core';
import { type Client, FairTurns, TurnRefused } from '../lib/fair-queue.ts';
import { shownLine } from '@tablier/protocol';
import type { StudySummary } from '@tablier/store';
import { isDeeperThan } from '../http/request.ts';

/** How many games or studies, and how many bytes, may be written per day (UTC). */
interface DailyAllowance {
  readonly items: number;
  readonly bytes: number;
}

export interface DailyAllowances {
  readonly person: DailyAllowance;
  /** People behind one address share it. */
  readonly address: DailyAllowance;
  /** All people together: the most that is written to the disk per day. */
  readonly all: DailyAllowance;
}

/** A long game takes 7 kB. */
export const DEFAULT_ALLOWANCES: DailyAllowances = {
  person: { items: 100, bytes: 1_000_000 },
  address: { items: 300, bytes: 3_000_000 },
  all: { items: 20_000, bytes: 100_000_000 },
};

/** Why it is refused, and when to try again. Milliseconds. */
export interface QuotaRefusal {
  readonly name: 'too-many' | 'archive-full';
  readonly retryMs: number;
}

interface Contribution {
  readonly person: string;
  readonly address: string;
  readonly bytes: number;
}

const DAY = 24 * 60 * 60_000;
/** The most people and addresses that are counted. The least recent one is dropped and starts at zero again. */
const MAX_KEYS = 50_000;

/** What people write each day, in memory: a restart resets the count, and each node counts separately. */
export function archiveQuota({ person: own, address: shared, all }: DailyAllowances, now: () => number) {
  const used = new BoundedMap<string, DailyAllowance>(MAX_KEYS);
  let today = 0;
  const usedBy = (key: string): DailyAllowance => used.get(key) ?? { items: 0, bytes: 0 };
  const hasRoom = (key: string, allowance: DailyAllowance, more: number): boolean => {
    const { items, bytes } = usedBy(key);
    return items < allowance.items && bytes + more <= allowance.bytes;
  };
  return ({ person, address, bytes: more }: Contribution): QuotaRefusal | null => {
    const day = Math.floor(now() / DAY);
    if (day !== today) used.clear();
    today = day;
    const networks = keysOf(address).map(({ key, share }) => [`address ${key}`, times(shared, share)] as const);
    const keys = [[`person ${person}`, own] as const, ...networks];
    const retryMs = DAY - (now() % DAY);
    if (keys.some(([key, allowance]) => !hasRoom(key, allowance, more))) return { name: 'too-many', retryMs };
    if (!hasRoom('all', all, more)) return { name: 'archive-full', retryMs };
    for (const key of [...keys.map(([each]) => each), 'all']) {
      const { items, bytes } = usedBy(key);
      used.set(key, { items: items + 1, bytes: bytes + more });
    }
    return null;
  };
}

const times = ({ items, bytes }: DailyAllowance, share: number): DailyAllowance => ({
  items: items * share,
  bytes: bytes * share,
});

/** How long a replay may run before it yields to other work. Milliseconds. */
const SLICE_MS = 5;
const LIMITS = { most: 300, mostPerAddress: 10 };

/** Replays records in slices, without blocking the event loop. Addresses take turns; who leaves is dropped. */
export class ReplayQueue {
  readonly #find: FindGame;
  readonly #now: () => number;
  readonly #turns = new FairTurns(LIMITS);
  #sliceEnd = 0;

  /** `now`: a monotonic clock in milliseconds. */
  constructor(find: FindGame, now = (): number => performance.now()) {
    this.#find = find;
    this.#now = now;
  }

  replay(client: Client, data: unknown): Promise<Result<Replay, RecordError>> {
    return this.#turns.run(client, () => this.#inSlices(client, replaySteps(this.#find, data)));
  }

  chapter(client: Client, data: unknown): Promise<Result<StudyChapter, StudyError>> {
    return this.#turns.run(client, () => this.#inSlices(client, chapterSteps(this.#find, data)));
  }

  async #inSlices<T>({ left }: Client, steps: Generator<void, T, void>): Promise<T> {
    for (;;) {
      if (this.#now() >= this.#sliceEnd) await this.#yield();
      if (left.aborted) throw new TurnRefused('the client has left');
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  async #yield(): Promise<void> {
    await nextTurn();
    this.#sliceEnd = this.#now() + SLICE_MS;
  }
}

const MAX_CHAPTERS = 32;
/** The most bytes of a checked study as JSON: more than the request, since the numbers of legal moves are added. */
const MAX_CONTENT = 256 * 1024;
const MAX_DEPTH = 32;

export interface StudyContent {
  readonly title: string;
  readonly chapters: readonly StudyRecord[];
}

export interface CheckedStudy {
  readonly base: number;
  readonly summary: StudySummary;
  readonly content: StudyContent;
}

const bad = (detail: string) => failure<StudyError>({ name: 'bad-study', detail });

/** Checks every move of every chapter of an untrusted study. Keeps only the fields that `docs/records.md` describes. */
export async function checkStudy(
  body: unknown,
  read: (chapter: unknown) => Promise<Result<StudyChapter, StudyError>>,
): Promise<Result<CheckedStudy, StudyError>> {
  if (typeof body !== 'object' || body === null || isDeeperThan(body, MAX_DEPTH)) return bad('not a study');
  const { title, base, chapters } = body as Readonly<Record<string, unknown>>;
  if (typeof title !== 'string' || title.length > MAX_STUDY_TITLE) return bad('title');
  if (typeof base !== 'number' || !Number.isInteger(base) || base < 0 || base > 1e9) return bad('base');
  if (!Array.isArray(chapters) || chapters.length === 0 || chapters.length > MAX_CHAPTERS) return bad('chapters');
  const checked: StudyRecord[] = [];
  for (const chapter of chapters) {
    const found = await read(chapter);
    if (!found.ok) return found;
    checked.push(writeChapter(found.value));
  }
  // Others see it in lists and in the previews of links.
  const content = { title: shownLine(title), chapters: checked };
  if (Buffer.byteLength(JSON.stringify(content)) > MAX_CONTENT) return bad('too large');
  const games = [...new Set(checked.map(({ game }) => game))];
  return success({ base, summary: { title: content.title, games, chapters: checked.length }, content });
}
