import { createSubscriber } from 'svelte/reactivity';

/** What is shown in minutes and days changes soon enough. Milliseconds. */
const STEP = 20_000;
/** A header gives whole seconds, and was on its way. Milliseconds. */
const SLACK = 5000;

/** What time it is: by the clock of the server once it has answered, because that of a device can be wrong. */
class Time {
  /** By how much the clock of the server is ahead. Milliseconds. */
  #ahead = 0;
  #update = (): void => undefined;
  readonly #follow = createSubscriber((update) => {
    this.#update = update;
    const timer = setInterval(update, STEP);
    return () => clearInterval(timer);
  });

  /** Milliseconds since 1970. Reactive, in steps. */
  get now(): number {
    this.#follow();
    return Date.now() + this.#ahead;
  }

  /** Takes what the clock of the server shows now. */
  set now(now: number) {
    this.#ahead = now - Date.now();
    this.#update();
  }

  /** Takes the date of an answer of the server; `null` for none. */
  answered(date: string | null): void {
    const now = Date.parse(date ?? '');
    if (Math.abs(now - Date.now() - this.#ahead) > SLACK) this.now = now;
  }
}

export const time = new Time();
