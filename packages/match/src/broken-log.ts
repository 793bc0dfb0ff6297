/** A log that does not fit its match: a bug or a damaged store, never caused by a player. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
}
