import { LEVELS } from '@tablier/core';
import {
  chair,
  clockTerms,
  gameRecord,
  matchView,
  moment,
  ownTable,
  PACE_NAMES,
  playerAction,
  preparation,
  preparedId,
  preparedLines,
  profile,
  protocolError,
  ratedGames,
  searchQuery,
  seatNumber,
  tableId,
  tableSummary,
  tableTerms,
  tableView,
  TOKEN_SCOPES,
  view,
} from '@tablier/protocol';
import * as z from 'zod/mini';
import { OPERATION_ERROR_NAMES } from './errors.ts';
import { GAME_COMPONENTS } from './game-schemas.ts';

/** An error of any operation. */
export const apiError = z
  .object({
    error: z.object({
      name: z
        .enum(OPERATION_ERROR_NAMES)
        .check(
          z.describe(
            'Each status of each operation lists those that it may have. A newer server may have more: treat an unknown name as a refusal.',
          ),
        ),
      detail: z.exactOptional(z.string()),
      retryMs: z.exactOptional(z.number().check(z.describe('When to try again. Milliseconds.'))),
      until: z.exactOptional(z.number().check(z.describe('With `muted`: when it ends. Milliseconds since 1970.'))),
    }),
  })
  .check(z.describe('Why a request was refused. Nothing has changed, unless the name is `unavailable` or `internal`.'));

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
  rules: z.int().check(z.describe('The version of the rules that new tables use.')),
  players: z.array(z.int()),
  seats: z.array(z.string()).check(z.describe('The names of the seats.')),
  options: z.record(z.string(), option),
  presets: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))),
  canDraw: z.boolean().check(z.describe('Whether players can agree on a draw.')),
  hasPeeks: z.boolean().check(z.describe('Whether the rules allow peeks.')),
});

export const catalogue = z.object({
  /** The protocol of the WebSocket, whose views and commands this API shares. */
  protocol: z.object({ oldest: z.int(), newest: z.int() }),
  games: z.array(catalogueGame),
  levels: z.array(z.literal(LEVELS)).check(z.describe('The levels of the bots of the server.')),
  paces: z.record(z.enum(PACE_NAMES), clockTerms).check(z.describe('The named time controls.')),
});

/** The place of a page in a list: the `next` of the page before. */
const cursor = z.optional(z.string().check(z.maxLength(100), z.describe('The `next` of the page before.')));
const limit = z
  ._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(100)), 20)
  .check(z.describe('The number of items.'));

export const pageQuery = z.object({ limit, before: cursor });
export const numberedQuery = z.object({
  limit,
  before: z.optional(
    z.coerce.number().check(z.multipleOf(1), z.minimum(0), z.describe('The `next` of the page before.')),
  ),
});

export const gamesQuery = z.object({
  ...searchQuery.shape,
  limit,
  mine: searchQuery.shape.mine.check(z.describe('Only games of the caller, with the private ones. Needs a token.')),
  player: searchQuery.shape.player.check(z.describe('A username: only games of this person.')),
  opponent: searchQuery.shape.opponent.check(
    z.describe('The username of another player. Only with `mine` or `player`.'),
  ),
  result: searchQuery.shape.result.check(z.describe('Of the caller or the player; without one, of the first seat.')),
  from: searchQuery.shape.from.check(z.describe('The first day (UTC) on which the game may have ended.')),
  until: searchQuery.shape.until.check(z.describe('The last day (UTC) on which the game may have ended.')),
  opening: searchQuery.shape.opening.check(
    z.describe('The first moves, at most four, separated by spaces. Only with `game`.'),
  ),
  before: cursor.check(z.regex(/^\d{1,15}\.\d{1,15}$/)),
});

export const tablesQuery = z.object({
  limit,
  before: cursor,
  phase: z.optional(z.enum(['waiting', 'playing', 'over'])),
  game: z.optional(z.string().check(z.maxLength(40))),
});
export const tableList = z.object({ tables: z.array(tableSummary), next: z.nullable(z.string()) });

export const archivedGame = z.object({
  id: z.string(),
  keptAt: moment,
  game: z.string(),
  players: z.int(),
  options: z.record(z.string(), z.unknown()),
  plies: z.int(),
  end: z.nullable(z.looseObject({ by: z.string() })),
});
export const recordList = z.object({ games: z.array(archivedGame), next: z.nullable(z.string()) });

/** The record of a game that was played at a table. */
export const tableRecordSchema = z.looseObject({
  format: z.int(),
  game: z.string(),
  rules: z.int(),
  options: z.record(z.string(), z.unknown()),
  players: z.int(),
  deal: z.unknown(),
  moves: z.array(z.string()),
  table: tableId,
  seats: z.array(chair),
  clock: clockTerms,
  shuffle: z.nullable(z.object({ hash: z.string(), nonce: z.string() })),
});

export const me = z.object({
  name: z.string(),
  username: z.nullable(z.string()),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  ratings: z.array(
    z.object({ game: z.string(), pace: z.enum(PACE_NAMES), value: z.int(), provisional: z.boolean(), games: z.int() }),
  ),
});

const id = z
  .string()
  .check(
    z.regex(/^[\w-]{1,64}$/),
    z.describe('Chosen by the client: new for each command, the same when a command is sent again. A UUID is valid.'),
  );

export const bodies = {
  open: z.strictObject({ id, terms: tableTerms }),
  join: z.strictObject({ id, chair: seatNumber }),
  command: z.strictObject({ id }),
  act: z.strictObject({ id, action: playerAction }),
  rematch: z.strictObject({ id, agree: z.boolean() }),
  prepare: z.strictObject({ id, ...preparation }),
  say: z.strictObject({ id, text: z.string().check(z.minLength(1), z.maxLength(300)) }),
  seek: z.strictObject({ id, game: z.string().check(z.maxLength(40)), pace: z.enum(PACE_NAMES) }),
} as const;

/** The answer to every command. It is stored durably. */
export const done = z.object({
  table: tableId,
  version: z.int().check(z.describe('The version of the table after the command. For a chat message: its number.')),
});

export const tableParams = z.object({ table: tableId });
export const preparedParams = z.object({ table: tableId, line: preparedId });
export const recordParams = z.object({ id: z.string().check(z.maxLength(100)) });
export const personParams = z.object({ name: z.string().check(z.maxLength(100)) });
export const kindParams = z.object({ game: z.string().check(z.maxLength(40)), pace: z.enum(PACE_NAMES) });
export const graphParams = z.object({ ...personParams.shape, ...kindParams.shape });
export const leadersQuery = z.object({
  limit,
  after: z.optional(z.string().check(z.maxLength(60), z.describe('The `next` of the page before.'))),
});

/** Schemas with a name in the document. */
export const COMPONENTS: Readonly<Record<string, z.ZodMiniType>> = {
  Error: apiError,
  ErrorName: protocolError,
  Catalogue: catalogue,
  CatalogueGame: catalogueGame,
  TableView: tableView,
  MatchView: matchView,
  TableSummary: tableSummary,
  OwnTable: ownTable,
  TableTerms: tableTerms,
  ClockTerms: clockTerms,
  Chair: chair,
  PlayerAction: playerAction,
  PreparedLines: preparedLines,
  GameRecord: gameRecord,
  TableRecord: tableRecordSchema,
  Profile: profile,
  RatedGames: ratedGames,
  Done: done,
  GameView: view,
  ...GAME_COMPONENTS,
};
