import { createHash } from 'node:crypto';
import { canonicalJson, type GameRecord } from '@tablier/core';

/**
 * The id of an archived game: 128 bits of the SHA-256 of its canonical JSON, as 22 characters that need no escaping in a URL.
 * Equal records have equal ids, so a resend is harmless. Without the record the id cannot be guessed.
 */
export function recordId(record: GameRecord): string {
  return createHash('sha256').update(canonicalJson(record)).digest().subarray(0, 16).toString('base64url');
}
