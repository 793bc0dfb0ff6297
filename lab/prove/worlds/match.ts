import { canonical, firstDifference, type Leak, timeless } from './compare.ts';
import { SECRET } from './test-server.ts';
import type { SecretPair } from '@tablier/testkit';
import type { World } from './world.ts';

/** What was compared. */
export interface Counts {
  messages: number;
  bytes: number;
  answers: number;
  botRequests: number;
  logLines: number;
  errors: number;
  takeBacksRefused: number;
}

export const noCounts = (): Counts => ({
  messages: 0,
  bytes: 0,
  answers: 0,
  botRequests: 0,
  logLines: 0,
  errors: 0,
  takeBacksRefused: 0,
});

/** Both worlds, compared step by step. */
export class Match {
  readonly pair: SecretPair;
  readonly worlds: readonly [World, World];
  readonly leaks: Leak[] = [];
  readonly counts: Counts = noCounts();
  /** Whether a player who may know the secret was sent something else in the other world. If not, nothing could leak. */
  differed = false;
  /** Moves of bots since the last comparison. */
  asked = 0;
  /** Whether a bot has made a move that lets the worlds differ by the rules. */
  differsByRules = false;

  constructor(pair: SecretPair, worlds: readonly [World, World]) {
    this.pair = pair;
    this.worlds = worlds;
  }

  /** Does the same in both worlds. */
  async both(act: (world: World) => Promise<void>): Promise<void> {
    await Promise.all(this.worlds.map(act));
  }

  /** Drops what was received. */
  async skip(): Promise<void> {
    for (const { client } of this.worlds.flatMap(({ listeners }) => listeners)) client.takeReceived();
    await this.#takeRequests();
  }

  /** Compares what every client received, and what bots were asked, since the last call. */
  async compare(at: string): Promise<void> {
    const [one, other] = this.worlds;
    for (const [index, { client, seat }] of one.listeners.entries()) {
      const received = masked(client.takeReceived(), one);
      const receivedThere = masked(other.listeners[index]?.client.takeReceived() ?? [], other);
      const channel = `socket of ${client.name}${seat === null ? '' : ` in seat ${seat}`}`;
      this.#noteSecret(channel, at, received);
      const difference = firstDifference(canonical(received), canonical(receivedThere));
      if (seat !== null && !this.pair.alike.includes(seat)) {
        this.differed ||= difference !== null;
        continue;
      }
      this.counts.messages += received.length;
      this.counts.bytes += received.reduce((bytes, text) => bytes + text.length, 0);
      this.counts.errors += received.filter((text) => /^\{"kind":"(refused|error|not-watching)"/.test(text)).length;
      this.#note(channel, at, difference);
    }
    const [requests, requestsThere] = await this.#takeRequests();
    this.counts.botRequests += requests.length;
    this.#note('questions to bots', at, firstDifference(requests, requestsThere));
  }

  async #takeRequests(): Promise<readonly [string[], string[]]> {
    if (this.pair.bots.length === 0) return [[], []];
    const [one, other] = this.worlds;
    const { asked } = this;
    this.asked = 0;
    return Promise.all([one.server.takeRequests(asked), other.server.takeRequests(asked)]);
  }

  /** Compares the answers to an HTTP request. */
  compareAnswers(channel: string, at: string, answers: readonly [string, string]): void {
    const [one, other] = answers.map((text, index) => masked([text], this.worlds[index === 0 ? 0 : 1]));
    this.counts.answers++;
    this.#noteSecret(channel, at, one ?? []);
    this.#note(channel, at, firstDifference(one ?? [], other ?? []));
  }

  /** Compares the logs of the game, without the order of their lines, which depends on time. */
  compareLogs(at: string): void {
    const [one, other] = this.worlds.map((world) => masked(world.server.takeLog(), world).map(timeless).sort());
    this.counts.logLines += one?.length ?? 0;
    this.#noteSecret('log', at, one ?? []);
    this.#note('log', at, firstDifference(one ?? [], other ?? []));
  }

  /** Adds another leak. */
  note(leak: Leak): void {
    this.leaks.push(leak);
  }

  #note(channel: string, at: string, texts: string | null): void {
    if (texts !== null) this.leaks.push({ channel, at, texts });
  }

  #noteSecret(channel: string, at: string, texts: readonly string[]): void {
    const found = texts.find((text) => text.includes(SECRET));
    if (found !== undefined) this.note({ channel, at, texts: `the nonce: ${found.slice(0, 100)}` });
  }
}

const masked = (texts: readonly string[], { hash }: World): string[] =>
  hash === null ? [...texts] : texts.map((text) => text.replaceAll(hash, '#'));
