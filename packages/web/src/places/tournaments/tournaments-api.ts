import type { TournamentSummary, TournamentTerms, TournamentView } from '@tablier/protocol';
import { askServer, type Refusal } from '../../lib/connection/server-request.ts';

export type TournamentAction = 'join' | 'leave' | 'start' | 'cancel' | 'remove' | 'reschedule';

type Answer<T> = Promise<{ readonly value: T } | Refusal>;

const pathOf = (id: string): string => `/api/tournaments/${encodeURIComponent(id)}`;

export const listTournaments = (status: 'open' | 'running' | 'over') =>
  askServer('GET', `/api/tournaments?status=${status}`) as Answer<{
    readonly tournaments: TournamentSummary[];
    readonly now: number;
  }>;

/** A tournament with the pairings of a round. `since`: the revision that is known; without a newer one the value is `null`. */
export const fetchTournament = (id: string, round: number | null, since: number | null) =>
  askServer(
    'GET',
    `${pathOf(id)}?${new URLSearchParams({
      ...(round !== null && { round: String(round) }),
      ...(since !== null && { since: String(since) }),
    }).toString()}`,
  ) as Answer<TournamentView | null>;

export const changeTournament = (id: string, action: TournamentAction, body: object = {}) =>
  askServer('POST', `${pathOf(id)}/${action}`, body) as Answer<TournamentView>;

/** `key`: the same for an attempt that is repeated. */
export const createTournament = (key: string, terms: TournamentTerms) =>
  askServer('POST', '/api/tournaments', { id: key, terms }) as Answer<{ readonly tournament: string }>;
