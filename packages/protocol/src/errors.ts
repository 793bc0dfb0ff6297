import type { OptionsError, SetupError } from '@tablier/core';
import type { ClockTermsError, MatchError } from '@tablier/match';
import * as z from 'zod/mini';
import { catch as readUnknownAs } from 'zod/mini';

type FromElsewhere = MatchError['name'] | SetupError['name'] | OptionsError['name'] | ClockTermsError['name'];

/** Errors that other packages name, each with what it means: complete, or this does not compile. */
export const MATCH_ERRORS: Readonly<Record<FromElsewhere, string>> = {
  'match-over': 'The match is over.',
  'no-such-seat': 'The match has no such seat.',
  'not-your-turn': 'Another seat is to move.',
  'unreadable-move': 'The move is not in the notation of the game.',
  'illegal-move': 'The rules do not allow this move now.',
  'illegal-peek': 'The rules do not allow this peek now.',
  'no-draws': 'This game knows no draw by agreement.',
  'no-offer': 'There is no offer of a draw from anybody else to answer.',
  'already-offered': 'This seat has offered or agreed already.',
  'no-take-back': 'Moves cannot be taken back here, not that far, or nobody asks for it.',
  'already-revealed': 'Something hidden was seen since: it cannot be taken back.',
  'too-late-to-abort': 'A match is broken off only before the second move.',
  'no-claim': 'A claim is not possible here: it is not the turn of an opponent, or the match has hardly begun.',
  'not-absent': 'The player whose turn it is is there.',
  'too-early-to-claim': 'The player has not been away for long enough: see `claimFrom`.',
  'no-clock': 'The match has no clock.',
  'bad-time': 'The time is not one that the clock can take.',
  'not-started': 'The first clock does not run yet: `match.clock.seat` is -1. Wait for a view in which it is not.',
  'already-started': 'The clock runs already.',
  paused: 'The clock is paused.',
  'not-paused': 'The clock is not paused.',
  'not-running': 'No clock runs.',
  'not-fallen': 'The clock has not fallen.',
  'no-vacation': 'There is no vacation to begin or to end.',
  'unknown-option': 'The game has no such option.',
  'bad-option-value': 'The option has no such value.',
  'bad-options': 'These options do not go together.',
  'bad-players': 'The game is not played by so many.',
  'bad-deal': 'The deal is not one of this game.',
  'unknown-clock': 'There is no such time control.',
  'unknown-clock-field': 'The time control has no such field.',
  'bad-clock-value': 'A value of the time control is out of its range.',
  'unreadable-clock': 'The time control cannot be read.',
};

/** Errors of the connection itself and of tables, each with what it means. */
export const OWN_ERRORS = {
  'bad-json': 'What came is not JSON.',
  'bad-message': 'It is JSON, but no message of this protocol; `detail` says where it departs.',
  'hello-first': 'The first message must be `hello`.',
  'already-greeted': 'A second `hello`.',
  'other-version': 'The server speaks another version of the protocol: reload the page.',
  'too-many': 'Too much in too short a time; `retryMs` says when to try again.',
  'too-many-games':
    'Whoever asks has too many unfinished tables, or plays at too many of them against bots (`detail`: `tables`, `bots`): one has to be finished or left first.',
  'too-many-invitations':
    'Whoever asks keeps too many chairs for others at tables that wait, for one person or in all (`detail`: `person`, `all`): one of these tables has to begin or be closed first.',
  'no-session': 'Nobody is known by this line: get a name first (`POST /api/guests`).',
  'session-ended': 'The session was revoked.',
  banned: 'The operator of the server keeps whoever asks away: the connection ends with `banned`.',
  'unknown-table': 'There is no table with this id.',
  'unknown-game': 'There is no game with this id; of a table: its game does not exist any more.',
  'unknown-rules': 'The table was played by rules that do not exist any more: it can be neither shown nor played.',
  unreadable: 'The log of the table is damaged: it can be neither shown nor played, and nothing more is written to it.',
  'bad-seats':
    'The chairs do not fit the game: their number, or whoever opens the table is not in exactly one of them.',
  'deal-not-allowed': 'Chance deals with these options: a table cannot be opened with a deal of one’s own.',
  'no-such-chair': 'The table has no chair with this number.',
  'chair-taken': 'Somebody sits there.',
  'already-seated': 'One person sits in one chair.',
  'not-invited': 'No chair of this table is kept for whoever asks; or whom one invites is nobody one has played with.',
  'not-seated': 'Only who sits at the table may do this.',
  'table-begun': 'The match has begun.',
  'table-closed': 'The table was closed before a match began.',
  'not-begun': 'The match has not begun.',
  'not-over': 'The match is not over.',
  'bad-text': 'A line of chat is empty, too long, or holds characters that cannot be shown.',
  'too-long': 'The log of this table is full: of a match, all but moves, claims and resignation.',
  'id-used': 'This id named a different command before: nothing was done. Use a new id for each command.',
  'too-many-subscriptions': 'This connection watches as many tables as it may: end one subscription first.',
  unavailable:
    'The database does not answer, so nobody knows whether it was done. Send the same command with the same id again, after a growing delay.',
  internal:
    'A fault of the server, which has logged it. Nobody knows whether it was done. Do not send it again by itself: it would fail again.',
  'unknown-error': 'Never sent: a client reads an error name that it does not know as this.',
} as const;

export type ErrorName = FromElsewhere | keyof typeof OWN_ERRORS;

export const ERROR_NAMES = [...Object.keys(OWN_ERRORS), ...Object.keys(MATCH_ERRORS)] as readonly ErrorName[];

/** Why something was refused. Nothing has changed then, unless the name is `unavailable` or `internal`. */
export const protocolError = z.object({
  // A newer server may know more names: a client must still find out that it was refused.
  name: readUnknownAs(z.enum(ERROR_NAMES), 'unknown-error'),
  detail: z.exactOptional(z.string().check(z.describe('Which option, which move: a word for people who debug.'))),
  retryMs: z.exactOptional(
    z.int().check(z.minimum(1), z.describe('With `too-many`: after so long it may be tried again.')),
  ),
});
export type ProtocolError = z.infer<typeof protocolError>;

/** With this code a client ends a line that it takes for dead: it did not go on purpose. */
export const GIVEN_UP = 4900;

/** Why a connection ended. A page reloads after `otherVersion`, stays away after `sessionEnded` and `banned`, and reconnects after all others. */
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

/** What each close code means. */
export const CLOSE_MEANINGS: Readonly<Record<keyof typeof CLOSE_CODES, string>> = {
  normal: 'The answer to a client that closes with this code.',
  goingAway: 'The answer to a client that closes with this code.',
  badText: 'A text frame was not UTF-8.',
  tooLarge: 'A message was longer than the limit.',
  restart: 'The server stops. Reconnect: it may be a restart.',
  badHello: 'The first message was not a `hello` that can be read.',
  otherVersion: 'The server does not speak the version of the `hello`; the error before it names the versions.',
  tooManyErrors: 'Too many messages could not be read.',
  tooMany: 'Too many messages came too fast.',
  sessionEnded: 'The session was revoked: sign in again before reconnecting.',
  tooSlow: 'The client does not read what it is sent.',
  banned: 'The operator of the server keeps this person away. Do not reconnect in this session.',
};
