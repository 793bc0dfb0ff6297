import type { NodeHealth } from '../cluster/node.ts';

/** A database without a write for this long is not ready. The node writes its heartbeat every second. Milliseconds. */
const LATEST = 5000;

interface ReadinessDeps {
  readonly health: () => NodeHealth;
  readonly now: () => number;
}

/** Whether a load balancer may send clients to this server. */
export class Readiness {
  readonly #deps: ReadinessDeps;
  #isClosing = false;

  constructor(deps: ReadinessDeps) {
    this.#deps = deps;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  closing(): void {
    this.#isClosing = true;
  }

  /** The reason why not; `null` if it is ready. */
  fault(): 'closing' | 'database' | null {
    if (this.#isClosing) return 'closing';
    const silence = this.#deps.now() - this.#deps.health().lastWriteAt;
    return silence < LATEST ? null : 'database';
  }
}
