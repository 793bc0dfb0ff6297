import { failure, type Result, success } from '@tablier/core';
import type { ProtocolError } from '@tablier/protocol';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';

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

  /** The errors are `too-many`, `unknown-table` and those of a table that cannot be read. Rejects with `StoreUnavailable`. */
  async find(id: string, address: string): Promise<Result<Room, ProtocolError>> {
    const retryMs = this.#rooms.has(id) ? 0 : this.#loads.take(address);
    if (retryMs > 0) return failure({ name: 'too-many', retryMs });
    const room = await this.#rooms.find(id);
    return room === null ? failure(this.#rooms.faultOf(id)) : success(room);
  }
}
