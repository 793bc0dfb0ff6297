import type { ProtocolError } from '@tablier/protocol';
import { statusOf } from '@tablier/protocol/operations';
import type { FastifyReply } from 'fastify';
import { type ApiError, refuse } from '../http/errors.ts';

/** An error of an operation: those of HTTP, and those of commands and tables. */
export type OperationError = ApiError | ProtocolError;

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
