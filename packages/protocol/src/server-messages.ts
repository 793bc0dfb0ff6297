import { DEPARTURES } from '@tablier/match';
import { ENDINGS, type GameRecord, LEVEL_ALIAS_NAMES, LEVELS } from '@tablier/core';
import * as z from 'zod/mini';
import { change } from './change.ts';
import { protocolError } from './errors.ts';
import { clockFace, matchView, view } from './match-view.ts';
import {
  absences,
  clockTerms,
  commandId,
  count,
  described,
  invite,
  moment,
  oneOf,
  optional,
  options,
  PACE_NAMES,
  preparedId,
  seat,
  SEATINGS,
  SHOWN_VISIBILITIES,
  shownRating,
  tableId,
  TAKE_BACKS,
  listOf,
  ofKind,
} from './values.ts';

export const PHASES = ['waiting', 'playing', 'over', 'closed'] as const;

/** A place at a table. Chairs are numbered as in the terms before the match, and by seat from its beginning on. */
export const chair = z.discriminatedUnion('kind', [
  ofKind('open', {
    link: optional(
      'For a person with the link. While the chair is free, the lobby does not show the table.',
      z.literal(true),
    ),
    declined: optional('The name of a person who declined the invitation.', z.string()),
  }),
  ofKind('invited', { name: z.string() }),
  ofKind('person', {
    name: described(
      'The name as displayed at this table: `alice (2)` if an earlier name looks alike. Empty for a deleted account.',
      z.string(),
    ),
    guest: optional(
      'Whether the person was a guest when they sat down; `false` for an account. Absent if unknown.',
      z.boolean(),
    ),
    program: optional('A program plays for this person. Such a seat is never rated.', z.literal(true)),
    rating: optional(
      'Their rating when they sat down, at a rated table. Absent if they do not show their ratings.',
      shownRating,
    ),
    absences: optional(
      'Before the match: how many of their newest games the person left or missed. Absent if that is seldom, or if they played few.',
      absences,
    ),
  }),
  ofKind('bot', {
    level: z.enum(LEVEL_ALIAS_NAMES),
    strength: optional(
      'The level, from 1 to 8; `level` is then the nearest of the names of earlier versions.',
      z.literal(LEVELS),
    ),
  }),
]);

const rated = optional(
  'Whether the result changes the ratings of the players. A guest at the table makes it unrated.',
  z.literal(true),
);

const ownDeal = optional(
  'The person who opened the table made the deal instead of drawing it at random.',
  z.literal(true),
);

/** The complete view of a table for one person. A client only needs the newest. */
export const tableView = z.object({
  id: tableId,
  version: described('The number of events of the table. Never decreases.', count),
  phase: z.enum(PHASES),
  game: z.string(),
  options,
  clock: clockTerms,
  takeBack: z.enum(TAKE_BACKS),
  visibility: z.enum(SHOWN_VISIBILITIES),
  seating: z.enum(SEATINGS),
  chairs: z.array(chair),
  you: described('The chair, later the seat, of the receiver; `null` for a spectator.', z.nullable(seat)),
  sofa: optional('Whether a screen that all can see shows the table, and phones hold the seats.', z.literal(true)),
  invited: described('The chair reserved for the receiver.', z.nullable(seat)),
  movedTo: described('For a table opened by `seek`: the table where its host found an opponent.', z.nullable(tableId)),
  host: described(
    'The chair, later the seat, of the person who opened the table; 0 with `sofa`, where they have none.',
    seat,
  ),
  rules: optional('The version of the rules that the match began with.', count),
  rated,
  unrated: optional(
    'At a rated table: why its result changes no rating. It ended after too few moves.',
    z.literal('too-short'),
  ),
  deal: optional('The deal made by the person who opened the table. Absent if the deal is random.', z.unknown()),
  match: z.nullable(matchView),
  shuffle: described(
    'For `verifyShuffle`. `hash` is set from the start, `nonce` at the end. `null` if nothing was dealt at random.',
    z.nullable(z.object({ hash: z.string(), nonce: z.nullable(z.string()) })),
  ),
  rematch: z.object({
    agreed: z.array(seat),
    table: described('The new table, once all players agreed.', z.nullable(tableId)),
    until: optional(
      'When the offer of those who agreed ends: then it counts no more, and anyone may offer again.',
      moment,
    ),
    ended: optional(
      'How the last offer ended before its time, and by whom. Absent once there is a new one.',
      z.object({ seat, how: z.enum(['declined', 'withdrawn']) }),
    ),
  }),
  rematchOf: z.nullable(tableId),
  tournament: optional(
    'The tournament that the match is a game of. Absent if there is none, and for spectators of a table that is not listed.',
    z.string(),
  ),
  legal: optional(
    'What the seat `you` may try now, in notation, if it is to move: the legal moves, and in games with hidden information also those that only the hidden part forbids. Only in views that were asked for with `whole`, and over HTTP.',
    z.array(z.string()),
  ),
});
export type TableView = z.infer<typeof tableView>;

/** Until the end players read and write in one room and spectators in the other. Afterwards everyone reads both. */
export const ROOMS = ['players', 'spectators'] as const;
export type ChatRoom = (typeof ROOMS)[number];

export const chatLine = z.object({
  n: described('Number in its room, from 1. There are gaps if older messages were dropped.', count),
  at: moment,
  name: z.string(),
  seat: z.nullable(seat),
  text: z.string(),
});
export type ChatLine = z.infer<typeof chatLine>;

/** How the lists of tables begin. */
const listed = {
  id: tableId,
  phase: z.enum(PHASES),
  at: described('When it was opened, began or ended.', moment),
  game: z.string(),
  options,
  clock: clockTerms,
};

export const tableSummary = z.object({
  ...listed,
  pace: described('For a table opened by `seek`: join it with the same `seek`.', z.nullable(z.enum(PACE_NAMES))),
  chairs: z.array(chair),
  plies: count,
  preview: described("A spectator's view while the match is running.", z.nullable(view)),
  places: z.nullable(z.array(count)),
  ended: described('How the match ended.', z.nullable(z.enum(ENDINGS))),
  rated,
  ownDeal,
});
export type TableSummary = z.infer<typeof tableSummary>;

const yourTurn = described('Whether the match waits for a move of the receiver.', z._default(z.boolean(), false));

const offeredRematch = optional(
  'A rematch offered at a finished table: the seats that agreed, and when the offer ends.',
  z.object({ agreed: z.array(seat), until: moment }),
);

/** A table of the receiver: one where they play, wait, or are invited, or a finished one where they are asked for a rematch. */
export const myTable = z.object({
  ...listed,
  chairs: z.array(chair),
  host: described('The chair, later the seat, of the person who opened the table.', seat),
  hostHere: described('Whether the host watches the table.', z.boolean()),
  you: z.nullable(seat),
  invited: described('The chair reserved for the receiver.', z.nullable(seat)),
  yourTurn,
  turn: described('The earlier name of `yourTurn`.', z.boolean()),
  plies: count,
  until: described('When the clock of the seat to move runs out.', z.nullable(moment)),
  rematch: offeredRematch,
  rated,
  ownDeal,
});
export type MyTable = z.infer<typeof myTable>;

/** A table in the list of a person who sits at it: a summary with the view of their seat. */
export const ownTable = z.extend(tableSummary, {
  visibility: z.enum(SHOWN_VISIBILITIES),
  preview: described('The view of seat `you`.', z.nullable(view)),
  you: described('The chair, later the seat, of the receiver.', seat),
  turn: described('The seat to move; `null` for none.', z.nullable(seat)),
  yourTurn,
  rematch: offeredRematch,
});
export type OwnTable = z.infer<typeof ownTable>;

/** A past opponent, with the data to invite them. */
export const opponent = z.object({ name: z.string(), invite });
export type Opponent = z.infer<typeof opponent>;
export const opponents = z.object({ opponents: z.array(opponent) });

export const away = z.object({
  since: moment,
  how: described('`left`: closed or left the page. `broken`: the connection was lost.', z.enum(DEPARTURES)),
  claimFrom: described(
    'When the others may claim, if the match then waits for this person; `null` for never.',
    z.nullable(moment),
  ),
});
export type Away = z.infer<typeof away>;

const error = protocolError;

export const SERVER_MESSAGES = {
  welcome: ofKind('welcome', { version: z.int(), you: z.nullable(z.object({ name: z.string() })), now: moment }),
  pong: ofKind('pong', { n: count, now: moment }),
  table: ofKind('table', {
    table: tableView,
    deal: optional(
      'The deal of the running match, `null` for none: for a client that asked for `moves`, where nothing is hidden.',
      z.unknown(),
    ),
  }),
  moved: ofKind('moved', {
    table: tableId,
    from: described(
      'The `version` before the move, the newest one sent on this connection. The move leads to the next.',
      count,
    ),
    move: described('Of the seat to move, in notation.', z.string()),
    clock: z.nullable(clockFace),
    digest: described(
      'The `digest` of the position after the move, by the rules of the game. If it differs, `watch` again.',
      z.int(),
    ),
    done: optional('The command of the receiver that made the move, which this answers.', commandId),
  }),
  changed: ofKind('changed', {
    table: tableId,
    from: described('The `version` of the view that this changes: the newest one sent on this connection.', count),
    change: described('The difference to the next view, see [Changes of a view](#changes-of-a-view).', change),
  }),
  current: ofKind('current', { table: tableId, version: count }),
  presence: ofKind('presence', {
    table: tableId,
    spectators: count,
    here: described('By chair or seat: whether the person is connected.', z.array(z.boolean())),
    away: described(
      'By chair or seat: `null` for a present person, for a bot, and for 5 s after sitting down.',
      z.array(z.nullable(away)),
    ),
  }),
  said: ofKind('said', { table: tableId, room: z.enum(ROOMS), lines: z.array(chatLine) }),
  lobby: ofKind('lobby', {
    whole: described('Whether this is the whole list, or the difference to the last message.', z.boolean()),
    changed: z.array(tableSummary),
    gone: z.array(tableId),
    online: optional(
      'The number of people who are connected, guests and accounts, each once. In the first message, and whenever it has changed.',
      count,
    ),
  }),
  own: ofKind('own', {
    whole: described('Whether this is the whole list, or the difference to the last message.', z.boolean()),
    changed: z.array(myTable),
    gone: z.array(tableId),
  }),
  done: ofKind('done', {
    id: commandId,
    table: tableId,
    version: described('The version of the table after the command. For `say`: the number of the message.', count),
  }),
  refused: ofKind('refused', { id: commandId, error }),
  'not-watching': ofKind('not-watching', { table: tableId, error }),
  error: ofKind('error', { error }),
} as const;

export const serverMessage = oneOf(SERVER_MESSAGES);
export type ServerMessage = z.infer<typeof serverMessage>;

/** How a finished match ended for one of its players. An aborted match has no result. */
export const OWN_RESULTS = ['won', 'lost', 'drawn'] as const;
export type OwnResult = (typeof OWN_RESULTS)[number];

/** A place in the list of a person's tables: the time and the id of the last table that was read. */
const cursor = z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,64}$/));

/** What a list of own tables asks for, besides `limit`. All conditions must hold. Unknown parameters are ignored. */
export const ownTablesQuery = z.object({
  /** The `next` of the previous page. */
  before: z.optional(cursor),
  /** `unfinished`: waiting for players, or being played. With a phase, tables have no `preview`. */
  phase: z.optional(z.enum(['unfinished', 'over'])),
  game: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** Only finished matches with this result of the person. */
  result: z.optional(z.enum(OWN_RESULTS)),
});
export type OwnTablesQuery = z.infer<typeof ownTablesQuery>;

/**
 * Tables, newest first. `next` leads to the next page and is `null` at the end. A page may be shorter
 * than requested, or empty, and still have a successor: one request reads a limited number of tables.
 */
export const ownTables = z.object({ tables: z.array(ownTable), next: z.nullable(cursor) });
export type OwnTables = z.infer<typeof ownTables>;

/** The moves that a player has prepared in a match. No one else sees them. */
export const preparedLines = z.object({
  plies: described('The number of moves made. The lines begin there.', count),
  lines: listOf({
    id: preparedId,
    moves: described(
      'What is still to come, in notation: moves of all seats. The last one is an answer.',
      z.array(z.string()),
    ),
  }),
});
export type PreparedLines = z.infer<typeof preparedLines>;

/** The record of a game that was played at a table, with the data to verify its deal. Other readers of records ignore these fields. */
export interface TableRecord extends GameRecord {
  readonly table: string;
  readonly seats: TableView['chairs'];
  readonly clock: TableView['clock'];
  /** `null` if nothing was dealt at random. */
  readonly shuffle: { readonly hash: string; readonly nonce: string } | null;
}

/** Leaves out whether a person was a guest: a record is permanent. */
const namedAlone = (chair: TableView['chairs'][number]): TableView['chairs'][number] =>
  chair.kind === 'person' ? { kind: 'person', name: chair.name, ...(chair.program && { program: true }) } : chair;

/** The record of a finished match, from data that every viewer receives. `null` before the end. */
export function tableRecord({ id, phase, match, chairs, clock, shuffle }: TableView): TableRecord | null {
  const record = match?.record ?? null;
  if (phase !== 'over' || record === null) return null;
  const { hash, nonce = null } = shuffle ?? {};
  const sealed = hash === undefined || nonce === null ? null : { hash, nonce };
  return { ...record, table: id, seats: chairs.map(namedAlone), clock, shuffle: sealed };
}
