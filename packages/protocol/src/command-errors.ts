import type { ClientCommand } from './client-messages.ts';
import type { ErrorName, ProtocolError } from './errors.ts';

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
