import type { Result } from '@tablier/core';
import type { TournamentView } from '@tablier/protocol';
import { TOURNAMENT_CHANGES, TOURNAMENTS } from '@tablier/protocol/operations';
import type { Person } from '../accounts/people.ts';
import { parsePlace } from '../tournaments/calendar.ts';
import type { TournamentError } from '../tournaments/terms.ts';
import type { Tournaments } from '../tournaments/tournaments.ts';
import { type Asked, implement, type Operation } from './operation.ts';

type Change<Name extends TournamentError['name']> = (
  tournament: string,
  person: Person,
) => Promise<Result<null, TournamentError & { readonly name: Name | 'not-found' | 'unavailable' }>>;

const viewer =
  (tournaments: Tournaments) =>
  async ({ caller, refuse }: Asked<'not-found'>, id: string, round: number | null = null): Promise<TournamentView> =>
    (await tournaments.view(id, caller?.person ?? null, round)) ?? refuse({ name: 'not-found' });

export const tournamentOperations = (tournaments: Tournaments): readonly Operation[] => [
  ...readOperations(tournaments),
  ...changeOperations(tournaments),
];

function readOperations(tournaments: Tournaments): readonly Operation[] {
  const view = viewer(tournaments);
  return implement(TOURNAMENTS, {
    'GET /api/v1/tournaments': async ({ query: { status, limit, before } }) => ({
      ...(await tournaments.list(status, limit, parsePlace(before))),
      now: tournaments.now(),
    }),
    'GET /api/v1/tournaments/{tournament}': async ({ params, query: { round, since }, ...input }) => {
      const found = await view(input, params.tournament, round);
      return found.revision === since ? null : found;
    },
    'GET /api/v1/tournaments/{tournament}/standings': async ({ params, ...input }) => {
      const found = await view(input, params.tournament);
      const { id: tournament, revision, status, tieBreaks, standings } = found;
      return { tournament, revision, status, tieBreaks, standings };
    },
    'GET /api/v1/tournaments/{tournament}/rounds/{round}': async ({ params: { tournament, round }, ...input }) => {
      const found = await view(input, tournament, round);
      if (found.shownRound !== round) return input.refuse({ name: 'not-found' });
      return { tournament: found.id, round, pairings: found.pairings };
    },
  });
}

function changeOperations(tournaments: Tournaments): readonly Operation[] {
  const view = viewer(tournaments);
  const change = async <Name extends TournamentError['name']>(
    input: Asked<Name | 'not-found', 'play'>,
    id: string,
    make: Change<Name>,
  ): Promise<unknown> => {
    const result = await make(id, input.caller.person);
    if (!result.ok) return input.refuse(result.error);
    return view(input, id);
  };
  return implement(TOURNAMENT_CHANGES, {
    'POST /api/v1/tournaments': async ({ caller, body, refuse }) => {
      const result = await tournaments.create(caller.person, body.id, body.terms);
      return result.ok ? { tournament: result.value } : refuse(result.error);
    },
    'POST /api/v1/tournaments/{tournament}/join': ({ params, ...input }) =>
      change(input, params.tournament, (id, person) => tournaments.join(id, person)),
    'POST /api/v1/tournaments/{tournament}/leave': ({ params, ...input }) =>
      change(input, params.tournament, (id, person) => tournaments.leave(id, person)),
    'POST /api/v1/tournaments/{tournament}/start': ({ params, ...input }) =>
      change(input, params.tournament, (id, person) => tournaments.start(id, person)),
    'POST /api/v1/tournaments/{tournament}/reschedule': ({ params, body, ...input }) =>
      change(input, params.tournament, (id, person) => tournaments.reschedule(id, person, body)),
    'POST /api/v1/tournaments/{tournament}/cancel': ({ params, ...input }) =>
      change(input, params.tournament, (id, person) => tournaments.cancel(id, person)),
    'POST /api/v1/tournaments/{tournament}/entrants/{entrant}/remove': ({ params, ...input }) =>
      change(input, params.tournament, (id, person) => tournaments.remove(id, person, params.entrant)),
  });
}
