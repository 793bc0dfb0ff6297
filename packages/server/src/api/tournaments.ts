import type { Result } from '@tablier/core';
import {
  tournamentPairing,
  tournamentStanding,
  tournamentStart,
  tournamentSummary,
  tournamentTerms,
  tournamentView,
  type TournamentView,
} from '@tablier/protocol';
import * as z from 'zod/mini';
import type { TokenCaller } from '../accounts/tokens.ts';
import type { TournamentError } from '../http/errors.ts';
import { type RateLimiter, takeFromAll } from '../lib/rate-limits.ts';
import { parsePlace } from '../tournaments/tournaments-api.ts';
import type { Tournaments } from '../tournaments/tournaments.ts';
import { type AnyOperation, type Asked, operation } from './operation.ts';
import { pageQuery } from './schemas.ts';

interface TournamentsDeps {
  readonly tournaments: Tournaments;
  /** Changes, by person: the same as for the page. */
  readonly changes: RateLimiter;
  /** New tournaments, by person and by address: the same as for the page. */
  readonly creations: RateLimiter;
  /** Reads, by address: the same as for the page. */
  readonly lookups: RateLimiter;
}

const params = z.object({ tournament: z.string().check(z.maxLength(100)) });
const roundParams = z.object({ ...params.shape, round: z.coerce.number().check(z.multipleOf(1), z.minimum(1)) });
const entrantParams = z.object({ ...params.shape, entrant: z.coerce.number().check(z.multipleOf(1), z.minimum(1)) });
const listQuery = z.object({
  ...pageQuery.shape,
  status: z._default(z.enum(['open', 'running', 'over']), 'open'),
});
const newTournament = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/), z.describe('Chosen by the client, as for every command.')),
  terms: tournamentTerms,
});
const created = z.object({ tournament: z.string() });
const list = z.object({ tournaments: z.array(tournamentSummary), next: z.nullable(z.string()) });
const standings = z.object({
  tournament: z.string(),
  revision: z.int(),
  status: tournamentSummary.shape.status,
  tieBreaks: z.array(z.string()),
  standings: z.array(tournamentStanding),
});
const round = z.object({ tournament: z.string(), round: z.int(), pairings: z.array(tournamentPairing) });

const shared = { tag: 'tournaments', access: 'anyone', method: 'GET' } as const;

/** Tournaments: reading, entering and organising them. */
export const tournamentOperations = (deps: TournamentsDeps): readonly AnyOperation[] => [
  listOperation(deps),
  ...readOperations(deps),
  createOperation(deps),
  ...entrantOperations(deps),
  ...organiserOperations(deps),
];

const listOperation = ({ tournaments }: TournamentsDeps): AnyOperation =>
  operation({
    ...shared,
    id: 'listTournaments',
    path: '/tournaments',
    summary: 'The public tournaments of a status, newest first',
    query: listQuery,
    answer: list,
    run: ({ query: { status, limit, before } }) => tournaments.list(status, limit, parsePlace(before)),
  });

/** The view of a tournament; `null` if the request was refused. */
const viewer =
  ({ tournaments, lookups }: TournamentsDeps) =>
  async (
    { caller, request, refuse }: Asked<'not-found'>,
    id: string,
    wanted: number | null,
  ): Promise<TournamentView | null> => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0) refuse({ name: 'too-many', retryMs });
    const found = retryMs > 0 ? null : await tournaments.view(id, caller?.person ?? null, wanted);
    if (found === null && retryMs <= 0) refuse({ name: 'not-found' });
    return found;
  };

function readOperations(deps: TournamentsDeps): readonly AnyOperation[] {
  const view = viewer(deps);
  return [
    operation({
      ...shared,
      id: 'getTournament',
      path: '/tournaments/{tournament}',
      summary: 'A tournament with its standings and the pairings of its newest round',
      params,
      answer: tournamentView,
      errors: ['not-found'],
      run: async (input) => (await view(input, input.params.tournament, null)) ?? input.reply,
    }),
    operation({
      ...shared,
      id: 'getStandings',
      path: '/tournaments/{tournament}/standings',
      summary: 'The standings of a tournament with the tie-breaks',
      params,
      answer: standings,
      errors: ['not-found'],
      run: async (input) => {
        const found = await view(input, input.params.tournament, null);
        if (found === null) return input.reply;
        const { id: tournament, revision, status, tieBreaks, standings: lines } = found;
        return { tournament, revision, status, tieBreaks, standings: lines };
      },
    }),
    operation({
      ...shared,
      id: 'getRound',
      path: '/tournaments/{tournament}/rounds/{round}',
      summary: 'The pairings of a round',
      params: roundParams,
      answer: round,
      errors: ['not-found'],
      run: async (input) => {
        const found = await view(input, input.params.tournament, input.params.round);
        if (found === null) return input.reply;
        if (found.shownRound !== input.params.round) return input.refuse({ name: 'not-found' });
        return { tournament: found.id, round: found.shownRound, pairings: found.pairings };
      },
    }),
  ];
}

const changing = { ...shared, method: 'POST', access: 'play' } as const;

const createOperation = ({ tournaments, changes, creations }: TournamentsDeps): AnyOperation =>
  operation({
    ...changing,
    id: 'createTournament',
    path: '/tournaments',
    summary: 'Create a tournament',
    description: 'Sent again with the same `id`, it returns the same tournament.',
    body: newTournament,
    answer: created,
    errors: ['no-account', 'too-many-tournaments', 'bad-tournament'],
    run: async ({ caller, body, request, refuse }) => {
      if (caller === null) return refuse({ name: 'no-token' });
      const retryMs = takeFromAll([changes, caller.person.id], [creations, request.ip]);
      if (retryMs > 0) return refuse({ name: 'too-many', retryMs });
      const result = await tournaments.create(caller.person, body.id, body.terms);
      return result.ok ? { tournament: result.value } : refuse(result.error);
    },
  });

type Change<Name extends TournamentError['name']> = (
  tournament: string,
  person: TokenCaller['person'],
) => Promise<Result<null, TournamentError & { readonly name: Name | 'not-found' | 'unavailable' }>>;

/** Makes a change for the caller, and answers with the tournament after it. */
const changer = (deps: TournamentsDeps) => {
  const view = viewer(deps);
  return async <Name extends TournamentError['name']>(
    input: Asked<Name | 'not-found'>,
    id: string,
    change: Change<Name>,
  ): Promise<unknown> => {
    const { caller, reply, refuse } = input;
    if (caller === null) return refuse({ name: 'no-token' });
    const retryMs = deps.changes.take(caller.person.id);
    if (retryMs > 0) return refuse({ name: 'too-many', retryMs });
    const result = await change(id, caller.person);
    if (!result.ok) return refuse(result.error);
    return (await view(input, id, null)) ?? reply;
  };
};

function entrantOperations(deps: TournamentsDeps): readonly AnyOperation[] {
  const { tournaments } = deps;
  const change = changer(deps);
  return [
    operation({
      ...changing,
      id: 'joinTournament',
      path: '/tournaments/{tournament}/join',
      summary: 'Enter a tournament, or come back to it',
      description:
        'Games begin by themselves: the event stream of the own tables shows each. A token of the scope `bot` enters a program.',
      params,
      answer: tournamentView,
      errors: ['not-found', 'no-account', 'no-programs', 'tournament-closed', 'tournament-full', 'entrant-removed'],
      run: (input) => change(input, input.params.tournament, (id, person) => tournaments.join(id, person)),
    }),
    operation({
      ...changing,
      id: 'leaveTournament',
      path: '/tournaments/{tournament}/leave',
      summary: 'Leave a tournament; a running game goes on',
      params,
      answer: tournamentView,
      errors: ['not-found', 'not-entered', 'tournament-closed'],
      run: (input) => change(input, input.params.tournament, (id, person) => tournaments.leave(id, person)),
    }),
  ];
}

function organiserOperations(deps: TournamentsDeps): readonly AnyOperation[] {
  const { tournaments } = deps;
  const change = changer(deps);
  return [
    operation({
      ...changing,
      id: 'startTournament',
      path: '/tournaments/{tournament}/start',
      summary: 'Start a tournament that the caller organises',
      params,
      answer: tournamentView,
      errors: ['not-found', 'not-organiser', 'tournament-closed', 'too-few-entrants'],
      run: (input) => change(input, input.params.tournament, (id, person) => tournaments.start(id, person)),
    }),
    operation({
      ...changing,
      id: 'rescheduleTournament',
      path: '/tournaments/{tournament}/reschedule',
      summary: 'Give a tournament that has not begun another start; the caller organises it',
      params,
      body: tournamentStart,
      answer: tournamentView,
      errors: ['not-found', 'not-organiser', 'tournament-closed', 'bad-tournament'],
      run: (input) =>
        change(input, input.params.tournament, (id, person) => tournaments.reschedule(id, person, input.body)),
    }),
    operation({
      ...changing,
      id: 'cancelTournament',
      path: '/tournaments/{tournament}/cancel',
      summary: 'Cancel a tournament that the caller organises',
      params,
      answer: tournamentView,
      errors: ['not-found', 'not-organiser', 'tournament-closed'],
      run: (input) => change(input, input.params.tournament, (id, person) => tournaments.cancel(id, person)),
    }),
    operation({
      ...changing,
      id: 'removeEntrant',
      path: '/tournaments/{tournament}/entrants/{entrant}/remove',
      summary: 'Remove an entrant from a tournament that the caller organises',
      params: entrantParams,
      answer: tournamentView,
      errors: ['not-found', 'not-organiser', 'not-entered', 'tournament-closed'],
      run: (input) =>
        change(input, input.params.tournament, (id, person) => tournaments.remove(id, person, input.params.entrant)),
    }),
  ];
}
