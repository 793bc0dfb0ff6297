/** Greater than every score. */
export const INFINITE: number = 1 << 24;
/** The score of a win now. A win n plies away scores n less. Scores are whole numbers, so a null window has a width of 1. */
export const WIN: number = 1 << 20;
/** The maximum depth of a search, in plies. */
export const MAX_DEPTH = 100;
/** The maximum number of forcing moves in a row below the depth. */
export const MAX_QUIESCENCE = 12;
export const MAX_PLY: number = MAX_DEPTH + MAX_QUIESCENCE;

/** Whether a score is a forced win or loss rather than an evaluation. */
export const isForced = (score: number): boolean => score > WIN - MAX_PLY - 1 || score < MAX_PLY + 1 - WIN;

/** Forced scores are stored as seen from the stored position, not from the root. */
export const toTable = (score: number, ply: number): number =>
  isForced(score) ? (score > 0 ? score + ply : score - ply) : score;
export const fromTable = (score: number, ply: number): number =>
  isForced(score) ? (score > 0 ? score - ply : score + ply) : score;
