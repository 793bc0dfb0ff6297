import { formatTrf, standingsOf } from '@tablier/match';
import type { StoredTournament } from '@tablier/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkLimit, refuse } from '../http/errors.ts';
import type { ServerContext } from '../lib/context.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { tournamentOf } from './plan.ts';
import { termsOf } from './terms.ts';

/** The report of a tournament of two seats that has begun; `null` for others, which the format cannot say. */
export function reportOf(stored: StoredTournament): string | null {
  const { kind, seats } = termsOf(stored);
  if (seats !== 2 || kind === 'arena' || stored.rounds.length === 0) return null;
  const tournament = tournamentOf(stored);
  const nameOf = (number: number): string => stored.entrants[number - 1]?.name ?? '';
  const people = standingsOf(tournament).map(
    ({ entrant, rank, points }) => [entrant, { name: nameOf(entrant), rank, points }] as const,
  );
  return formatTrf({
    name: stored.name,
    began: dayOf(stored.startedAt),
    ended: dayOf(stored.endedAt),
    tournament,
    people: new Map(people),
    rounds: stored.rounds.length,
  });
}

const dayOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 10).replaceAll('-', '/');

interface ReportDeps extends Pick<ServerContext, 'store'> {
  readonly lookups: RateLimiter;
}

/** `GET /tournament/:id.trf`: a tournament as other programs for tournaments read it. */
export function addReportApi(app: FastifyInstance, { store, lookups }: ReportDeps): void {
  app.get('/tournament/:id(^[\\w-]{22}$).trf', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    checkLimit(lookups.take(request.ip));
    const stored = await store.tournaments.find(request.params.id);
    const report = stored === null ? null : reportOf(stored);
    if (report === null) return refuse(reply, 404, { name: 'not-found' });
    const headers = { 'cache-control': 'no-cache', 'content-disposition': 'attachment; filename="tablier.trf"' };
    return reply.headers(headers).type('text/plain; charset=utf-8').send(report);
  });
}
