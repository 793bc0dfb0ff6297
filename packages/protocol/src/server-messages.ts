import { DEPARTURES } from '@tablier/match';
import { ENDINGS, LEVEL_ALIAS_NAMES, LEVELS } from '@tablier/core';
import * as z from 'zod/mini';
import { change } from './change.ts';
import { protocolError } from './errors.ts';
import { matchView, view } from './match-view.ts';
import { PACE_NAMES } from './paces.ts';
import {
  absences,
  clockTerms,
  count,
  commandId,
  invite,
  moment,
  options,
  seat,
  SEATINGS,
  shownRating,
  SHOWN_VISIBILITIES,
  TAKE_BACKS,
  tableId,
} from './values.ts';

export const PHASES = ['waiting', 'playing', 'over', 'closed'] as const;

/** A place at a table. Chairs are numbered as in the terms before the match, and by seat from its beginning on. */
export const chair = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    link: z.exactOptional(
      z
        .literal(true)
        .check(z.describe('For a person with the link. While the chair is free, the lobby does not show the table.')),
    ),
    declined: z.exactOptional(z.string().check(z.describe('The name of a person who declined the invitation.'))),
  }),
  z.object({ kind: z.literal('invited'), name: z.string() }),
  z.object({
    kind: z.literal('person'),
    name: z
      .string()
      .check(
        z.describe(
          'The name as displayed at this table: `alice (2)` if an earlier name looks alike. Empty for a deleted account.',
        ),
      ),
    guest: z.exactOptional(
      z
        .boolean()
        .check(
          z.describe('Whether the person was a guest when they sat down; `false` for an account. Absent if unknown.'),
        ),
    ),
    program: z.exactOptional(
      z.literal(true).check(z.describe('A program plays for this person. Such a seat is never rated.')),
    ),
    rating: z.exactOptional(
      shownRating.check(
        z.describe('Their rating when they sat down, at a rated table. Absent if they do not show their ratings.'),
      ),
    ),
    absences: z.exactOptional(
      absences.check(
        z.describe(
          'Before the match: how many of their newest games the person left or missed. Absent if that is seldom, or if they played few.',
        ),
      ),
    ),
  }),
  z.object({
    kind: z.literal('bot'),
    level: z.enum(LEVEL_ALIAS_NAMES),
    strength: z.exactOptional(
      z
        .literal(LEVELS)
        .check(z.describe('The level, from 1 to 8; `level` is then the nearest of the names of earlier versions.')),
    ),
  }),
]);

/** Of tables and their summaries. */
const rated = z.exactOptional(
  z
    .literal(true)
    .check(z.describe('Whether the result changes the ratings of the players. A guest at the table makes it unrated.')),
);

const ownDeal = z.exactOptional(
  z.literal(true).check(z.describe('The person who opened the table made the deal instead of drawing it at random.')),
);

/** The complete view of a table for one person. A client only needs the newest. */
export const tableView = z.object({
  id: tableId,
  version: count.check(z.describe('The number of events of the table. Never decreases.')),
  phase: z.enum(PHASES),
  game: z.string(),
  options,
  clock: clockTerms,
  takeBack: z.enum(TAKE_BACKS),
  visibility: z.enum(SHOWN_VISIBILITIES),
  seating: z.enum(SEATINGS),
  chairs: z.array(chair),
  you: z.nullable(seat).check(z.describe('The chair, later the seat, of the receiver; `null` for a spectator.')),
  invited: z.nullable(seat).check(z.describe('The chair reserved for the receiver.')),
  movedTo: z
    .nullable(tableId)
    .check(z.describe('For a table opened by `seek`: the table where its host found an opponent.')),
  host: seat.check(z.describe('The chair, later the seat, of the person who opened the table.')),
  rules: z.exactOptional(count.check(z.describe('The version of the rules that the match began with.'))),
  rated,
  unrated: z.exactOptional(
    z
      .literal('too-short')
      .check(z.describe('At a rated table: why its result changes no rating. It ended after too few moves.')),
  ),
  deal: z.exactOptional(
    z.unknown().check(z.describe('The deal made by the person who opened the table. Absent if the deal is random.')),
  ),
  match: z.nullable(matchView),
  shuffle: z
    .nullable(z.object({ hash: z.string(), nonce: z.nullable(z.string()) }))
    .check(
      z.describe(
        'For `verifyShuffle`. `hash` is set from the start, `nonce` at the end. `null` if nothing was dealt at random.',
      ),
    ),
  rematch: z.object({
    agreed: z.array(seat),
    table: z.nullable(tableId).check(z.describe('The new table, once all players agreed.')),
    until: z.exactOptional(
      moment.check(
        z.describe('When the offer of those who agreed ends: then it counts no more, and anyone may offer again.'),
      ),
    ),
    ended: z.exactOptional(
      z
        .object({ seat, how: z.enum(['declined', 'withdrawn']) })
        .check(z.describe('How the last offer ended before its time, and by whom. Absent once there is a new one.')),
    ),
  }),
  rematchOf: z.nullable(tableId),
  tournament: z.exactOptional(
    z
      .string()
      .check(
        z.describe(
          'The tournament that the match is a game of. Absent if there is none, and for spectators of a table that is not listed.',
        ),
      ),
  ),
  legal: z.exactOptional(
    z
      .array(z.string())
      .check(
        z.describe(
          'What the seat `you` may try now, in notation, if it is to move: the legal moves, and in games with hidden information also those that only the hidden part forbids. Only in views that were asked for with `whole`, and over HTTP.',
        ),
      ),
  ),
});
export type TableView = z.infer<typeof tableView>;

/** Until the end players read and write in one room and spectators in the other. Afterwards everyone reads both. */
export const ROOMS = ['players', 'spectators'] as const;
export type ChatRoom = (typeof ROOMS)[number];

export const chatLine = z.object({
  n: count.check(z.describe('Number in its room, from 1. There are gaps if older messages were dropped.')),
  at: moment,
  name: z.string(),
  seat: z.nullable(seat),
  text: z.string(),
});
export type ChatLine = z.infer<typeof chatLine>;

/** A table as the lobby shows it. */
export const tableSummary = z.object({
  id: tableId,
  phase: z.enum(PHASES),
  at: moment.check(z.describe('When it was opened, began or ended.')),
  game: z.string(),
  options,
  clock: clockTerms,
  pace: z.nullable(z.enum(PACE_NAMES)).check(z.describe('For a table opened by `seek`: join it with the same `seek`.')),
  chairs: z.array(chair),
  plies: count,
  preview: z.nullable(view).check(z.describe("A spectator's view while the match is running.")),
  places: z.nullable(z.array(count)),
  ended: z.nullable(z.enum(ENDINGS)).check(z.describe('How the match ended.')),
  rated,
  ownDeal,
});
export type TableSummary = z.infer<typeof tableSummary>;

const yourTurn = z
  ._default(z.boolean(), false)
  .check(z.describe('Whether the match waits for a move of the receiver.'));

const offeredRematch = z.exactOptional(
  z
    .object({ agreed: z.array(seat), until: moment })
    .check(z.describe('A rematch offered at a finished table: the seats that agreed, and when the offer ends.')),
);

/** A table of the receiver: one where they play, wait, or are invited, or a finished one where they are asked for a rematch. */
export const myTable = z.object({
  id: tableId,
  phase: z.enum(PHASES),
  at: moment.check(z.describe('When it was opened, began or ended.')),
  game: z.string(),
  options,
  clock: clockTerms,
  chairs: z.array(chair),
  host: seat.check(z.describe('The chair, later the seat, of the person who opened the table.')),
  hostHere: z.boolean().check(z.describe('Whether the host watches the table.')),
  you: z.nullable(seat),
  invited: z.nullable(seat).check(z.describe('The chair reserved for the receiver.')),
  yourTurn,
  turn: z.boolean().check(z.describe('The earlier name of `yourTurn`.')),
  plies: count,
  until: z.nullable(moment).check(z.describe('When the clock of the seat to move runs out.')),
  rematch: offeredRematch,
  rated,
  ownDeal,
});
export type MyTable = z.infer<typeof myTable>;

/** A table in the list of a person who sits at it: a summary with the view of their seat. */
export const ownTable = z.extend(tableSummary, {
  visibility: z.enum(SHOWN_VISIBILITIES),
  preview: z.nullable(view).check(z.describe('The view of seat `you`.')),
  you: seat.check(z.describe('The chair, later the seat, of the receiver.')),
  turn: z.nullable(seat).check(z.describe('The seat to move; `null` for none.')),
  yourTurn,
  rematch: offeredRematch,
});
export type OwnTable = z.infer<typeof ownTable>;

/** A past opponent, with the data to invite them. */
export const opponent = z.object({ name: z.string(), invite });
export type Opponent = z.infer<typeof opponent>;
export const opponents = z.object({ opponents: z.array(opponent) });

/** The absence of a seated person. */
export const away = z.object({
  since: moment,
  how: z.enum(DEPARTURES).check(z.describe('`left`: closed or left the page. `broken`: the connection was lost.')),
  claimFrom: z
    .nullable(moment)
    .check(z.describe('When the others may claim, if the match then waits for this person; `null` for never.')),
});
export type Away = z.infer<typeof away>;

const error = protocolError;

/** Every message that a server sends. */
export const SERVER_MESSAGES = {
  welcome: z.object({
    kind: z.literal('welcome'),
    version: z.int(),
    you: z.nullable(z.object({ name: z.string() })),
    now: moment,
  }),
  pong: z.object({ kind: z.literal('pong'), n: count, now: moment }),
  table: z.object({ kind: z.literal('table'), table: tableView }),
  changed: z.object({
    kind: z.literal('changed'),
    table: tableId,
    from: count.check(
      z.describe('The `version` of the view that this changes: the newest one sent on this connection.'),
    ),
    change: change.check(z.describe('The difference to the next view, see [Changes of a view](#changes-of-a-view).')),
  }),
  current: z.object({ kind: z.literal('current'), table: tableId, version: count }),
  presence: z.object({
    kind: z.literal('presence'),
    table: tableId,
    spectators: count,
    here: z.array(z.boolean()).check(z.describe('By chair or seat: whether the person is connected.')),
    away: z
      .array(z.nullable(away))
      .check(z.describe('By chair or seat: `null` for a present person, for a bot, and for 5 s after sitting down.')),
  }),
  said: z.object({
    kind: z.literal('said'),
    table: tableId,
    room: z.enum(ROOMS),
    lines: z.array(chatLine),
  }),
  lobby: z.object({
    kind: z.literal('lobby'),
    whole: z.boolean().check(z.describe('Whether this is the whole list, or the difference to the last message.')),
    changed: z.array(tableSummary),
    gone: z.array(tableId),
    online: z.exactOptional(
      count.check(
        z.describe(
          'The number of people who are connected, guests and accounts, each once. In the first message, and whenever it has changed.',
        ),
      ),
    ),
  }),
  own: z.object({
    kind: z.literal('own'),
    whole: z.boolean().check(z.describe('Whether this is the whole list, or the difference to the last message.')),
    changed: z.array(myTable),
    gone: z.array(tableId),
  }),
  done: z.object({
    kind: z.literal('done'),
    id: commandId,
    table: tableId,
    version: count.check(
      z.describe('The version of the table after the command. For `say`: the number of the message.'),
    ),
  }),
  refused: z.object({ kind: z.literal('refused'), id: commandId, error }),
  'not-watching': z.object({ kind: z.literal('not-watching'), table: tableId, error }),
  error: z.object({ kind: z.literal('error'), error }),
} as const;

export const serverMessage = z.discriminatedUnion('kind', [
  SERVER_MESSAGES.welcome,
  SERVER_MESSAGES.pong,
  SERVER_MESSAGES.table,
  SERVER_MESSAGES.changed,
  SERVER_MESSAGES.current,
  SERVER_MESSAGES.presence,
  SERVER_MESSAGES.said,
  SERVER_MESSAGES.lobby,
  SERVER_MESSAGES.own,
  SERVER_MESSAGES.done,
  SERVER_MESSAGES.refused,
  SERVER_MESSAGES['not-watching'],
  SERVER_MESSAGES.error,
]);
export type ServerMessage = z.infer<typeof serverMessage>;
