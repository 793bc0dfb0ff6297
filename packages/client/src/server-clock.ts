/** The age at which the best estimate gives way to the next one: clocks run apart. Milliseconds. */
const MAX_AGE = 120_000;

/**
 * Estimates the server's clock from its answers to pings and to the greeting. The clock of the device may have stood still in between,
 * as that of most browsers does while a laptop sleeps.
 */
export class ServerClock {
  /** A monotonic clock. Milliseconds. */
  readonly #now: () => number;
  /** When the unanswered message was sent; `null` for none. */
  #requestedAt: number | null = null;
  #offset = 0;
  #bestRoundTrip = Number.POSITIVE_INFINITY;
  #estimatedAt = 0;
  /** Whether the device may have slept since the unanswered message was sent, so that its round trip is not known. */
  #isDoubtful = false;

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
    this.#isDoubtful = false;
  }

  /** The next answer counts, however long its round trip: the device may have slept. */
  forget(): void {
    this.#bestRoundTrip = Number.POSITIVE_INFINITY;
    this.#isDoubtful = this.isWaiting;
  }

  /**
   * The answer arrived. That with the shortest round trip gives the best estimate, unless it is old or outside of what the newest
   * answer allows: the server read its clock between the request and now.
   */
  answered(serverNow: number): void {
    const now = this.#now();
    const requestedAt = this.#requestedAt ?? now;
    const roundTrip = now - requestedAt;
    const isPossible = this.#offset >= serverNow - now && this.#offset <= serverNow - requestedAt;
    const isOld = now - this.#estimatedAt > MAX_AGE;
    this.#requestedAt = null;
    if (roundTrip > this.#bestRoundTrip && isPossible && !isOld) return;
    this.#bestRoundTrip = this.#isDoubtful ? Number.POSITIVE_INFINITY : roundTrip;
    this.#isDoubtful = false;
    this.#estimatedAt = now;
    this.#offset = serverNow + roundTrip / 2 - now;
  }
}
