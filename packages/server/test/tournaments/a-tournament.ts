import type { TournamentTerms } from '@tablier/protocol';
import type { StoredEntrant, StoredPairing, StoredTournament } from '@tablier/store';

export const NOW = 1_000_000_000_000;

/** Terms of a Swiss tournament of three rounds of Isaac, or others. */
export const someTerms = (given: Partial<TournamentTerms> = {}): TournamentTerms => ({
  name: 'Spring',
  game: 'isaac',
  options: {},
  seats: 2,
  clock: { system: 'fischer', base: 300, increment: 3 },
  kind: 'swiss',
  rounds: 3,
  visibility: 'open',
  bots: false,
  rated: false,
  ...given,
});

const without = (terms: TournamentTerms): TournamentTerms => {
  const { rounds: _, ...rest } = terms;
  return rest;
};
export const arenaTerms = (given: Partial<TournamentTerms> = {}): TournamentTerms =>
  without(someTerms({ kind: 'arena', minutes: 30, ...given }));
export const robinTerms = (given: Partial<TournamentTerms> = {}): TournamentTerms =>
  without(someTerms({ kind: 'round-robin', ...given }));

export const entrant = (number: number, given: Partial<StoredEntrant> = {}): StoredEntrant => ({
  number,
  account: `account-${number}`,
  name: `Name ${number}`,
  username: null,
  joinedAt: NOW,
  firstRound: 1,
  isProgram: false,
  rating: null,
  state: 'in',
  ...given,
});

/** A game of a round that ended at a time, or that is on for `null`. */
export const game = (round: number, seats: readonly [number, number], endedAt: number | null): StoredPairing => ({
  round,
  board: 0,
  match: `match-${round}-${seats.join('-')}`,
  endedAt,
  endedBy: endedAt === null ? null : 'points',
  seats: seats.map((number, seat) => ({ entrant: number, points: endedAt === null ? null : seat === 0 ? 12 : 0 })),
});

/** A tournament of four that has begun and has had no round. */
export const someTournament = (terms: TournamentTerms, given: Partial<StoredTournament> = {}): StoredTournament =>
  ({
    id: 'tournament',
    name: terms.name,
    game: terms.game,
    kind: terms.kind,
    terms: { ...terms, breakSeconds: terms.breakSeconds ?? 30 },
    isListed: true,
    createdAt: NOW - 1000,
    startsAt: null,
    organiser: 'organiser',
    club: null,
    clubName: null,
    organiserName: 'Olga',
    status: 'running',
    startedAt: NOW,
    endedAt: null,
    sortedAt: NOW,
    revision: 1,
    entrants: [1, 2, 3, 4].map((number) => entrant(number)),
    rounds: [],
    pairings: [],
    log: [],
    ...given,
  }) satisfies StoredTournament;
