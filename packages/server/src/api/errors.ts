import type { ProtocolError } from '@tablier/protocol';
import type { FastifyReply } from 'fastify';
import { type ApiError, refuse } from '../http/errors.ts';

/** An error of the API: those of HTTP, and those of commands and tables. */
export type OperationError = ApiError | ProtocolError;

/** The names of the errors of operations, by HTTP status. All others would be 409 and are of no operation. */
export const ERRORS_BY_STATUS = {
  400: ['bad-request', 'bad-json'],
  401: ['no-token', 'bad-token', 'no-session'],
  403: [
    'wrong-scope',
    'banned',
    'muted',
    'no-programs',
    'not-seated',
    'not-invited',
    'foreign-origin',
    'no-account',
    'not-organiser',
    'entrant-removed',
    'no-contact',
    'confirm-first',
  ],
  404: ['not-found', 'unknown-table', 'unknown-person', 'unknown-player', 'unknown-game', 'no-such-chair'],
  405: ['wrong-method'],
  409: [
    'already-offered',
    'already-revealed',
    'already-seated',
    'answered-otherwise',
    'chair-taken',
    'id-used',
    'match-over',
    'no-claim',
    'no-clock',
    'no-draws',
    'no-offer',
    'no-take-back',
    'no-vacation',
    'not-absent',
    'not-begun',
    'not-entered',
    'not-over',
    'not-prepared-here',
    'not-started',
    'not-your-turn',
    'paused',
    'position-changed',
    'relations-full',
    'table-begun',
    'table-closed',
    'too-early-to-claim',
    'too-few-entrants',
    'too-late-to-abort',
    'too-long',
    'too-many-games',
    'too-many-invitations',
    'too-many-prepared',
    'too-many-tokens',
    'too-many-tournaments',
    'tournament-closed',
    'tournament-full',
    'unknown-rules',
    'unreadable',
    'your-turn',
    'yourself',
  ],
  413: ['too-large'],
  415: ['unsupported-media-type'],
  421: ['unknown-host'],
  422: [
    'bad-text',
    'bad-tournament',
    'bad-report',
    'bad-seats',
    'bad-players',
    'bad-deal',
    'bad-token-terms',
    'unknown-option',
    'bad-option-value',
    'unknown-clock',
    'unknown-clock-field',
    'bad-clock-value',
    'cannot-be-rated',
    'deal-not-allowed',
    'unreadable-move',
    'illegal-move',
    'illegal-peek',
    'no-answer',
  ],
  // Each says when to try again. A limit that no time lifts is 409.
  429: ['too-many', 'reports-full', 'too-many-connections'],
  500: ['internal'],
  503: ['unavailable'],
} as const satisfies Readonly<Record<number, readonly OperationError['name'][]>>;

/** The name of an error that an operation may declare. */
export type OperationErrorName = (typeof ERRORS_BY_STATUS)[keyof typeof ERRORS_BY_STATUS][number];

const STATUS_BY_NAME = new Map<string, number>(
  Object.entries(ERRORS_BY_STATUS).flatMap(([status, names]) => names.map((name) => [name, Number(status)] as const)),
);

export const OPERATION_ERROR_NAMES = [...STATUS_BY_NAME.keys()] as readonly OperationErrorName[];

/** The HTTP status of an error. */
export const statusOf = (name: OperationError['name']): number => STATUS_BY_NAME.get(name) ?? 409;

/** Answers with an error, with the status of its name. */
export function refused(reply: FastifyReply, error: OperationError): FastifyReply {
  return refuse(reply, statusOf(error.name), error as ApiError);
}

/** Input that does not match the schema of an operation. `detail` is the path of the first fault. */
export class BadInput extends Error {
  readonly detail: string;

  constructor(detail: string) {
    super('bad-request');
    this.detail = detail;
  }
}
