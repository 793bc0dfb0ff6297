import type { TournamentView } from '@tablier/protocol';
import { TOURNAMENT_CHANGES, TOURNAMENTS, CLUBS } from '@tablier/protocol/operations';
import { parsePlace } from '../tournaments/files.ts';
import type { Tournaments } from '../tournaments/tournaments.ts';
import { Snapshots } from '../http/request.ts';
import { type Asked, implement, type Operation } from './operation.ts';
import type { Services } from './services.ts';

/** How long lists and views are shared by all who only look. Seconds. */
const TOURNAMENTS_FRESH = 1;

const viewer =
  (tournaments: Tournaments) =>
  async ({ caller, refuse }: Asked<'not-found'>, id: string, round: number | null = null): Promise<TournamentView> =>
    (await tournaments.view(id, caller?.person ?? null, round)) ?? refuse({ name: 'not-found' });

export const tournamentOperations = ({ tournaments }: Services): readonly Operation[] => [
  ...readOperations(tournaments),
  ...changeOperations(tournaments),
];

function readOperations(tournaments: Tournaments): readonly Operation[] {
  const view = viewer(tournaments);
  const snapshots = new Snapshots(TOURNAMENTS_FRESH, () => tournaments.now());
  return implement(TOURNAMENTS, {
    'GET /api/v1/tournaments': ({ query: { status, limit, before }, ...input }) =>
      snapshots.answer(input, async () => ({
        ...(await tournaments.list(status, limit, parsePlace(before))),
        now: tournaments.now(),
      })),
    'GET /api/v1/tournaments/{tournament}': ({ params, query: { round, since }, ...input }) =>
      snapshots.answer(input, async () => {
        const found = await view(input, params.tournament, round);
        return found.revision === since ? null : found;
      }),
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
  const after = async (change: Promise<void>, input: Asked<'not-found'>, id: string): Promise<TournamentView> => {
    await change;
    return view(input, id);
  };
  const organised = (
    input: Asked<'not-found' | 'not-organiser', 'play'>,
    id: string,
    change: Parameters<Tournaments['organise']>[3],
  ) => after(tournaments.organise(id, input.caller.person, input.refuse, change), input, id);
  return implement(TOURNAMENT_CHANGES, {
    'POST /api/v1/tournaments': async ({ caller, body, refuse }) => ({
      tournament: await tournaments.create(caller.person, body.id, body.terms, refuse),
    }),
    'POST /api/v1/tournaments/{tournament}/join': ({ params: { tournament: id }, ...input }) =>
      after(tournaments.join(id, input.caller.person, input.refuse), input, id),
    'POST /api/v1/tournaments/{tournament}/leave': ({ params: { tournament: id }, ...input }) =>
      after(tournaments.leave(id, input.caller.person, input.refuse), input, id),
    'POST /api/v1/tournaments/{tournament}/start': ({ params: { tournament: id }, ...input }) =>
      after(tournaments.start(id, input.caller.person, input.refuse), input, id),
    'POST /api/v1/tournaments/{tournament}/reschedule': ({ params: { tournament: id }, body, ...input }) =>
      after(tournaments.reschedule(id, input.caller.person, body, input.refuse), input, id),
    'POST /api/v1/tournaments/{tournament}/cancel': ({ params: { tournament: id }, ...input }) =>
      after(tournaments.cancel(id, input.caller.person, input.refuse), input, id),
    'POST /api/v1/tournaments/{tournament}/pause': ({ params: { tournament: id }, ...input }) =>
      organised(input, id, (found, tools) => tools.pause(found, 'pause', input.refuse)),
    'POST /api/v1/tournaments/{tournament}/resume': ({ params: { tournament: id }, ...input }) =>
      organised(input, id, (found, tools) => tools.pause(found, 'resume', input.refuse)),
    'POST /api/v1/tournaments/{tournament}/rounds/{round}/undo': ({ params: { tournament: id, round }, ...input }) =>
      organised(input, id, (found, tools) => tools.undo(found, round, input.refuse)),
    'POST /api/v1/tournaments/{tournament}/rounds/{round}/boards/{board}/result': ({ params, body, ...input }) => {
      const result = { round: params.round, board: params.board - 1, places: body.places };
      return organised(input, params.tournament, (found, tools) => tools.correct(found, result, input.refuse));
    },
    'POST /api/v1/tournaments/{tournament}/import': ({ params: { tournament: id }, body, ...input }) =>
      organised(input, id, (found, tools) => tools.fill(found, body.report, input.refuse)),
    'POST /api/v1/tournaments/{tournament}/byes': ({ params: { tournament: id }, body, ...input }) =>
      after(tournaments.requestBye(id, input.caller.person, body, input.refuse), input, id),
    'POST /api/v1/tournaments/{tournament}/entrants/{entrant}/remove': ({ params, ...input }) => {
      const { tournament: id, entrant } = params;
      return after(tournaments.remove(id, input.caller.person, entrant, input.refuse), input, id);
    },
  });
}

export function clubOperations({ context: { store }, clubs }: Services): readonly Operation[] {
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
      await store.clubs.leave(club, input.caller.person.id);
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
