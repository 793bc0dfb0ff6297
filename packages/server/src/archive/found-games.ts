import { ENDINGS } from '@tablier/core';
import type { FoundGame } from '@tablier/protocol';
import type { FoundGame as StoredGame } from '@tablier/store';
import { publicUsername } from '../ratings/profiles.ts';
import { isPace } from '../ratings/seat-ratings.ts';

/** Games of the store as everyone may see them. A game of an unknown pace or ending, which no version of this server writes, is left out. */
export const foundGamesOf = (games: readonly StoredGame[]): FoundGame[] =>
  games.flatMap(({ seq: _, record: id, endedAt: at, endedBy, pace, seats, ...game }) => {
    const ended = ENDINGS.find((ending) => ending === endedBy);
    if (!isPace(pace) || ended === undefined) return [];
    const shown = seats.map(({ username, ...seat }) => ({
      ...seat,
      username: username === null ? null : publicUsername(username),
    }));
    return [{ ...game, id, at, pace, ended, seats: shown }];
  });
