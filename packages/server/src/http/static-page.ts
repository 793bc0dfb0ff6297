import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerNotFound } from './errors.ts';

const NOT_BUILT = 'The page has not been built: `npm start` does it.\n';
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the built page: its files, compressed if the build left a compressed copy, and `index.html` for every other
 * address of the page, so that a reload works everywhere.
 */
export async function addStaticPage(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(answerNotFound);
    app.get('/', (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT));
    return;
  }
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? FOREVER : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) =>
    isPageAddress(request) ? reply.sendFile('index.html') : answerNotFound(request, reply),
  );
}

/** Whether a browser asks for a page rather than for data or a missing file. */
function isPageAddress({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  const isFile = /\.[a-z0-9]+$/i.test(path) || path.startsWith('/assets/');
  const wantsPage = headers.accept?.includes('text/html') ?? false;
  return (method === 'GET' || method === 'HEAD') && !path.startsWith('/api') && !isFile && wantsPage;
}
