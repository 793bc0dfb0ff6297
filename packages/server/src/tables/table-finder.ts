import { failure, type Result, success } from '@tablier/core';
import type { FaultName } from '../lib/table-fault.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';

/** The errors of `find`, besides `too-many`. */
export const FIND_ERRORS = [
  'unknown-table',
  'unknown-game',
  'unknown-rules',
  'unreadable',
] as const satisfies readonly ('unknown-table' | FaultName)[];

type FindError =
  | { readonly name: 'too-many'; readonly retryMs: number }
  | { readonly name: 'unknown-table' | FaultName; readonly detail?: string };

/**
 * Finds tables for clients. A table that is not in memory is loaded: its game is replayed, and it stays for a minute. So each address may
 * cause so many loads only; tables in memory cost nothing.
 */
export class TableFinder {
  readonly #rooms: Pick<Rooms, 'find' | 'has' | 'faultOf'>;
  /** By address. */
  readonly #loads: RateLimiter;

  constructor(rooms: Pick<Rooms, 'find' | 'has' | 'faultOf'>, loads: RateLimiter) {
    this.#rooms = rooms;
    this.#loads = loads;
  }

  /** Rejects with `StoreUnavailable`. */
  async find(id: string, address: string): Promise<Result<Room, FindError>> {
    const retryMs = this.#rooms.has(id) ? 0 : this.#loads.take(address);
    if (retryMs > 0) return failure({ name: 'too-many', retryMs });
    const room = await this.#rooms.find(id);
    return room === null ? failure(this.#rooms.faultOf(id)) : success(room);
  }
}
