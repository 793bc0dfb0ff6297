import { StoreUnavailable } from '@tablier/store';

/** Something cannot be done now and may be possible a little later, as when the database does not answer. Never thrown for a bug. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Whether an error says only that something cannot be done now. Any other error is a bug. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof StoreUnavailable;
