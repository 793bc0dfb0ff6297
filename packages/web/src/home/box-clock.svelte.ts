/** Between two moves on the home page, whichever board they are on. Milliseconds. */
const PAUSE = 2500;

/**
 * Which board of the home page moves: one after the other, and only while the home page is seen, nothing points at it, and nobody asked for less motion.
 */
export class BoxClock {
  /** Moves made so far on all boards together. */
  #ticks = $state(0);
  readonly #boards: number;
  #isSeen = false;
  #isHeld = false;

  constructor(boards: number) {
    this.#boards = boards;
  }

  /** Moves made so far on this board, counted from 0. */
  stepsOf(board: number): number {
    return Math.floor((this.#ticks + this.#boards - 1 - board) / this.#boards);
  }

  /** Stops while something points at the home page or has the focus in it. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  /** Runs while the element is on the page. */
  readonly run = (boxes: Element): (() => void) => {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const watcher = new IntersectionObserver(([entry]) => (this.#isSeen = entry?.isIntersecting === true));
    watcher.observe(boxes);
    const timer = setInterval(() => {
      if (this.#isSeen && !this.#isHeld && !still.matches && document.visibilityState === 'visible') this.#ticks++;
    }, PAUSE);
    return () => {
      clearInterval(timer);
      watcher.disconnect();
    };
  };
}
