import { StoreUnavailable } from '@tablier/store';

/**
 * Something is not possible now and may be possible shortly, for example because the database does not answer. Never
 * thrown for a bug.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Whether an error only means that something is not possible now. Any other error is a bug. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof StoreUnavailable;
