import type { Opponent } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { People } from '../accounts/people.ts';
import { knownBy } from '../accounts/authenticate.ts';
import { tooMany } from '../http/request.ts';
import type { Rooms } from '../tables/rooms.ts';
import { shownName } from '../tables/shown-names.ts';
import { DELETED, seatOf, type TableState } from '../tables/table-state.ts';

/** Of so many of one's newest tables the people are listed. */
const TABLES = 20;
const MOST_LISTED = 12;

/** Those with whom somebody played at these tables, each once, in the order of the tables; named by a table and a seat, never by an id. */
export function opponentsOf(person: string, tables: readonly TableState[]): Opponent[] {
  const met = new Map<string, Opponent>();
  for (const state of tables) {
    if (state.match === null || seatOf(state, person) < 0) continue;
    for (const [seat, chair] of state.chairs.entries()) {
      if (chair.kind !== 'person' || [person, DELETED].includes(chair.person) || met.has(chair.person)) continue;
      met.set(chair.person, { name: shownName(state.names, chair), invite: { table: state.id, seat } });
    }
  }
  return [...met.values()].slice(0, MOST_LISTED);
}

export interface OpponentsApiParts {
  readonly people: People;
  readonly rooms: Rooms;
  readonly lookups: RateLimiter;
}

/** `GET /api/me/opponents`: whom one has played with lately, to invite them again. */
export function addOpponentsApi(app: FastifyInstance, { people, rooms, lookups }: OpponentsApiParts): void {
  app.get('/api/me/opponents', async (request, reply) => {
    const known = await knownBy(request, people);
    // Nobody known has played with nobody: that is no error to a page that asks on the off chance.
    if (known === null) return { opponents: [] };
    const { id } = known.person;
    const retryMs = lookups.take(id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    return { opponents: opponentsOf(id, await rooms.tablesOf(id, TABLES)) };
  });
}
