import type { ArchiveFiles } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import { isCached } from '../http/conditional.ts';
import { refuse } from '../http/errors.ts';
import { tooMany } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { type MonthFiles, nameOf } from './month-files.ts';

interface MonthsApiDeps {
  readonly monthFiles: MonthFiles;
  /** Files, by address. */
  readonly downloads: RateLimiter;
}

/** How long the list is fresh. Seconds. */
export const MONTHS_FRESH = 300;
/** A file changes only if an operator removes one of its games, and then caches must drop it too. */
const OF_FILE = 'public, max-age=86400, immutable';
/** The records are facts, and in the public domain. */
const TERMS = 'https://creativecommons.org/publicdomain/zero/1.0/';

/** Where a file is downloaded. */
const pathOf = (name: string): string => `/archives/${name}`;

/** The monthly files, as programs and the page list them. */
export async function archiveFilesOf(monthFiles: MonthFiles): Promise<ArchiveFiles> {
  const files = (await monthFiles.list()).map(({ removed: _, ...file }) => ({ ...file, path: pathOf(nameOf(file)) }));
  return { terms: TERMS, files };
}

/** `GET /archives/isaac-2026-10.jsonl.gz`: one of the monthly files of public games. */
export function addMonthsApi(app: FastifyInstance, { monthFiles, downloads }: MonthsApiDeps): void {
  app.get<{ Params: { file: string } }>(pathOf(':file'), async (request, reply) => {
    const waitMs = downloads.take(request.ip);
    if (waitMs > 0) return tooMany(reply, waitMs);
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
