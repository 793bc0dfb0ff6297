import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
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
  pictures: { waiting: 50, timeMs: 20_000, memoryMb: 256, idleMs: 60_000 },
  animations: { waiting: 4, timeMs: 120_000, memoryMb: 384, idleMs: 10_000 },
  cacheBytes: 48 * 1024 * 1024,
};

/** Called when a picture was drawn or not (`null`), with the seconds since it was requested. */
type OnDrawn = (format: DrawJob['format'], seconds: number | null) => void;

export interface PictureSettings {
  readonly pictures?: Partial<PictureLimits>;
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
  readonly #drawing = new Map<string, Promise<Uint8Array | null>>();

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

  /** A picture that is there already, or is being drawn; `undefined` if it has to be drawn. */
  known(key: string): Promise<Uint8Array | null> | undefined {
    const kept = this.#kept.get(key);
    return kept === undefined ? this.#drawing.get(key) : Promise.resolve(kept);
  }

  /** Draws a picture and keeps it by its key; `null` if there is nothing to draw. Rejects as `DrawQueue.draw` does. */
  draw(key: string, job: DrawJob): Promise<Uint8Array | null> {
    const queue = job.format === 'gif' ? this.#moving : this.#still;
    const requestedAt = performance.now();
    const ended = (isDrawn: boolean): void =>
      this.#onDrawn(job.format, isDrawn ? (performance.now() - requestedAt) / 1000 : null);
    const drawing = queue
      .draw(job)
      .then((bytes) => {
        if (bytes !== null) this.#kept.set(key, bytes);
        ended(bytes !== null);
        return bytes;
      })
      .catch((error: unknown) => {
        ended(false);
        throw error;
      })
      .finally(() => this.#drawing.delete(key));
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
