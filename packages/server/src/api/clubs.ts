import { CLUBS } from '@tablier/protocol/operations';
import type { Clubs } from '../clubs/clubs.ts';
import { type Asked, implement, type Operation } from './operation.ts';

export function clubOperations(clubs: Clubs): readonly Operation[] {
  const view = async (
    { caller, refuse }: Asked<'not-found', 'visitor' | 'member'>,
    id: string,
    season: number | null = null,
  ) => (await clubs.view(id, caller?.person.id ?? null, season)) ?? refuse({ name: 'not-found' });
  return implement(CLUBS, {
    'GET /api/clubs': ({ caller }) => clubs.lists(caller?.person.id ?? null),
    'GET /api/clubs/{club}': ({ params, query, ...input }) => view(input, params.club, query.season),
    'POST /api/clubs': async ({ caller, body, refuse }) => ({
      club: await clubs.found(caller.person.id, body, refuse),
    }),
    'POST /api/clubs/{club}/join': async ({ params: { club }, body, ...input }) => {
      await clubs.join(club, input.caller.person.id, body.code, input.refuse);
      return view(input, club);
    },
    'POST /api/clubs/{club}/leave': async ({ params: { club }, ...input }) => {
      await clubs.leave(club, input.caller.person.id, input.refuse);
      return view(input, club);
    },
    'POST /api/clubs/{club}/change': async ({ params: { club }, body, ...input }) => {
      await clubs.change(club, input.caller.person.id, body, input.refuse);
      return view(input, club);
    },
    'DELETE /api/clubs/{club}': async ({ params, caller, refuse }) => {
      await clubs.change(params.club, caller.person.id, { kind: 'close' }, refuse);
      return null;
    },
  });
}
