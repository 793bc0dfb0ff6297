import { games } from '@tablier/games';
import type { FastifyInstance } from 'fastify';
import { refuse } from './errors.ts';
import type { Readiness } from './readiness.ts';

/**
 * `GET /api/health`: the process answers. `GET /api/ready`: it can also serve players; otherwise `503 not-ready` with
 * the reason (`closing`, `database`).
 */
export function addHealthApi(app: FastifyInstance, readiness: Readiness): void {
  app.get('/api/health', () => ({ status: 'ok', games: games.map((game) => game.id) }));
  app.get('/api/ready', (_request, reply) => {
    const fault = readiness.fault();
    return fault === null ? { status: 'ready' } : refuse(reply, 503, { name: 'not-ready', detail: fault });
  });
}
