/** Estimates the server's clock from its answers to pings and to the greeting. */
export class ServerClock {
  /** A monotonic clock. Milliseconds. */
  readonly #now: () => number;
  /** When the unanswered message was sent; `null` for none. */
  #requestedAt: number | null = null;
  #offset = 0;
  #bestRoundTrip = Number.POSITIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a message waits for its answer. */
  get isWaiting(): boolean {
    return this.#requestedAt !== null;
  }

  /** The server's clock. Milliseconds since 1970. */
  now(): number {
    return this.#now() + this.#offset;
  }

  /** A message that the server answers with its clock is sent now. */
  requestSent(): void {
    this.#requestedAt = this.#now();
  }

  /** The answer arrived. That with the shortest round trip gives the best estimate. */
  answered(serverNow: number): void {
    const now = this.#now();
    const roundTrip = now - (this.#requestedAt ?? now);
    this.#requestedAt = null;
    if (roundTrip > this.#bestRoundTrip) return;
    this.#bestRoundTrip = roundTrip;
    this.#offset = serverNow + roundTrip / 2 - now;
  }
}
