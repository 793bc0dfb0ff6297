import type { Opponent } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { People } from '../accounts/people.ts';
import { identityOf } from '../accounts/authenticate.ts';
import { tooMany } from '../http/request.ts';
import type { Rooms } from '../tables/rooms.ts';
import { shownName } from '../tables/shown-names.ts';
import { DELETED, seatOf, type TableState } from '../tables/table-state.ts';

/** Opponents are taken from this many of a person's newest tables. */
const TABLES = 20;
const MAX_LISTED = 12;

/**
 * The opponents of a person at these tables, each once, in the order of the tables. They are identified by table and
 * seat, never by id.
 */
function opponentsOf(person: string, tables: readonly TableState[]): Opponent[] {
  const met = new Map<string, Opponent>();
  for (const state of tables) {
    if (state.match === null || seatOf(state, person) < 0) continue;
    for (const [seat, chair] of state.chairs.entries()) {
      if (chair.kind !== 'person' || [person, DELETED].includes(chair.person) || met.has(chair.person)) continue;
      met.set(chair.person, { name: shownName(state.names, chair), invite: { table: state.id, seat } });
    }
  }
  return [...met.values()].slice(0, MAX_LISTED);
}

interface OpponentsApiDeps {
  readonly people: People;
  readonly rooms: Rooms;
  readonly lookups: RateLimiter;
}

/** `GET /api/me/opponents`: recent opponents, to invite them again. */
export function addOpponentsApi(app: FastifyInstance, { people, rooms, lookups }: OpponentsApiDeps): void {
  app.get('/api/me/opponents', async (request, reply) => {
    const known = await identityOf(request, people);
    // An anonymous client has no opponents. That is not an error, because the page asks without knowing whether the
    // user has an account.
    if (known === null) return { opponents: [] };
    const { id } = known.person;
    const retryMs = lookups.take(id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    return { opponents: opponentsOf(id, await rooms.tablesOf(id, TABLES)) };
  });
}
