import { games } from '@tablier/games';
import { tokenOf, usernameOf } from './seed-rows.ts';

/** A list or page to measure. `path` may differ from request to request. */
export interface Target {
  readonly name: string;
  readonly path: (round: number) => string;
  /** Whether the person with the most games asks. */
  readonly isOwn?: boolean;
}

const gameIn = (round: number): string => games[round % games.length]?.id ?? '';
const dayIn = (round: number): string => new Date(Date.UTC(2024, 2 + (round % 20), 1)).toISOString().slice(0, 10);
/** Different in each round, so that no answer is one that the server keeps. */
const limitIn = (round: number): number => 20 + (round % 80);

/** The top of a leaderboard, or a place in its middle. */
const placeIn = (round: number): string => (round % 5 === 0 ? '' : `&after=${20 * round}~${1900 - 50 * (round % 5)}~1`);

/** Every list and page that reads what grows with the number of games or people. `next` is the place after the first page. */
export function targets(next: string, opening: string): readonly Target[] {
  const search = (query: (round: number) => string) => (round: number) => `/api/v1/search?${query(round)}`;
  return [
    { name: 'page of a game', path: (round) => `/${gameIn(round)}` },
    { name: 'figures of a game', path: (round) => `/api/statistics/${gameIn(round)}` },
    {
      name: 'leaderboard',
      path: (round) => `/api/v1/ratings/${gameIn(round)}/untimed?limit=${limitIn(round)}${placeIn(round)}`,
    },
    { name: 'archive', path: (round) => `/api/v1/records?limit=${limitIn(round)}` },
    { name: 'profile', path: (round) => `/api/v1/people/${usernameOf(round)}` },
    { name: 'games of a profile', path: (round) => `/api/v1/people/${usernameOf(round % 7)}/games` },
    { name: 'search: all', path: search((round) => `limit=${limitIn(round)}`) },
    { name: 'search: second page', path: search((round) => `before=${next}&limit=${limitIn(round)}`) },
    {
      name: 'search: game and clock',
      path: search((round) => `game=${gameIn(round)}&pace=calm&limit=${limitIn(round)}`),
    },
    { name: 'search: clock and result', path: search((round) => `pace=days&result=won&limit=${limitIn(round)}`) },
    { name: 'search: dates', path: search((round) => `from=${dayIn(round)}&until=${dayIn(round)}`) },
    { name: 'search: first moves', path: search((round) => `${opening}&limit=${limitIn(round)}`) },
    { name: 'search: a player', path: search((round) => `player=${usernameOf(round)}`) },
    {
      name: 'search: two players',
      path: search((round) => `player=${usernameOf(0)}&opponent=${usernameOf(1 + round)}`),
    },
    { name: 'search: own', path: search((round) => `mine=1&limit=${limitIn(round)}`), isOwn: true },
    {
      name: 'search: own, nothing found',
      path: search((round) => `mine=1&opponent=${usernameOf(0)}&limit=${limitIn(round)}`),
      isOwn: true,
    },
    { name: 'own tables', path: () => '/api/v1/me/tables?phase=over', isOwn: true },
    { name: 'own ratings', path: () => '/api/me/ratings', isOwn: true },
  ];
}

/** The cookie of the person with the most games. */
export const ownCookie = (): string => `tablier_session=${tokenOf(0)}`;
