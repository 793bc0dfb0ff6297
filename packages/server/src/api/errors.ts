import type { ProtocolError } from '@tablier/protocol';
import type { FastifyReply } from 'fastify';
import { type ApiError, refuse, refuseForNow } from '../http/errors.ts';

/** An error of the API: those of HTTP, and those of commands and tables. */
export type OperationError = ApiError | ProtocolError;

type ErrorName = OperationError['name'];

/** The names of errors by HTTP status. Any other is 409: the state of the table or the account does not allow it. */
const STATUSES: readonly (readonly [status: number, names: readonly ErrorName[]])[] = [
  [400, ['bad-request', 'bad-limit']],
  [401, ['no-token', 'bad-token']],
  [
    403,
    [
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
    ],
  ],
  [404, ['not-found', 'unknown-table', 'unknown-person', 'unknown-player', 'unknown-game', 'no-such-chair']],
  [413, ['too-large']],
  [415, ['unsupported-media-type']],
  [
    422,
    [
      'bad-json',
      'bad-text',
      'bad-tournament',
      'bad-report',
      'bad-seats',
      'bad-players',
      'bad-deal',
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
  ],
  [429, ['too-many', 'reports-full', 'too-many-connections', 'too-many-games', 'too-many-invitations']],
  [500, ['internal']],
  [503, ['unavailable', 'not-ready']],
];

const STATUS_BY_NAME = new Map(STATUSES.flatMap(([status, names]) => names.map((name) => [name, status] as const)));

/** The HTTP status of an error. */
export const statusOf = (name: OperationError['name']): number => STATUS_BY_NAME.get(name) ?? 409;

/** Answers with an error, and says when to try again if that is known. */
export function refused(reply: FastifyReply, error: OperationError): FastifyReply {
  const status = statusOf(error.name);
  const { retryMs, ...rest } = error as ApiError;
  return retryMs === undefined ? refuse(reply, status, rest) : refuseForNow(reply, status, { ...rest, retryMs });
}

/** Input that does not match the schema of an operation. `detail` is the path of the first fault. */
export class BadInput extends Error {
  readonly detail: string;

  constructor(detail: string) {
    super('bad-request');
    this.detail = detail;
  }
}
