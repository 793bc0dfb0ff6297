import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { type Client, TurnRefused } from '../lib/fair-turns.ts';
import { type DrawLimits, DrawQueue } from './draw-queue.ts';
import type { DrawJob } from './picture-request.ts';

export interface PictureLimits {
  readonly pictures: DrawLimits;
  /** Animations take seconds, so they have a thread of their own and pictures do not wait for them. */
  readonly animations: DrawLimits;
  /** The memory that drawn pictures may take, in bytes. */
  readonly cacheBytes: number;
}

export const DEFAULT_PICTURE_LIMITS: PictureLimits = {
  pictures: { waiting: 50, perAddress: 8, processorMs: 10_000, memoryMb: 256, idleMs: 60_000 },
  animations: { waiting: 4, perAddress: 2, processorMs: 30_000, memoryMb: 384, idleMs: 10_000 },
  cacheBytes: 48 * 1024 * 1024,
};

/** Called when a picture was drawn or not (`null`), with the seconds since it was requested. */
type OnDrawn = (format: DrawJob['format'], seconds: number | null) => void;

export interface PictureSettings {
  readonly pictures?: Partial<PictureLimits>;
}

/** How long a picture that failed is not tried again. Milliseconds. */
export const FAILED_MS = 3_600_000;
/** Failed pictures that are remembered. */
const MAX_FAILED = 1000;

/** The picture was tried within the last hour, and failed. */
export class PictureFailed extends Error {
  override readonly name = 'PictureFailed';
}

interface Drawing {
  readonly bytes: Promise<Uint8Array | null>;
  /** Aborted when every client has left. */
  readonly leaving: AbortController;
  clients: number;
}

const PROGRAM = 'picture.mjs';
/** Raised when the same SVG is encoded in another way. */
const ENCODING = 1;

/** The pictures of one built page: drawn in threads, kept in memory, drawn once for simultaneous requests. */
export class Pictures {
  /** Changes when the same request gives another picture. */
  readonly version: string;
  readonly #onDrawn: OnDrawn;
  readonly #still: DrawQueue;
  readonly #moving: DrawQueue;
  readonly #kept: LRUCache<string, Uint8Array>;
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED, ttl: FAILED_MS });
  readonly #drawing = new Map<string, Drawing>();

  /** `program`: the path of `picture.mjs`. */
  constructor(program: string, settings: Partial<PictureLimits> = {}, onDrawn: OnDrawn = () => undefined) {
    const { pictures, animations, cacheBytes } = { ...DEFAULT_PICTURE_LIMITS, ...settings };
    this.#onDrawn = onDrawn;
    const address = pathToFileURL(program).href;
    this.version = `${ENCODING}-${createHash('sha256').update(readFileSync(program)).digest('base64url').slice(0, 12)}`;
    this.#still = new DrawQueue(address, pictures);
    this.#moving = new DrawQueue(address, animations);
    this.#kept = new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ byteLength }) => Math.max(1, byteLength) });
  }

  /** Pictures that wait for a thread. */
  get waiting(): number {
    return this.#still.waiting + this.#moving.waiting;
  }

  /** Whether a picture costs nothing: it is there, is being drawn, or cannot be drawn. */
  isKnown(key: string): boolean {
    return this.#kept.has(key) || this.#drawing.has(key) || this.#failed.has(key);
  }

  /**
   * A picture, kept by its key; `null` if there is nothing to draw. Clients that wait for the same one share it, and it is not begun if all
   * of them have left. Rejects as `DrawQueue.draw` does; with `PictureFailed` if it failed before.
   */
  async get(key: string, job: DrawJob, client: Client): Promise<Uint8Array | null> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (this.#failed.has(key)) throw new PictureFailed('the picture failed before');
    const drawing = this.#drawing.get(key) ?? this.#draw(key, job, client);
    drawing.clients++;
    const leave = (): void => {
      if (--drawing.clients === 0) drawing.leaving.abort();
    };
    if (client.left.aborted) leave();
    else client.left.addEventListener('abort', leave, { once: true });
    return drawing.bytes;
  }

  #draw(key: string, job: DrawJob, client: Client): Drawing {
    const queue = job.format === 'gif' ? this.#moving : this.#still;
    const requestedAt = performance.now();
    const ended = (isDrawn: boolean): void =>
      this.#onDrawn(job.format, isDrawn ? (performance.now() - requestedAt) / 1000 : null);
    const leaving = new AbortController();
    const bytes = queue
      .draw({ ...client, left: leaving.signal }, job)
      .then((drawn) => {
        if (drawn !== null) this.#kept.set(key, drawn);
        ended(drawn !== null);
        return drawn;
      })
      .catch((error: unknown) => {
        if (!(error instanceof TurnRefused)) this.#failed.set(key, true);
        ended(false);
        throw error;
      })
      .finally(() => this.#drawing.delete(key));
    const drawing = { bytes, leaving, clients: 0 };
    this.#drawing.set(key, drawing);
    return drawing;
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all([this.#still.close(), this.#moving.close()]);
  }
}

/** The pictures of a built page; `null` if it has not been built. */
export function openPictures(pageDir: string, { pictures }: PictureSettings, onDrawn?: OnDrawn): Pictures | null {
  const program = join(pageDir, PROGRAM);
  return existsSync(program) ? new Pictures(program, pictures, onDrawn) : null;
}
