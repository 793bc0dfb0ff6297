import { ENDINGS, LEVELS } from '@tablier/core';
import * as z from 'zod/mini';
import { change } from './change.ts';
import { protocolError } from './errors.ts';
import { matchView, view } from './match-view.ts';
import { PACE_NAMES } from './paces.ts';
import {
  clockTerms,
  count,
  DEPARTURES,
  commandId,
  invite,
  moment,
  options,
  seat,
  SEATINGS,
  SHOWN_VISIBILITIES,
  TAKE_BACKS,
  tableId,
} from './values.ts';

export const PHASES = ['waiting', 'playing', 'over', 'closed'] as const;

/** Who is in a chair. Before the match chairs are counted as they were set, from its beginning on by seat. */
export const chair = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    link: z.exactOptional(
      z
        .literal(true)
        .check(z.describe('For whoever has the link: while it is free the lobby does not show the table.')),
    ),
    declined: z.exactOptional(z.string().check(z.describe('Who was invited and does not want to.'))),
  }),
  z.object({ kind: z.literal('invited'), name: z.string() }),
  z.object({
    kind: z.literal('person'),
    name: z
      .string()
      .check(
        z.describe(
          'As it is shown at this table: `alice (2)` where an earlier name looks alike; empty for who was deleted.',
        ),
      ),
    guest: z.exactOptional(
      z
        .boolean()
        .check(
          z.describe(
            'Whether this was a guest when they sat down, `false` for an account; left out where that is not known.',
          ),
        ),
    ),
  }),
  z.object({ kind: z.literal('bot'), level: z.enum(LEVELS) }),
]);

/** A table as one audience may see it, whole: the newest is all that a client needs. */
export const tableView = z.object({
  id: tableId,
  version: count.check(z.describe('How many events led here: only ever rises.')),
  phase: z.enum(PHASES),
  game: z.string(),
  options,
  clock: clockTerms,
  takeBack: z.enum(TAKE_BACKS),
  visibility: z.enum(SHOWN_VISIBILITIES),
  seating: z.enum(SEATINGS),
  chairs: z.array(chair),
  you: z
    .nullable(seat)
    .check(z.describe('The chair, then the seat, of whoever reads this; `null` for who only watches.')),
  invited: z.nullable(seat).check(z.describe('The chair that is kept for whoever reads this.')),
  movedTo: z.nullable(tableId).check(z.describe('Of a table opened by `seek`: where its host has found somebody.')),
  host: seat.check(z.describe('The chair, then the seat, of who opened the table.')),
  rules: z.exactOptional(
    count.check(z.describe('The version of the rules: that of the beginning, whatever newer ones there are.')),
  ),
  deal: z.exactOptional(
    z.unknown().check(z.describe('The deal that whoever opened the table made by hand; absent where chance deals.')),
  ),
  match: z.nullable(matchView),
  shuffle: z
    .nullable(z.object({ hash: z.string(), nonce: z.nullable(z.string()) }))
    .check(
      z.describe(
        '`hash` is there from the start, `nonce` at the end, for `verifyShuffle`; `null` where chance dealt nothing.',
      ),
    ),
  rematch: z.object({
    agreed: z.array(seat),
    table: z.nullable(tableId).check(z.describe('The new table, once everybody agreed.')),
  }),
  rematchOf: z.nullable(tableId),
});
export type TableView = z.infer<typeof tableView>;

/** Until the end who plays reads and writes in one room, who watches in the other; afterwards everybody reads both. */
export const ROOMS = ['players', 'spectators'] as const;
export type ChatRoom = (typeof ROOMS)[number];

export const chatLine = z.object({
  n: count.check(z.describe('Counted from 1 in its room. Older lines may be gone: there are gaps then.')),
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
  pace: z.nullable(z.enum(PACE_NAMES)).check(z.describe('Of a table opened by `seek`: join it by seeking the same.')),
  chairs: z.array(chair),
  plies: count,
  preview: z.nullable(view).check(z.describe('What a spectator sees, while it is played.')),
  places: z.nullable(z.array(count)),
  ended: z.nullable(z.enum(ENDINGS)).check(z.describe('How the match came to its end.')),
});
export type TableSummary = z.infer<typeof tableSummary>;

/** One of one's own tables that is not over: one plays there, waits there, or is invited. */
export const myTable = z.object({
  id: tableId,
  phase: z.enum(PHASES),
  at: moment.check(z.describe('When it was opened, began or ended.')),
  game: z.string(),
  options,
  clock: clockTerms,
  chairs: z.array(chair),
  host: seat.check(z.describe('The chair, then the seat, of who opened the table.')),
  hostHere: z.boolean().check(z.describe('Whether the host looks at the table.')),
  you: z.nullable(seat),
  invited: z.nullable(seat).check(z.describe('The chair that is kept for one.')),
  turn: z.boolean().check(z.describe("Whether the match waits for a move of one's own.")),
  plies: count,
  until: z.nullable(moment).check(z.describe('When the clock of whoever is to move falls.')),
});
export type MyTable = z.infer<typeof myTable>;

/** A table as it is listed for somebody who sits at it (`GET /api/me/tables`): a summary with what his seat sees. */
export const ownTable = z.extend(tableSummary, {
  visibility: z.enum(SHOWN_VISIBILITIES),
  preview: z.nullable(view).check(z.describe('What `you` sees.')),
  you: seat.check(z.describe('The chair, then the seat, of whoever reads this.')),
  turn: z.nullable(seat).check(z.describe('The seat that is to move; `null` for none.')),
});
export type OwnTable = z.infer<typeof ownTable>;

/** Somebody one has played with (`GET /api/me/opponents`), as an invitation names him. */
export const opponent = z.object({ name: z.string(), invite });
export type Opponent = z.infer<typeof opponent>;
export const opponents = z.object({ opponents: z.array(opponent) });

/** Somebody who sits at the table and is not there. */
export const away = z.object({
  since: moment,
  how: z
    .enum(DEPARTURES)
    .check(z.describe('`left` closed the page or went elsewhere in it, `broken` fell silent without a word.')),
  claimFrom: z
    .nullable(moment)
    .check(
      z.describe('When the others may claim that he has gone, if the match waits for him then; `null` for never.'),
    ),
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
      z.describe('The `version` of the view that this changes, the newest that was sent on this line.'),
    ),
    change: change.check(
      z.describe(
        'Makes the next view of that one: `[value]`, it is that now; `[]`, it is gone; else the changes of its members, by key or index, of an array that is shorter now its `length` too.',
      ),
    ),
  }),
  current: z.object({ kind: z.literal('current'), table: tableId, version: count }),
  presence: z.object({
    kind: z.literal('presence'),
    table: tableId,
    spectators: count,
    here: z.array(z.boolean()).check(z.describe('By chair or seat: whether the line of whoever sits there is open.')),
    away: z
      .array(z.nullable(away))
      .check(z.describe('By chair or seat: `null` for who is there, for bots, and for 5 s for who has just sat down.')),
  }),
  said: z.object({
    kind: z.literal('said'),
    table: tableId,
    room: z.enum(ROOMS),
    lines: z.array(chatLine),
  }),
  lobby: z.object({
    kind: z.literal('lobby'),
    whole: z.boolean().check(z.describe('Whether this is all, or what changed since the last message.')),
    changed: z.array(tableSummary),
    gone: z.array(tableId),
  }),
  own: z.object({
    kind: z.literal('own'),
    whole: z.boolean().check(z.describe('Whether this is all, or what changed since the last message.')),
    changed: z.array(myTable),
    gone: z.array(tableId),
  }),
  done: z.object({
    kind: z.literal('done'),
    id: commandId,
    table: tableId,
    version: count.check(
      z.describe('The version of the table with this command done; for `say` the number of the line.'),
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
