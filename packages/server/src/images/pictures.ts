import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { type Client, TurnRefused } from '../lib/fair-queue.ts';
import { CONTENT_TYPES, type DrawJob, DrawQueue, type PictureRequest } from './draw-queue.ts';
import type { StoredRecord } from '@tablier/core';
import { games } from '@tablier/games';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf, isCached, checkLimit, Refusal, answerUnavailable, refuse } from '../http/request.ts';
import type { ServerContext } from '../lib/context.ts';
import type { StudyContent } from '../archive/incoming.ts';

export const DEFAULT_PICTURE_LIMITS = {
  pictures: { waiting: 50, perAddress: 8, processorMs: 10_000, memoryMb: 256, idleMs: 60_000 },
  /** Animations take seconds, so they have a thread of their own and pictures do not wait for them. */
  animations: { waiting: 4, perAddress: 2, processorMs: 30_000, memoryMb: 384, idleMs: 10_000 },
  /** The memory that drawn pictures may take, in bytes. */
  cacheBytes: 48 * 1024 * 1024,
};
export type PictureLimits = Readonly<typeof DEFAULT_PICTURE_LIMITS>;

/** Called when a picture was drawn or not (`null`), with the seconds since it was requested. */
type OnDrawn = (format: DrawJob['format'], seconds: number | null) => void;

export interface PictureSettings {
  readonly pictures?: Partial<PictureLimits>;
}

/** How long a picture that failed is not tried again. Milliseconds. */
export const FAILED_MS = 3_600_000;
const MAX_FAILED = 1000;

/** The picture was tried within the last hour, and failed. */
export class PictureFailed extends Error {
  override readonly name = 'PictureFailed';
}

interface Drawing {
  readonly bytes: Promise<Uint8Array | null>;
  readonly leaving: AbortController;
  clients: number;
}

const PROGRAM = 'picture.mjs';
/** Raised when the same SVG is encoded in another way. */
const ENCODING = 1;

/** The pictures of one built page: drawn in threads, kept in memory, drawn once for simultaneous requests. */
export class Pictures {
  readonly version: string;
  readonly #onDrawn: OnDrawn;
  readonly #still: DrawQueue;
  readonly #moving: DrawQueue;
  readonly #kept: LRUCache<string, Uint8Array>;
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED, ttl: FAILED_MS });
  readonly #drawing = new Map<string, Drawing>();

  constructor(program: string, settings: Partial<PictureLimits> = {}, onDrawn: OnDrawn = () => undefined) {
    const { pictures, animations, cacheBytes } = { ...DEFAULT_PICTURE_LIMITS, ...settings };
    this.#onDrawn = onDrawn;
    const address = pathToFileURL(program).href;
    this.version = `${ENCODING}-${createHash('sha256').update(readFileSync(program)).digest('base64url').slice(0, 12)}`;
    this.#still = new DrawQueue(address, pictures);
    this.#moving = new DrawQueue(address, animations);
    this.#kept = new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ byteLength }) => Math.max(1, byteLength) });
  }

  get waiting(): number {
    return this.#still.waiting + this.#moving.waiting;
  }

  /** Whether a picture costs nothing: it is there, is being drawn, or cannot be drawn. */
  isKnown(key: string): boolean {
    return this.#kept.has(key) || this.#drawing.has(key) || this.#failed.has(key);
  }

  /** `null`: nothing to draw. A shared drawing is dropped if all leave. `PictureFailed`: it failed before. */
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

  async close(): Promise<void> {
    await Promise.all([this.#still.close(), this.#moving.close()]);
  }
}

/** None if the page has not been built, because its build draws them. */
export function addPictures(app: FastifyInstance, context: ServerContext, page: string, settings: PictureSettings) {
  const { metrics } = context;
  const program = join(page, PROGRAM);
  if (!existsSync(program)) return;
  const drawn: OnDrawn = (format, seconds) => metrics.drawn(format, seconds);
  const pictures = new Pictures(program, settings.pictures, drawn);
  metrics.gauge('tablier_pictures_waiting', 'Pictures that wait for a thread.', () => pictures.waiting);
  app.addHook('onClose', () => pictures.close());
  addPicturesApi(app, { ...context, pictures });
}

interface PicturesApiDeps extends Pick<ServerContext, 'store' | 'limiter'> {
  readonly pictures: Pictures;
}

/** The picture of a game never changes. But an operator may remove the game, and then caches must drop it too. */
const OF_GAME = 'public, max-age=86400, immutable';
/** A study changes. */
const OF_STUDY = 'public, max-age=300';
const OF_SITE = 'public, max-age=86400';
/** The most frames of an animation, and the longer side of each in pixels. */
const ANIMATION = { most: 120, side: 400 };
/** Of a game with more plies: it would skip some anyway, and many pieces make each frame expensive. A third of the processor time. */
const LONG_ANIMATION = { most: 60, side: 320 };

/** Of the pictures in lists, in pixels: sharp at twice their size. */
const SMALL = 96;

const ID = ':id(^[\\w-]{22}$)';
const PLY = ':ply(^\\d{1,6}$)';

type PictureAddress = FastifyRequest<{
  Params: { id?: string; ply?: string; number?: string };
  Querystring: { line?: unknown };
}>;

/** Serves the picture that an address names. */
type Serve = (path: string, findPicture: (request: PictureAddress) => Promise<CachedPicture> | CachedPicture) => void;

function addPicturesApi(app: FastifyInstance, deps: PicturesApiDeps): void {
  const serve: Serve = (path, findPicture) => {
    app.get(path, async (request: PictureAddress, reply) => {
      checkLimit(deps.limiter('requests', 'pictures').take(request.ip));
      return answer(request, reply, deps, await findPicture(request));
    });
  };
  const ofGame = (path: string, format: DrawJob['format'], requestOf: (game: FoundGame) => PictureRequest): void =>
    serve(`/g/${ID}${path}`, async ({ params }) => {
      const found = await findGame(params, deps);
      return { job: { request: requestOf(found), format }, id: found.id, caching: OF_GAME };
    });
  ofGame(`/${PLY}.svg`, 'svg', ({ record, ply }) => ({ kind: 'position', record, ply }));
  ofGame(`/${PLY}.png`, 'png', ({ record, ply }) => ({ kind: 'position', record, ply }));
  ofGame('/small.png', 'png', ({ record }) => ({ kind: 'position', record, ply: null, side: SMALL }));
  ofGame('.png', 'png', ({ record }) => ({ kind: 'card', record }));
  ofGame('.gif', 'gif', ({ record }) => ({
    kind: 'animation',
    record,
    ...(record.moves.length < ANIMATION.most ? ANIMATION : LONG_ANIMATION),
  }));
  const ofStudy = (path: string, requestOf: (record: StoredRecord) => PictureRequest): void =>
    serve(`/study/:id(^[A-Za-z0-9]{16}$)${path}`, async ({ params: { id = '' } }) => {
      const study = await deps.store.studies.find(id);
      const record = (study?.content as StudyContent | undefined)?.chapters[0];
      if (study === null || record === undefined) throw new Refusal({ name: 'not-found' });
      const job = { request: requestOf(record), format: 'png' } as const;
      return { job, id: `${id}-${study.revision}`, caching: OF_STUDY };
    });
  ofStudy('.png', (record) => ({ kind: 'card', record }));
  ofStudy('/small.png', (record) => ({ kind: 'position', record, ply: null, side: SMALL }));
  addSitePictures(serve);
}

function addSitePictures(serve: Serve): void {
  const ofSite = (request: PictureRequest, id: string): CachedPicture => ({
    job: { request, format: 'png' },
    id,
    caching: OF_SITE,
  });
  serve('/tablier.png', () => ofSite({ kind: 'site' }, 'tablier'));
  for (const { id: game } of games) {
    serve(`/${game}.png`, () => ofSite({ kind: 'game', game }, game));
    serve(`/${game}/puzzles/:number(^[1-9]\\d{0,4}$).png`, ({ params }) =>
      ofSite({ kind: 'puzzle', game, number: Number(params.number) }, `${game}-${params.number}`),
    );
    serve(`/${game}/position.png`, ({ query }) => {
      const line = String(query.line);
      return ofSite({ kind: 'placed', game, line }, createHash('sha256').update(line).digest('base64url'));
    });
  }
}

type FoundGame = Awaited<ReturnType<typeof findGame>>;

async function findGame({ id = '', ply: named }: PictureAddress['params'], { store }: PicturesApiDeps) {
  const ply = named === undefined ? null : Number(named);
  const record = (await store.find(id))?.record;
  if (record === undefined || (ply ?? 0) > record.moves.length) throw new Refusal({ name: 'not-found' });
  if (record.end === undefined) throw new Refusal({ name: 'not-over' });
  return { id, record, ply };
}

interface CachedPicture {
  readonly job: DrawJob;
  readonly id: string;
  readonly caching: string;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { pictures, limiter }: PicturesApiDeps,
  { job, id, caching }: CachedPicture,
): Promise<FastifyReply> {
  const ply = 'ply' in job.request ? `-${job.request.ply}` : '';
  const size = 'side' in job.request && job.format === 'png' ? '-small' : '';
  const key = `${job.request.kind}-${id}${ply}${size}.${job.format}`;
  const etag = `"${pictures.version}-${key}"`;
  const headers = { etag, 'cache-control': caching, 'cross-origin-resource-policy': 'cross-origin' };
  if (isCached(request, etag)) return reply.headers(headers).code(304).send();
  const limit = limiter(job.format === 'gif' ? 'animations' : 'pictures');
  if (!pictures.isKnown(key)) checkLimit(limit.take(request.ip));
  const client = clientOf(request, reply, request.ip);
  const bytes = await pictures.get(key, job, client).catch((error: unknown) => ({ error }));
  if (bytes === null) return refuse(reply, 404, { name: 'not-found' });
  if (bytes instanceof Uint8Array) return reply.headers(headers).type(CONTENT_TYPES[job.format]).send(bytes);
  if (bytes.error instanceof TurnRefused) return answerUnavailable(reply);
  if (!(bytes.error instanceof PictureFailed)) request.log.error({ err: bytes.error }, 'picture failed');
  return refuse(reply, 503, { name: 'unavailable', retryMs: FAILED_MS });
}
