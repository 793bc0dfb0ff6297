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

/** The first margin around the score of the previous depth, and the least depth for it. */
const ASPIRATION = 24;
const ASPIRATION_DEPTH = 4;
/** From this margin on, a failed side of the window is opened completely. */
const WIDEST = 2000;

/** The window of the root: narrow around the score that is expected, and widened on the side that fails. */
export class AspirationWindow {
  low: number = -INFINITE;
  high: number = INFINITE;
  private margin = ASPIRATION;

  /** Begins a depth. `expected`: the score of the previous depth; `null` for a window without limits. */
  open(depth: number, expected: number | null): void {
    const isNarrow = expected !== null && depth >= ASPIRATION_DEPTH;
    this.margin = ASPIRATION;
    this.low = isNarrow ? expected - ASPIRATION : -INFINITE;
    this.high = isNarrow ? expected + ASPIRATION : INFINITE;
  }

  /** Widens the window if `score` is not inside. Returns whether it was inside. */
  holds(score: number): boolean {
    if (score > this.low && score < this.high) return true;
    this.margin *= 4;
    if (score <= this.low) this.low = this.margin > WIDEST ? -INFINITE : score - this.margin;
    else this.high = this.margin > WIDEST ? INFINITE : score + this.margin;
    return false;
  }
}
