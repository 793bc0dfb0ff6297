import { NoResultError } from 'kysely';
import { isOutage } from './database-errors.ts';
import { reasonOf, StoreFault, StoreUnavailable } from './store.ts';

/** An error of a database as one of the store: `StoreUnavailable` for an outage, otherwise `StoreFault`. */
export function storeErrorOf(error: unknown): StoreUnavailable | StoreFault {
  if (error instanceof StoreUnavailable || error instanceof StoreFault) return error;
  const isFault = error instanceof NoResultError || !isOutage(error);
  const Kind = isFault ? StoreFault : StoreUnavailable;
  return new Kind(reasonOf(error), { cause: error });
}
