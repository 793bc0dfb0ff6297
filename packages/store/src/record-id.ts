import { createHash } from 'node:crypto';
import { canonicalJson, type GameRecord } from '@tablier/core';

/**
 * The id of a kept game: 128 bits of SHA-256 over its canonical JSON, as 22 characters that need no escaping in an address.
 * Equal records have equal ids, so that sending one twice does no harm; without the record an id cannot be guessed.
 */
export function recordId(record: GameRecord): string {
  return createHash('sha256').update(canonicalJson(record)).digest().subarray(0, 16).toString('base64url');
}
