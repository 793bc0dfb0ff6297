import type { OptionsError, SetupError } from '@tablier/core';
import type { ClockTermsError, MatchError } from '@tablier/match';
import * as z from 'zod/mini';

type FromElsewhere = MatchError['name'] | SetupError['name'] | OptionsError['name'] | ClockTermsError['name'];

/** Errors that other packages name: complete, or this does not compile. */
const ELSEWHERE: Readonly<Record<FromElsewhere, true>> = {
  'match-over': true,
  'no-such-seat': true,
  'not-your-turn': true,
  'unreadable-move': true,
  'illegal-move': true,
  'illegal-peek': true,
  'no-draws': true,
  'no-offer': true,
  'already-offered': true,
  'no-take-back': true,
  'already-revealed': true,
  'too-late-to-abort': true,
  'no-claim': true,
  'not-absent': true,
  'too-early-to-claim': true,
  'no-clock': true,
  'bad-time': true,
  'not-started': true,
  'already-started': true,
  paused: true,
  'not-paused': true,
  'not-running': true,
  'not-fallen': true,
  'no-vacation': true,
  'unknown-option': true,
  'bad-option-value': true,
  'bad-options': true,
  'bad-players': true,
  'bad-deal': true,
  'unknown-clock': true,
  'unknown-clock-field': true,
  'bad-clock-value': true,
  'unreadable-clock': true,
};

/** Errors of the line itself and of tables, each with what it means. */
export const OWN_ERRORS = {
  'bad-json': 'What came is not JSON.',
  'bad-message': 'It is JSON, but no message of this protocol; `detail` says where it departs.',
  'hello-first': 'The first message must be `hello`.',
  'already-greeted': 'A second `hello`.',
  'other-version': 'The server speaks another version of the protocol: reload the page.',
  'too-many': 'Too much in too short a time; `retryMs` says when to try again.',
  'no-session': 'Nobody is known by this line: get a name first (`POST /api/guests`).',
  'session-ended': 'The session was revoked.',
  'unknown-table': 'There is no table with this id.',
  'unknown-game': 'There is no game with this id.',
  'bad-seats':
    'The chairs do not fit the game: their number, or whoever opens the table is not in exactly one of them.',
  'deal-not-allowed': 'Where something is hidden nobody chooses the deal.',
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
  'too-long': 'The chat of this table is full.',
  unavailable:
    'The database does not answer: nothing is known to have changed; the same deed, sent again, is harmless.',
} as const;

export type ErrorName = FromElsewhere | keyof typeof OWN_ERRORS;

export const ERROR_NAMES = [...Object.keys(OWN_ERRORS), ...Object.keys(ELSEWHERE)] as readonly ErrorName[];

/** Why something was refused: nothing has changed then. */
export const protocolError = z.strictObject({
  name: z.enum(ERROR_NAMES),
  detail: z.exactOptional(z.string().check(z.describe('Which option, which move: a word for people who debug.'))),
  retryMs: z.exactOptional(
    z.int().check(z.minimum(0), z.describe('With `too-many`: after so long it may be tried again.')),
  ),
});
export type ProtocolError = z.infer<typeof protocolError>;

/** With this code a client ends a line that it takes for dead: it did not go on purpose. */
export const GIVEN_UP = 4900;

/** Why the server ended a line. A page reloads after `otherVersion`, stays away after `sessionEnded`, and comes back after all others. */
export const CLOSE_CODES = {
  goingAway: 1001,
  tooLarge: 1009,
  restart: 1012,
  badHello: 4000,
  otherVersion: 4001,
  tooManyErrors: 4002,
  tooMany: 4003,
  sessionEnded: 4004,
  tooSlow: 4005,
} as const;
