/** A log that does not fit its match: a bug or a damaged store, never a player's doing. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
}
