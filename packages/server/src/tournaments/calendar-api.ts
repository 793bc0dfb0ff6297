import type { ListedTournament } from '@tablier/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../http/errors.ts';
import type { Hosts } from '../http/hosts.ts';
import { tooMany } from '../http/request.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Tournaments } from './tournaments.ts';

interface CalendarApiDeps {
  readonly tournaments: Tournaments;
  readonly hosts: Pick<Hosts, 'originOf'>;
  /** By address. */
  readonly lookups: RateLimiter;
}

/** A place in a list, `time.id`; `undefined` for anything else, so that the page is the first. */
export function parsePlace(text: unknown): Pick<ListedTournament, 'sortedAt' | 'id'> | undefined {
  const [, at, id] = (typeof text === 'string' ? /^(\d{1,15})\.([\w-]{22})$/.exec(text) : null) ?? [];
  return at === undefined || id === undefined ? undefined : { sortedAt: Number(at), id };
}

/** `GET /tournament/:id.ics`: the date of a tournament as a calendar file. */
export function addCalendarApi(app: FastifyInstance, { tournaments, lookups, hosts }: CalendarApiDeps): void {
  // Shown, not sent as an attachment: a browser that can add it to a calendar then offers that.
  app.get('/tournament/:id(^[\\w-]{22}$).ics', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const file = await tournaments.calendar(request.params.id, hosts.originOf(request.headers) ?? '');
    if (file === null) return refuse(reply, 404, { name: 'not-found' });
    const headers = { 'cache-control': 'no-cache', 'content-disposition': 'inline; filename="tablier.ics"' };
    return reply.headers(headers).type('text/calendar; charset=utf-8').send(file);
  });
}
