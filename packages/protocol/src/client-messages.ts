import { CLAIMS } from '@tablier/match';
import * as z from 'zod/mini';
import { MAX_LINE, MAX_NAME, MAX_PLAYED, MAX_PREPARED_MOVES } from './limits.ts';
import {
  commandId,
  count,
  described,
  oneOf,
  optional,
  PACE_NAMES,
  preparedId,
  seat,
  seatCode,
  tableId,
  tableTerms,
  ofKind,
  strictOfKind,
} from './values.ts';

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));

const plies = optional(
  'The number of moves made before, `match.plies` of the view. At any other position the answer is `position-changed`, and nothing is done.',
  count,
);

/** A player's action in a match. The server knows the player's seat. */
export const playerAction = z.discriminatedUnion('kind', [
  strictOfKind('move', { move: described("In the game's notation.", text(40)), plies }),
  strictOfKind('peek', { peek: text(40), plies }),
  strictOfKind('resign', {}),
  strictOfKind('offer-draw', {}),
  strictOfKind('answer-draw', { accept: z.boolean() }),
  strictOfKind('take-back', { to: described('The number of moves to keep.', count) }),
  strictOfKind('answer-take-back', { accept: z.boolean() }),
  strictOfKind('abort', {}),
  strictOfKind('claim', { as: described('The result to claim because the player to move is absent.', z.enum(CLAIMS)) }),
  strictOfKind('begin-vacation', {}),
  strictOfKind('end-vacation', {}),
]);
export type PlayerAction = z.infer<typeof playerAction>;

const moveText = text(40);

/** What the two commands about prepared moves contain besides the table. */
export const preparation = {
  played: described(
    'All moves made before the line, as `match.moves` shows them. The line belongs to exactly this position: if the match is at another one, the answer is `position-changed`.',
    z.array(moveText).check(z.maxLength(MAX_PLAYED)),
  ),
  line: described(
    'Moves in notation, alternating as the rules say: what others are expected to do and your answers. The last one is yours.',
    z.array(moveText).check(z.minLength(1), z.maxLength(MAX_PREPARED_MOVES)),
  ),
} as const;

/** A command: a change that is stored. */
export const command = z.discriminatedUnion('kind', [
  strictOfKind('open', { terms: tableTerms }),
  strictOfKind('sit', {
    table: tableId,
    chair: seat,
    code: optional(
      'At a table with `sofa`: moves the chair to this person, from the person who had it before. It counts once; the answer to a used one is `bad-code`. Without it, only a free chair can be taken.',
      seatCode,
    ),
    name: optional(
      'At a table with `sofa`: the name of the player in this chair. Absent: that of the person.',
      text(MAX_NAME),
    ),
  }),
  strictOfKind('stand', { table: tableId }),
  strictOfKind('decline', { table: tableId }),
  strictOfKind('seek', {
    game: z.string().check(z.maxLength(40)),
    pace: described(
      'One of `PACES`. The answer names the table of the player, with an opponent or waiting for one. If the opponent sits at another table, the view has `movedTo`. A seek ends when the player stops watching the table, or with `stand`.',
      z.enum(PACE_NAMES),
    ),
  }),
  strictOfKind('act', { table: tableId, action: playerAction }),
  described(
    'Prepares a line of moves while others are to move. As soon as they make exactly the expected moves, the server makes the answers. Only you can see it.',
    strictOfKind('prepare', { table: tableId, ...preparation }),
  ),
  strictOfKind('unprepare', { table: tableId, line: optional('Absent: all lines.', preparedId) }),
  strictOfKind('rematch', { table: tableId, agree: z.boolean() }),
  strictOfKind('say', { table: tableId, text: text(MAX_LINE) }),
]);
export type ClientCommand = z.infer<typeof command>;

export const CLIENT_MESSAGES = {
  // Not strict: a newer client must get an answer about its version, whatever fields it adds.
  hello: ofKind('hello', { version: described('The protocol version of the client.', z.int()) }),
  ping: strictOfKind('ping', { n: count }),
  watch: strictOfKind('watch', {
    table: tableId,
    from: optional('The `version` of the newest view that the client has.', count),
    players: optional("The `n` of the newest message of the players' chat that the client has.", count),
    spectators: optional("The same for the spectators' chat.", count),
    whole: optional(
      'Whether to send every view as `table`, with the legal moves, instead of changes. Absent: false.',
      z.boolean(),
    ),
    moves: optional(
      'Whether to send a move as `moved` where nothing is hidden: the client knows the rules and plays it. Anything else at such a table is sent as `table`. Absent: false.',
      z.boolean(),
    ),
    spectate: optional(
      'Whether to be sent only what a spectator sees, even with a seat at the table: for a screen that others see. Absent: false.',
      z.boolean(),
    ),
  }),
  unwatch: strictOfKind('unwatch', { table: tableId }),
  'enter-lobby': strictOfKind('enter-lobby', {}),
  'leave-lobby': strictOfKind('leave-lobby', {}),
  'follow-own': strictOfKind('follow-own', {}),
  'leave-own': strictOfKind('leave-own', {}),
  do: strictOfKind('do', { id: commandId, command }),
} as const;

export const clientMessage = oneOf(CLIENT_MESSAGES);
export type ClientMessage = z.infer<typeof clientMessage>;

/** The part of a refused message that the answer repeats, if it can be parsed. */
export const request = z.discriminatedUnion('kind', [
  ofKind('do', { id: commandId }),
  ofKind('watch', { table: tableId }),
]);
export type Request = z.infer<typeof request>;
