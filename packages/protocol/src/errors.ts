import { type OptionsError, type SetupError, words } from '@tablier/core';
import { type ClockTermsError, REFUSALS } from '@tablier/match';
import * as z from 'zod/mini';
import { optional } from './values.ts';
import type { ClientCommand } from './client-messages.ts';

type FromElsewhere = (typeof REFUSALS)[number] | SetupError['name'] | OptionsError['name'] | ClockTermsError['name'];

/** Of connections and tables. What each means is in `scripts/protocol/meanings.ts`, where a missing one does not compile. */
const OWN = words(
  'bad-json bad-message hello-first already-greeted other-version too-many too-many-games too-many-invitations',
  'no-session session-ended banned muted unknown-table no-programs unknown-game unknown-rules unreadable',
  'bad-seats cannot-be-rated deal-not-allowed no-such-chair chair-taken bad-code already-seated not-invited',
  'unknown-player no-contact not-seated table-begun table-closed not-prepared-here your-turn no-answer',
  'answered-otherwise too-many-prepared not-begun not-over bad-text too-long id-used too-many-subscriptions',
  'unavailable internal unknown-error',
);
const OF_TERMS = words(
  'unknown-option bad-option-value bad-players bad-deal unknown-clock unknown-clock-field bad-clock-value',
  'unreadable-clock',
);

export type ErrorName = FromElsewhere | (typeof OWN)[number];

export const ERROR_NAMES: readonly ErrorName[] = [...OWN, ...REFUSALS, ...OF_TERMS];

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

/** Of every command. */
const ANY = ['too-many', 'id-used', 'unavailable', 'internal'] as const;
/** Of every command for a table: it may not exist, or not be readable. */
const TABLE = [...ANY, 'unknown-table', 'unknown-game', 'unknown-rules', 'unreadable'] as const;
const BEFORE_THE_MATCH = [...TABLE, 'table-begun', 'table-closed'] as const;
const TERMS = words(
  'unknown-game bad-seats bad-players bad-deal unknown-option bad-option-value unknown-clock',
  'unknown-clock-field bad-clock-value',
);
const OWN_SEAT = ['not-seated', 'no-programs', 'not-begun', 'match-over', 'position-changed'] as const;

/** The names of the errors with which each command may be refused. */
export const COMMAND_ERRORS = {
  open: [
    ...ANY,
    ...TERMS,
    ...words(
      'cannot-be-rated deal-not-allowed already-seated not-invited unknown-player no-contact too-many-games',
      'too-many-invitations',
    ),
  ],
  sit: [
    ...BEFORE_THE_MATCH,
    ...words('already-seated no-such-chair chair-taken no-programs no-contact too-long bad-code bad-text'),
  ],
  stand: [...BEFORE_THE_MATCH, 'not-seated'],
  decline: [...BEFORE_THE_MATCH, 'not-invited'],
  seek: [...ANY, 'unknown-game', 'bad-players', 'no-programs'],
  act: [
    ...TABLE,
    ...OWN_SEAT,
    ...words(
      'table-closed too-long not-your-turn unreadable-move illegal-move illegal-peek no-draws no-offer',
      'already-offered no-take-back already-revealed too-late-to-abort no-claim not-absent too-early-to-claim',
      'no-clock not-started paused no-vacation',
    ),
  ],
  prepare: [
    ...TABLE,
    ...OWN_SEAT,
    ...words('not-prepared-here your-turn no-answer answered-otherwise too-many-prepared unreadable-move illegal-move'),
  ],
  unprepare: [...TABLE, 'not-seated', 'no-programs'],
  rematch: [...TABLE, 'not-seated', 'not-over', 'already-offered', 'no-offer', 'too-long'],
  say: [...TABLE, 'bad-text', 'muted'],
} as const satisfies Readonly<Record<ClientCommand['kind'], readonly ErrorName[]>>;

type Kind = ClientCommand['kind'];

export type CommandError<K extends Kind = Kind> = ProtocolError & {
  readonly name: (typeof COMMAND_ERRORS)[K][number];
};
