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
  readonly #pulse: NodeJS.Timeout;

  constructor(context: ServerContext, deps: EventStreamsDeps) {
    this.#context = context;
    this.#deps = deps;
    this.#held = new Held(context.held.eventStreams);
    this.#pulse = setInterval(() => this.#check(), PULSE).unref();
    context.metrics.gauge('tablier_event_streams_open', 'Open event streams.', () => this.#streams.size);
  }

  /** Opens a stream; `null` if its token or address has too many. */
  open(options: EventStreamOptions): EventStream | null {
    const { held, onRefused, log } = this.#context;
    const release = this.#held.take(options.token ?? options.address);
    if (release === null) {
      onRefused('eventStreams');
      return null;
    }
    const stream = new EventStream(options, { ...this.#deps, log, maxBuffered: MAX_BUFFERED });
    const deadline = setTimeout(() => stream.end(null), held.eventStreamMs).unref();
    this.#streams.add(stream);
    stream.once('close', () => {
      clearTimeout(deadline);
      this.#streams.delete(stream);
      release();
    });
    // The close event that follows is enough.
    stream.on('error', () => undefined);
    return stream;
  }

  /** An account may have changed on any node: the streams of revoked tokens end. */
  async personChanged(person: string): Promise<void> {
    for (const stream of [...this.#streams].filter((each) => each.person === person)) {
      if (stream.token !== null && !(await this.#deps.tokens.isValid(stream.token)))
        stream.end({ name: 'session-ended' });
    }
  }

  /** Ends the streams of a person who was banned. */
  endBanned(person: string): void {
    for (const stream of this.#streams) if (stream.person === person) stream.end({ name: 'banned' });
  }

  close(): void {
    clearInterval(this.#pulse);
    for (const stream of this.#streams) stream.end(null);
  }

  #check(): void {
    for (const stream of this.#streams) stream.check();
  }
}
