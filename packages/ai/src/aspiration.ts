import { INFINITE } from './scores.ts';

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
