import { type Rng, SeededRng } from '@tablier/core';
import { PROTOCOL_VERSION } from '@tablier/protocol';
import { abuseWire } from './wire.ts';
import { FuzzConnection, type FuzzConnectionSettings } from './fuzz-connection.ts';
import { abuseHttp } from './http.ts';
import { oversizedMessage, malformed, randomBytes } from './malformed.ts';
import { pick, sampleMessage, type Words } from './sampler.ts';

interface FuzzSettings extends Omit<FuzzConnectionSettings, 'cookie' | 'from'> {
  /** The sessions of attackers; one of them is anonymous. */
  readonly cookies: readonly string[];
  readonly words: Words;
  /** The number of messages, with requests over HTTP and raw TCP. */
  readonly messages: number;
  /** Connections that are open at the same time. */
  readonly connections: number;
  readonly seed: string;
  /** Whether the server has ended: then the fuzzer stops. */
  readonly hasEnded: () => boolean;
}

/** How many messages are sent before answers are awaited; with limits, more than they allow at once. */
const BATCH = { open: 40, limited: 150 };
/** One batch in this many is sent over HTTP or raw TCP. */
const BARE_IN = 60;
/** The most tables to open: every client may open tables, and they only cost disk space. */
const MAX_OPENED = 400;

/** Sends valid, malformed and random data over many connections at a time, and counts the answers. */
export class Fuzzer {
  readonly #settings: FuzzSettings;
  #opened = 0;

  constructor(settings: FuzzSettings) {
    this.#settings = settings;
  }

  async run(onSent: (sent: number) => void): Promise<void> {
    const { connections, tally, seed } = this.#settings;
    const progress = setInterval(() => onSent(tally.sent), 10_000);
    await Promise.all(
      Array.from({ length: connections }, (_, worker) => this.#work(new SeededRng(`${seed} ${worker}`))),
    );
    clearInterval(progress);
  }

  async #work(rng: Rng): Promise<void> {
    const { tally, messages, hasEnded } = this.#settings;
    while (tally.sent < messages && !hasEnded()) {
      if (rng.below(BARE_IN) === 0) await this.#bare(rng);
      else await this.#oneConnection(rng);
    }
  }

  async #bare(rng: Rng): Promise<void> {
    for (let each = 0; each < BATCH.open / 4; each++) {
      if (rng.below(2) === 0) await abuseHttp({ ...this.#settings, ...this.#anyAttacker(rng) }, rng);
      else await abuseWire(this.#settings, rng);
    }
  }

  /** One of the sessions, from one of many loopback addresses. */
  #anyAttacker(rng: Rng): { readonly cookie: string; readonly from: string } {
    const from = `127.0.${1 + rng.below(250)}.${1 + rng.below(250)}`;
    return { cookie: pick(this.#settings.cookies, rng), from };
  }

  /** One connection, until the server closes it or a few batches were sent. */
  async #oneConnection(rng: Rng): Promise<void> {
    const { tally, messages, isLimited } = this.#settings;
    const batch = isLimited ? BATCH.limited : BATCH.open;
    const connection = await FuzzConnection.open({ ...this.#settings, ...this.#anyAttacker(rng) });
    if (connection === null) return;
    if (rng.below(12) > 0) connection.send(JSON.stringify({ kind: 'hello', version: PROTOCOL_VERSION }));
    for (let batches = 1 + rng.below(6); batches > 0 && connection.isOpen && tally.sent < messages; batches--) {
      // The share of malformed messages in a batch. Faults close a connection, so some batches have none.
      const share = pick(isLimited ? [0, 0, 0, 20] : [0, 0, 15, 60, 100], rng);
      for (let sent = 0; sent < batch && connection.isOpen; sent++) this.#one(connection, share, rng);
      await connection.settle();
    }
    connection.leave();
  }

  #one(connection: FuzzConnection, share: number, rng: Rng): void {
    const { words } = this.#settings;
    const message = this.#sample(rng);
    if (rng.below(100) >= share) return connection.send(JSON.stringify(message));
    const how = rng.below(200);
    if (how === 0) return connection.send(oversizedMessage(rng));
    if (how < 8) return connection.sendBytes(randomBytes(rng));
    if (how < 16) return connection.sendInPieces(malformed(sampleMessage(words, rng), rng));
    connection.send(malformed(message, rng));
  }

  /** A valid message; few of them open a table. */
  #sample(rng: Rng): unknown {
    for (;;) {
      const message = sampleMessage(this.#settings.words, rng);
      const opens = JSON.stringify(message).includes('"open","terms"');
      if (!opens || this.#opened++ < MAX_OPENED) return message;
    }
  }
}
