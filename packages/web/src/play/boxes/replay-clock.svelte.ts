/** The time between two moves on any of the boards, in milliseconds. */
const PAUSE = 2500;

/** Which board moves: one after the other, only while they are visible, nothing points at them, and the user likes motion. */
export class ReplayClock {
  #ticks = $state(0);
  readonly #boards: number;
  #isSeen = false;
  #isHeld = false;

  constructor(boards: number) {
    this.#boards = boards;
  }

  stepsOf(board: number): number {
    return Math.floor((this.#ticks + this.#boards - 1 - board) / this.#boards);
  }

  readonly run = (boards: Element): (() => void) => {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const watcher = new IntersectionObserver(([entry]) => (this.#isSeen = entry?.isIntersecting === true));
    watcher.observe(boards);
    for (const event of ['pointerenter', 'focusin']) boards.addEventListener(event, () => (this.#isHeld = true));
    for (const event of ['pointerleave', 'focusout']) boards.addEventListener(event, () => (this.#isHeld = false));
    const timer = setInterval(() => {
      if (this.#isSeen && !this.#isHeld && !still.matches && document.visibilityState === 'visible') this.#ticks++;
    }, PAUSE);
    return () => {
      clearInterval(timer);
      watcher.disconnect();
    };
  };
}
