import type { AnswerOf, Operations } from '@tablier/protocol/operations';
import { time } from '../time.svelte.ts';

export type LobbyList = AnswerOf<Operations['GET /api/lobby']>;

interface LobbyReaderOptions {
  /** Called with each list, and with `null` if the server cannot be reached. */
  readonly onRead: (list: LobbyList | null) => void;
  /** Whether nothing has to be read at the moment: no one sees the page, or a connection brings the same. */
  readonly isNeedless: () => boolean;
}

const PATH = '/api/lobby';
/** How long to wait if the server does not say. Milliseconds. */
const WAIT = 5000;
/** The share by which a wait is longer, at most, so that the pages do not ask together. */
const SPREAD = 0.2;
const TIMEOUT = 10_000;

/** The lobby for pages that only look: read again and again, as often as the server lets all of them. */
export class LobbyReader {
  readonly #options: LobbyReaderOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented with each start and stop, so that an outdated answer is discarded. */
  #turn = 0;
  #least = 0;

  constructor(options: LobbyReaderOptions) {
    this.#options = options;
  }

  /** `least`: the shortest time between two requests. Milliseconds. */
  start(least: number): void {
    this.#least = least;
    window.addEventListener('visibilitychange', this.#now);
    window.addEventListener('online', this.#now);
    this.#now();
  }

  stop(): void {
    window.removeEventListener('visibilitychange', this.#now);
    window.removeEventListener('online', this.#now);
    clearTimeout(this.#timer);
    this.#turn++;
  }

  readonly #now = (): void => {
    clearTimeout(this.#timer);
    void this.#read(++this.#turn);
  };

  async #read(turn: number): Promise<void> {
    const isNeedless = this.#options.isNeedless();
    const { list, wait } = isNeedless ? NOT_READ : await ask();
    if (turn !== this.#turn) return;
    if (!isNeedless) this.#options.onRead(list);
    this.#timer = setTimeout(this.#now, Math.max(this.#least, wait) * (1 + SPREAD * Math.random()));
  }
}

const NOT_READ = { list: null, wait: WAIT };

/** Without cookies, so that caches in between have one answer for everyone. */
async function ask(): Promise<{ readonly list: LobbyList | null; readonly wait: number }> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    const response = await fetch(PATH, { credentials: 'omit', cache: 'no-cache', signal });
    const { ok, headers } = response;
    time.answered(headers.get('date'));
    const seconds = Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0);
    const list = ok ? ((await response.json()) as LobbyList) : null;
    return { list, wait: seconds > 0 ? 1000 * seconds : WAIT };
  } catch {
    return NOT_READ;
  }
}
