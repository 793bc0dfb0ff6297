import { type GameRecord, LEVELS, RECORD_ERRORS } from '@tablier/core';
import * as z from 'zod/mini';
import { archiveFiles, gameOpenings, gameStatistics, searchAnswer, searchQuery } from '../finished-games.ts';
import { gameRecord } from '../match-view.ts';
import { clockTerms, described, moment, PACE_NAMES } from '../values.ts';
import { anyone, session, visitor } from './declare.ts';
import { cursor, type Declarations, limit, pageQuery, trusted } from './operation.ts';

const option = z.object({
  values: z.array(z.union([z.string(), z.number()])),
  default: z.union([z.string(), z.number()]),
});

/** A game with all that a form for a new table needs. */
export const catalogueGame = z.object({
  id: z.string(),
  name: z.string(),
  author: z.string(),
  year: z.int(),
  rules: described('The version of the rules that new tables use.', z.int()),
  players: z.array(z.int()),
  seats: described('The names of the seats.', z.array(z.string())),
  options: z.record(z.string(), option),
  presets: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))),
  canDraw: described('Whether players can agree on a draw.', z.boolean()),
  hasPeeks: described('Whether the rules allow peeks.', z.boolean()),
});

export const catalogue = z.object({
  /** The protocol of the WebSocket, whose views and commands the operations share. */
  protocol: z.object({ oldest: z.int(), newest: z.int() }),
  games: z.array(catalogueGame),
  levels: described('The levels of the bots of the server.', z.array(z.literal(LEVELS))),
  paces: described('The named time controls.', z.record(z.enum(PACE_NAMES), clockTerms)),
});

const conditions = z.object({
  ...searchQuery.shape,
  mine: described('Only games of the caller, with the private ones. Needs a token.', searchQuery.shape.mine),
  player: described('A username: only games of this person.', searchQuery.shape.player),
  opponent: described('The username of another player. Only with `mine` or `player`.', searchQuery.shape.opponent),
  result: described('Of the caller or the player; without one, of the first seat.', searchQuery.shape.result),
  from: described('The first day (UTC) on which the game may have ended.', searchQuery.shape.from),
  until: described('The last day (UTC) on which the game may have ended.', searchQuery.shape.until),
  opening: described(
    'The first moves, at most four, separated by spaces. Only with `game`.',
    searchQuery.shape.opening,
  ),
});

const archivedGame = z.object({
  id: z.string(),
  keptAt: moment,
  game: z.string(),
  players: z.int(),
  options: z.record(z.string(), z.unknown()),
  plies: z.int(),
  end: z.nullable(z.looseObject({ by: z.string() })),
});

export const recordParams = z.object({ id: z.string().check(z.maxLength(100)) });

export const GAMES = {
  'GET /api/v1/games': anyone('games', 'listGames', {
    summary: 'The games with their options, presets and players, the levels of bots and the named time controls',
    answer: catalogue,
  }),
  'GET /api/v1/schema': anyone('games', 'getMessageSchemas', {
    summary:
      'The JSON Schema of every message of the WebSocket, and of the view, the options and the moves of each game',
    answer: z.object({
      client: z.record(z.string(), z.looseObject({})),
      server: z.record(z.string(), z.looseObject({})),
      games: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
    }),
  }),
  'GET /api/v1/positions': anyone('games', 'readPosition', {
    summary: 'What a line of a position says, and the moves that can be tried there',
    description: 'The notation is described in `docs/positions.md`. The line is exactly what a program would write.',
    query: z.object({
      position: described('The line, as the viewer knows the position.', z.string().check(z.maxLength(4000))),
    }),
    answer: z.object({
      game: z.string(),
      view: described('The position as a table would show it to this viewer.', z.looseObject({})),
      moves: described(
        'In notation, sorted. Where something is hidden, some may turn out not to be legal.',
        z.array(z.string()),
      ),
      canPlay: described('Whether a game can begin here: the seat to move sees enough.', z.boolean()),
    }),
    errors: ['unknown-game', 'bad-position'],
  }),
} as const satisfies Declarations;

/** Finished games: searching, reading and storing them. */
export const ARCHIVE = {
  'GET /api/v1/archives': anyone('games', 'listArchives', {
    summary: 'The monthly files of public finished games, newest month first',
    description: 'Each file is downloaded at its `path` on this server, without a token.',
    answer: archiveFiles,
  }),
  'GET /api/v1/search': anyone('games', 'searchGames', {
    summary: 'Finished games by player, opponent, game, pace, result, date and first moves, newest first',
    description:
      'All conditions must hold. Get the record of a game by `GET /records/{id}`. A page may be shorter than requested, or empty, and still have a `next`.',
    limits: { profiles: 'address' },
    query: z.object({ ...conditions.shape, limit, before: cursor.check(z.regex(/^\d{1,15}\.\d{1,15}$/)) }),
    answer: searchAnswer,
  }),
  'GET /api/search/records': visitor({
    summary: 'The records of at most 1,000 games that a search finds, one per line',
    limits: { exports: 'address' },
    query: conditions,
    form: 'file',
  }),
  'GET /api/v1/records': anyone('tables', 'listRecords', {
    summary: 'Finished public games, newest first, without deals and moves',
    query: pageQuery,
    answer: z.object({ games: z.array(archivedGame), next: z.nullable(z.string()) }),
  }),
  'GET /api/v1/records/{id}': anyone('tables', 'getRecord', {
    summary: 'The record of a finished game',
    params: recordParams,
    answer: gameRecord,
    errors: ['not-found'],
  }),
  'POST /api/games': session({
    summary: 'Stores a game, which can then only be found by its id',
    // Nine times the longest random game.
    most: 64 * 1024,
    limits: { records: 'address' },
    body: trusted<GameRecord>(),
    answer: z.object({ id: z.string() }),
    status: 201,
    errors: [...RECORD_ERRORS, 'archive-full'],
  }),
  'GET /api/statistics/{game}': visitor({
    summary: 'How many games of a game were played here, how they ended, and the newest ones',
    answer: gameStatistics,
    errors: ['not-found'],
  }),
  'GET /api/openings/{game}': visitor({
    summary: 'How often each first turn was played in the newest public games of a game, and how those ended',
    limits: { profiles: 'address' },
    answer: gameOpenings,
    errors: ['not-found'],
  }),
} as const satisfies Declarations;
