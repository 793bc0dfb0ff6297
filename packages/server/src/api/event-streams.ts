import type { ServerContext } from '../lib/context.ts';
import { Held } from '../lib/rate-limits.ts';
import type { Tokens } from '../accounts/tokens.ts';
import { EventStream, type EventStreamDeps, type EventStreamOptions } from './event-stream.ts';

interface EventStreamsDeps extends Omit<EventStreamDeps, 'log' | 'maxBuffered'> {
  readonly tokens: Pick<Tokens, 'isValid'>;
}

/** How often a stream gets a keep-alive line. Milliseconds. */
const PULSE = 15_000;
/** Bytes that may wait for a client before views are skipped, as for a connection. */
const MAX_BUFFERED = 64 * 1024;

/** All event streams of this server. */
export class EventStreams {
  readonly #context: ServerContext;
  readonly #deps: EventStreamsDeps;
  readonly #streams = new Set<EventStream>();
  readonly #held: Held;
  readonly #ofPerson: Held;
  /** When each token with a stream last made a request. Milliseconds. */
  readonly #heardAt = new Map<string, number>();
  readonly #pulse: NodeJS.Timeout;

  constructor(context: ServerContext, deps: EventStreamsDeps) {
    this.#context = context;
    this.#deps = deps;
    this.#held = new Held(context.held.eventStreams);
    this.#ofPerson = new Held(context.held.socketsPerPerson);
    const pulse = Math.min(PULSE, context.held.streamSilenceMs / 4);
    this.#pulse = setInterval(() => this.#check(), pulse).unref();
    context.metrics.gauge('tablier_event_streams_open', 'Open event streams.', () => this.#streams.size);
  }

  /** Opens a stream; `null` if its token, person or address has too many. */
  open(options: EventStreamOptions): EventStream | null {
    const { held, onRefused, log } = this.#context;
    const release = this.#taken(options);
    if (release === null) {
      onRefused('eventStreams');
      return null;
    }
    const stream = new EventStream(options, { ...this.#deps, log, maxBuffered: MAX_BUFFERED });
    const deadline = setTimeout(() => stream.renew(held.streamLingerMs), held.eventStreamMs).unref();
    this.#streams.add(stream);
    if (stream.token !== null) this.#heardAt.set(stream.token, performance.now());
    stream.once('close', () => {
      clearTimeout(deadline);
      this.#streams.delete(stream);
      release();
    });
    // The close event that follows is enough.
    stream.on('error', () => undefined);
    return stream;
  }

  /** The client with this token has made a request. */
  heard(token: string): void {
    if (this.#heardAt.has(token)) this.#heardAt.set(token, performance.now());
  }

  /** Counts a stream. Returns a function that releases it; `null` if there are too many. */
  #taken({ token, person, address }: EventStreamOptions): (() => void) | null {
    const release = this.#held.take(token ?? address);
    const releasePerson = release === null || person === null ? () => undefined : this.#ofPerson.take(person);
    if (release === null || releasePerson === null) {
      release?.();
      return null;
    }
    return () => {
      release();
      releasePerson();
    };
  }

  /** An account may have changed on any node: the streams of revoked tokens end. */
  async personChanged(person: string): Promise<void> {
    for (const stream of [...this.#streams].filter(({ owner }) => owner === person)) {
      if (stream.token !== null && !(await this.#deps.tokens.isValid(stream.token)))
        stream.end({ name: 'session-ended' });
    }
  }

  /** Ends the streams of a person who was banned. */
  endBanned(person: string): void {
    for (const stream of this.#streams) if (stream.owner === person) stream.end({ name: 'banned' });
  }

  close(): void {
    clearInterval(this.#pulse);
    for (const stream of this.#streams) stream.end(null);
  }

  #check(): void {
    const { streamSilenceMs, streamLingerMs } = this.#context.held;
    const silentSince = performance.now() - streamSilenceMs;
    for (const stream of this.#streams) {
      stream.check();
      // No one acknowledges the lines to a client that has disappeared, which is noticed only after minutes. So it must show itself.
      const { person, token } = stream;
      const isSilent = person !== null && token !== null && (this.#heardAt.get(token) ?? 0) <= silentSince;
      if (isSilent) stream.renew(streamLingerMs);
    }
    const used = new Set([...this.#streams].map(({ token }) => token));
    for (const token of this.#heardAt.keys()) if (!used.has(token)) this.#heardAt.delete(token);
  }
}
