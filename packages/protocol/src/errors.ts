import type { OptionsError, SetupError } from '@tablier/core';
import { type ClockTermsError, REFUSALS } from '@tablier/match';
import * as z from 'zod/mini';
import { optional } from './values.ts';
import type { ClientCommand } from './client-messages.ts';

type FromElsewhere = keyof typeof REFUSALS | SetupError['name'] | OptionsError['name'] | ClockTermsError['name'];

/** The meanings of the errors that other packages define. A missing name does not compile. */
export const MATCH_ERRORS: Readonly<Record<FromElsewhere, string>> = {
  ...REFUSALS,
  'unknown-option': 'The game has no such option.',
  'bad-option-value': 'The option has no such value.',
  'bad-players': 'The game does not support this number of players.',
  'bad-deal': 'The deal is invalid for this game.',
  'unknown-clock': 'There is no such time control.',
  'unknown-clock-field': 'The time control has no such field.',
  'bad-clock-value': 'A value of the time control is out of range.',
  'unreadable-clock': 'The time control cannot be parsed.',
};

/** The meanings of the errors of connections and tables. */
export const OWN_ERRORS = {
  'bad-json': 'The message is not JSON.',
  'bad-message': 'The message does not match the protocol. `detail` is the path of the first fault.',
  'hello-first': 'The first message must be `hello`.',
  'already-greeted': 'This is a second `hello`.',
  'other-version': 'The server speaks another version of the protocol: reload the page.',
  'too-many': 'A rate limit was exceeded. `retryMs` says when to try again.',
  'too-many-games':
    'The person has too many unfinished tables, or games against bots (`detail`: `tables` or `bots`). Finish or leave one first.',
  'too-many-invitations':
    'The person has too many open invitations, to one person or in total (`detail`: `person` or `all`). One table must begin or be closed first.',
  'no-session': 'The connection has no session: create a guest first (`POST /api/guests`).',
  'session-ended': 'The session was revoked.',
  banned: 'The operator of the server has banned this person. The connection ends with `banned`.',
  muted: 'A moderator has muted this person: they cannot chat before `until`. `detail` is the reason.',
  'unknown-table': 'There is no table with this id.',
  'no-programs':
    'A program may not do this: quick pairing, rated tables of people, and seats that a person took are for people.',
  'unknown-game': 'There is no game with this id, or the game of the table no longer exists.',
  'unknown-rules': 'The rules of the table no longer exist, so it can be neither shown nor played.',
  unreadable: 'The log of the table is damaged, so it can be neither shown nor played.',
  'bad-seats':
    'The game does not support this number of chairs, or the person who opens the table is not in exactly one of them.',
  'cannot-be-rated':
    'Only open tables of accounts can be rated, with drawn seats, default options and no given deal; with bots only those of a program with an account of its own.',
  'deal-not-allowed': 'With these options the deal is random.',
  'no-such-chair': 'The table has no chair with this number.',
  'chair-taken': 'The chair is taken.',
  'bad-code': 'The code of the chair is wrong, or was used.',
  'already-seated': 'The person already sits at this table.',
  'not-invited': 'No chair is reserved for the person, or the invited person is not a past opponent.',
  'unknown-player': 'No member with this username has a public profile.',
  'no-contact': 'The person does not accept challenges from the sender, or one of them has blocked the other.',
  'not-seated': 'Only a person who sits at the table may do this.',
  'table-begun': 'The match has begun.',
  'table-closed': 'The table was closed before a match began.',
  'not-prepared-here': 'Moves cannot be prepared where something is hidden from a player.',
  'your-turn': 'It is your turn: make the move instead of preparing it.',
  'no-answer': 'A prepared line ends with a move of the player who prepares it.',
  'answered-otherwise':
    'Another line (`detail` is its id) answers the same position with another move: remove it first.',
  'too-many-prepared': 'The player has prepared the most lines of a match (`detail`). Remove one first.',
  'not-begun': 'The match has not begun.',
  'not-over': 'The match is not over.',
  'bad-text': 'A chat message or a name is empty, too long, or contains characters that cannot be displayed.',
  'too-long': 'The log of this table is full. In a match only moves, claims and resignation are still possible.',
  'id-used': 'This id was used for a different command. Use a new id for each command.',
  'too-many-subscriptions': 'This connection watches the most tables that it may. End one subscription first.',
  unavailable:
    'The database does not answer, so the outcome is unknown. Send the command again with the same id, with a growing delay.',
  internal: 'A bug in the server, which has logged it. The outcome is unknown. Do not retry automatically.',
  'unknown-error': 'Never sent. A client uses it in place of an unknown error name.',
} as const;

export type ErrorName = FromElsewhere | keyof typeof OWN_ERRORS;

export const ERROR_NAMES = [...Object.keys(OWN_ERRORS), ...Object.keys(MATCH_ERRORS)] as readonly ErrorName[];

/** Why a request was refused. Nothing has changed, unless the name is `unavailable` or `internal`. */
export const protocolError = z.object({
  // A newer server may have more names. A client must still learn that its request was refused.
  name: z.catch(z.enum(ERROR_NAMES), 'unknown-error'),
  detail: optional('The option, move or field at fault, for debugging. With `muted`: the reason.', z.string()),
  retryMs: optional('With `too-many`: the time after which to try again.', z.int().check(z.minimum(1))),
  until: optional('With `muted`: when it ends. Milliseconds since 1970.', z.int()),
});
export type ProtocolError = z.infer<typeof protocolError>;

/** The close code of a client that ends a silent connection. It tells the server that the person did not leave on purpose. */
export const GIVEN_UP = 4900;

/** Why a connection ended. A page reloads after `otherVersion`, does not reconnect after `sessionEnded` and `banned`, and reconnects otherwise. */
export const CLOSE_CODES = {
  normal: 1000,
  goingAway: 1001,
  badText: 1007,
  tooLarge: 1009,
  restart: 1012,
  badHello: 4000,
  otherVersion: 4001,
  tooManyErrors: 4002,
  tooMany: 4003,
  sessionEnded: 4004,
  tooSlow: 4005,
  banned: 4006,
} as const;

export const CLOSE_MEANINGS: Readonly<Record<keyof typeof CLOSE_CODES, string>> = {
  normal: 'The answer to a client that closes with this code.',
  goingAway: 'The answer to a client that closes with this code.',
  badText: 'A text frame was not UTF-8.',
  tooLarge: 'A message was longer than the limit.',
  restart: 'The server stops, possibly to restart. Reconnect.',
  badHello: 'The first message was not a valid `hello`.',
  otherVersion: 'The server does not support the version of the `hello`.',
  tooManyErrors: 'Too many messages were invalid.',
  tooMany: 'Too many messages exceeded the rate limit.',
  sessionEnded: 'The session was revoked: sign in again before reconnecting.',
  tooSlow: 'The client does not read its messages fast enough.',
  banned: 'The operator of the server has banned this person. Do not reconnect with this session.',
};

/** Of every command. */
const ANY = ['too-many', 'id-used', 'unavailable', 'internal'] as const;
/** Of every command for a table: it may not exist, or not be readable. */
const TABLE = [...ANY, 'unknown-table', 'unknown-game', 'unknown-rules', 'unreadable'] as const;
const BEFORE_THE_MATCH = [...TABLE, 'table-begun', 'table-closed'] as const;
const TERMS = [
  'unknown-game',
  'bad-seats',
  'bad-players',
  'bad-deal',
  'unknown-option',
  'bad-option-value',
  'unknown-clock',
  'unknown-clock-field',
  'bad-clock-value',
] as const;
const OWN_SEAT = ['not-seated', 'no-programs', 'not-begun', 'match-over', 'position-changed'] as const;

/** The names of the errors with which each command may be refused. */
export const COMMAND_ERRORS = {
  open: [
    ...ANY,
    ...TERMS,
    'cannot-be-rated',
    'deal-not-allowed',
    'already-seated',
    'not-invited',
    'unknown-player',
    'no-contact',
    'too-many-games',
    'too-many-invitations',
  ],
  sit: [
    ...BEFORE_THE_MATCH,
    'already-seated',
    'no-such-chair',
    'chair-taken',
    'no-programs',
    'no-contact',
    'too-long',
    'bad-code',
    'bad-text',
  ],
  stand: [...BEFORE_THE_MATCH, 'not-seated'],
  decline: [...BEFORE_THE_MATCH, 'not-invited'],
  seek: [...ANY, 'unknown-game', 'bad-players', 'no-programs'],
  act: [
    ...TABLE,
    ...OWN_SEAT,
    'table-closed',
    'too-long',
    'not-your-turn',
    'unreadable-move',
    'illegal-move',
    'illegal-peek',
    'no-draws',
    'no-offer',
    'already-offered',
    'no-take-back',
    'already-revealed',
    'too-late-to-abort',
    'no-claim',
    'not-absent',
    'too-early-to-claim',
    'no-clock',
    'not-started',
    'paused',
    'no-vacation',
  ],
  prepare: [
    ...TABLE,
    ...OWN_SEAT,
    'not-prepared-here',
    'your-turn',
    'no-answer',
    'answered-otherwise',
    'too-many-prepared',
    'unreadable-move',
    'illegal-move',
  ],
  unprepare: [...TABLE, 'not-seated', 'no-programs'],
  rematch: [...TABLE, 'not-seated', 'not-over', 'already-offered', 'no-offer', 'too-long'],
  say: [...TABLE, 'bad-text', 'muted'],
} as const satisfies Readonly<Record<ClientCommand['kind'], readonly ErrorName[]>>;

type Kind = ClientCommand['kind'];

/** Why a command of this kind was refused. */
export type CommandError<K extends Kind = Kind> = ProtocolError & {
  readonly name: (typeof COMMAND_ERRORS)[K][number];
};
