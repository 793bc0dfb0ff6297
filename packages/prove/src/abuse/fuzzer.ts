import { type Rng, SeededRng } from '@tablier/core';
import { PROTOCOL_VERSION } from '@tablier/protocol';
import { abuseWire } from './wire.ts';
import { FuzzLine, type LineSettings } from './fuzz-connection.ts';
import { abuseHttp } from './http.ts';
import { giant, mutated, someBytes } from './malformed.ts';
import { pick, sampleMessage, type Words } from './sampler.ts';

export interface FuzzSettings extends Omit<LineSettings, 'cookie' | 'from'> {
  /** Several accounts of people who mean no good; nobody known is one of them. */
  readonly cookies: readonly string[];
  readonly words: Words;
  /** Messages in all, those of HTTP and of the bare wire counted with them. */
  readonly messages: number;
  /** Lines that are open at the same time. */
  readonly lines: number;
  readonly seed: string;
  /** Whether the server has ended: then nothing is left to be sent to. */
  readonly isOver: () => boolean;
}

/** So many messages go out before the answers are waited for; more than the limits of everyday allow at once where they hold. */
const BATCH = { open: 40, limited: 150 };
/** One batch in so many is HTTP or something on the bare wire. */
const BARE_IN = 60;
/** So many tables at most: opening one is allowed to everybody, and does no harm but on the disk. */
const MOST_OPENED = 400;

/** Sends everything that people who mean no good can think of, over many lines at a time, and counts the answers. */
export class Fuzzer {
  readonly #settings: FuzzSettings;
  #opened = 0;

  constructor(settings: FuzzSettings) {
    this.#settings = settings;
  }

  async run(say: (sent: number) => void): Promise<void> {
    const { lines, tally, seed } = this.#settings;
    const progress = setInterval(() => say(tally.sent), 10_000);
    await Promise.all(Array.from({ length: lines }, (_, worker) => this.#work(new SeededRng(`${seed} ${worker}`))));
    clearInterval(progress);
  }

  async #work(rng: Rng): Promise<void> {
    const { tally, messages, isOver } = this.#settings;
    while (tally.sent < messages && !isOver()) {
      if (rng.below(BARE_IN) === 0) await this.#bare(rng);
      else await this.#oneLine(rng);
    }
  }

  async #bare(rng: Rng): Promise<void> {
    for (let each = 0; each < BATCH.open / 4; each++) {
      if (rng.below(2) === 0) await abuseHttp({ ...this.#settings, ...this.#somebody(rng) }, rng);
      else await abuseWire(this.#settings, rng);
    }
  }

  /** One of the accounts, at one of many addresses: a whole network of them leads back to this machine. */
  #somebody(rng: Rng): { readonly cookie: string; readonly from: string } {
    const from = `127.0.${1 + rng.below(250)}.${1 + rng.below(250)}`;
    return { cookie: pick(this.#settings.cookies, rng), from };
  }

  /** One line from beginning to end: it ends when the server has had enough of it, or soon. */
  async #oneLine(rng: Rng): Promise<void> {
    const { tally, messages, isLimited } = this.#settings;
    const batch = isLimited ? BATCH.limited : BATCH.open;
    const line = await FuzzLine.open({ ...this.#settings, ...this.#somebody(rng) });
    if (line === null) return;
    if (rng.below(12) > 0) line.send(JSON.stringify({ kind: 'hello', version: PROTOCOL_VERSION }));
    for (let batches = 1 + rng.below(6); batches > 0 && line.isOpen && tally.sent < messages; batches--) {
      // How much of a batch is malformed: faults end a line, so some batches have none.
      const malformed = pick(isLimited ? [0, 0, 0, 20] : [0, 0, 15, 60, 100], rng);
      for (let sent = 0; sent < batch && line.isOpen; sent++) this.#one(line, malformed, rng);
      await line.settle();
    }
    line.leave();
  }

  #one(line: FuzzLine, malformed: number, rng: Rng): void {
    const { words } = this.#settings;
    const message = this.#sample(rng);
    if (rng.below(100) >= malformed) return line.send(JSON.stringify(message));
    const how = rng.below(200);
    if (how === 0) return line.send(giant(rng));
    if (how < 8) return line.sendBytes(someBytes(rng));
    if (how < 16) return line.sendInPieces(mutated(sampleMessage(words, rng), rng));
    line.send(mutated(message, rng));
  }

  /** A valid message; tables that really open are few. */
  #sample(rng: Rng): unknown {
    for (;;) {
      const message = sampleMessage(this.#settings.words, rng);
      const opens = JSON.stringify(message).includes('"open","terms"');
      if (!opens || this.#opened++ < MOST_OPENED) return message;
    }
  }
}
