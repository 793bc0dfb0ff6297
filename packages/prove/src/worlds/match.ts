import { canonical, firstDifference, type Leak, timeless } from './compare.ts';
import { SECRET } from './test-server.ts';
import type { SecretPair } from '@tablier/testkit';
import type { World } from './world.ts';

/** What was compared. */
export interface Counts {
  messages: number;
  bytes: number;
  answers: number;
  questions: number;
  logLines: number;
  errors: number;
  undosRefused: number;
}

export const noCounts = (): Counts => ({
  messages: 0,
  bytes: 0,
  answers: 0,
  questions: 0,
  logLines: 0,
  errors: 0,
  undosRefused: 0,
});

/** Both worlds, compared step by step. */
export class Match {
  readonly pair: SecretPair;
  readonly worlds: readonly [World, World];
  readonly leaks: Leak[] = [];
  readonly counts: Counts = noCounts();
  /** Whether somebody who may know was told something else in the other world: else there is nothing to be leaked. */
  differed = false;
  /** Moves of bots since the last comparison. */
  asked = 0;
  /** Whether a bot has done what tells the worlds apart by the rules. */
  told = false;

  constructor(pair: SecretPair, worlds: readonly [World, World]) {
    this.pair = pair;
    this.worlds = worlds;
  }

  /** Does the same in both worlds and waits until all is quiet. */
  async both(act: (world: World) => Promise<void>): Promise<void> {
    await Promise.all(this.worlds.map(act));
  }

  /** Forgets what was heard. */
  async skip(): Promise<void> {
    for (const { ear } of this.worlds.flatMap(({ listeners }) => listeners)) ear.takeHeard();
    await this.#takeQuestions();
  }

  /** Compares what every line was told, and what bots were asked, since the last time. */
  async compare(at: string): Promise<void> {
    const [one, other] = this.worlds;
    for (const [index, { ear, seat }] of one.listeners.entries()) {
      const heard = masked(ear.takeHeard(), one);
      const heardThere = masked(other.listeners[index]?.ear.takeHeard() ?? [], other);
      const channel = `socket of ${ear.name}${seat === null ? '' : ` in seat ${seat}`}`;
      this.#noteSecret(channel, at, heard);
      const difference = firstDifference(canonical(heard), canonical(heardThere));
      if (seat !== null && !this.pair.alike.includes(seat)) {
        this.differed ||= difference !== null;
        continue;
      }
      this.counts.messages += heard.length;
      this.counts.bytes += heard.reduce((bytes, text) => bytes + text.length, 0);
      this.counts.errors += heard.filter((text) => /^\{"kind":"(refused|error|not-watching)"/.test(text)).length;
      this.#note(channel, at, difference);
    }
    const [questions, questionsThere] = await this.#takeQuestions();
    this.counts.questions += questions.length;
    this.#note('questions to bots', at, firstDifference(questions, questionsThere));
  }

  async #takeQuestions(): Promise<readonly [string[], string[]]> {
    if (this.pair.bots.length === 0) return [[], []];
    const [one, other] = this.worlds;
    const { asked } = this;
    this.asked = 0;
    return Promise.all([one.house.takeQuestions(asked), other.house.takeQuestions(asked)]);
  }

  /** Compares answers to requests. */
  compareAnswers(channel: string, at: string, answers: readonly [string, string]): void {
    const [one, other] = answers.map((text, index) => masked([text], this.worlds[index === 0 ? 0 : 1]));
    this.counts.answers++;
    this.#noteSecret(channel, at, one ?? []);
    this.#note(channel, at, firstDifference(one ?? [], other ?? []));
  }

  /** Compares the logs of the game; their lines are written when it suits the server, so their order is not. */
  compareLogs(at: string): void {
    const [one, other] = this.worlds.map((world) => masked(world.house.takeLog(), world).map(timeless).sort());
    this.counts.logLines += one?.length ?? 0;
    this.#noteSecret('log', at, one ?? []);
    this.#note('log', at, firstDifference(one ?? [], other ?? []));
  }

  /** What went wrong otherwise. */
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
