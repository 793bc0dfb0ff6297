import { setTimeout as sleep } from 'node:timers/promises';
import { type Rng, SeededRng } from '@tablier/core';
import { ApiClient, type ApiStream, newMember, newToken } from '@tablier/testkit/online';

/** How long a program waits before it connects again. Milliseconds. */
const AGAIN_MS = 150;
/** The longest that it thinks about a move. Milliseconds. */
const THINKS_MS = 25;

/** The view of a table in the API for someone who sits there. */
interface SeenTable {
  readonly phase: string;
  readonly version: number;
  readonly legal?: readonly string[];
}

/** A program that plays random legal moves at all its tables, over the documented API. If the server is killed, requests are repeated. */
export class RandomBot {
  readonly name: string;
  readonly #url: () => string;
  readonly #token: string;
  readonly #rng: Rng;
  readonly #playing = new Set<string>();
  /** By table: the newest version that the stream has shown. */
  readonly #newest = new Map<string, number>();
  #stream: ApiStream | null = null;
  #isDone = false;

  private constructor(name: string, { url, token }: { readonly url: () => string; readonly token: string }) {
    this.name = name;
    this.#url = url;
    this.#token = token;
    this.#rng = new SeededRng(name);
  }

  /** A new account with a token of the scope `bot`. */
  static async enlist(url: () => string, name: string): Promise<RandomBot> {
    const { secret } = await newToken(url(), await newMember(url(), name), ['read', 'bot']);
    return new RandomBot(name, { url, token: secret });
  }

  get client(): ApiClient {
    return new ApiClient(this.#url(), this.#token);
  }

  /** Repeats a request until a server answers without a server error. */
  async post(path: string, body: unknown): Promise<{ readonly status: number; readonly text: string }> {
    for (;;) {
      const answer = await this.client.post(path, body).catch(() => null);
      if (answer !== null && answer.status < 500) return answer;
      await sleep(AGAIN_MS);
    }
  }

  /** Plays until `stop`. */
  async play(): Promise<void> {
    while (!this.#isDone) {
      await this.#follow().catch(() => undefined);
      await sleep(AGAIN_MS);
    }
  }

  stop(): void {
    this.#isDone = true;
    this.#stream?.close();
  }

  /** Follows the own tables until the stream ends. */
  async #follow(): Promise<void> {
    const stream = await this.client.stream('/events');
    this.#stream = stream;
    for (let event = await stream.next(); event !== null && !this.#isDone; event = await stream.next()) {
      if (event.event !== 'table') continue;
      const { table } = JSON.parse(event.data) as {
        readonly table: Pick<SeenTable, 'version'> & { readonly id: string };
      };
      void this.#turn(table.id, table.version);
    }
    stream.close();
  }

  /** Moves as long as it is the own turn at a table. `version`: what the stream has shown; another node may be behind it. */
  async #turn(table: string, version: number): Promise<void> {
    this.#newest.set(table, Math.max(version, this.#newest.get(table) ?? 0));
    if (this.#playing.has(table)) return;
    this.#playing.add(table);
    let seen = -1;
    let isMoving = true;
    while (!this.#isDone && (isMoving || seen < (this.#newest.get(table) ?? 0))) {
      const step = await this.#step(table).catch(() => null);
      isMoving = step?.isMoving ?? true;
      seen = step?.version ?? -1;
      // The node was killed, or has not read the newest events yet.
      if (step === null || !isMoving) await sleep(step === null ? AGAIN_MS : THINKS_MS);
    }
    this.#playing.delete(table);
  }

  /** Moves if it is the own turn. Returns what was seen of the table before that, and whether there may be more to do at once. */
  async #step(table: string): Promise<{ readonly version: number; readonly isMoving: boolean }> {
    const { json } = await this.client.get(`/tables/${table}`);
    const { phase, version, legal = [] } = json as SeenTable;
    const move = legal[this.#rng.below(Math.max(1, legal.length))];
    if (phase !== 'playing' || move === undefined || this.#isDone) return { version, isMoving: false };
    await sleep(this.#rng.below(THINKS_MS));
    const action = { kind: 'move', move };
    const answer = await this.client.post(`/tables/${table}/actions`, { id: `${this.name}-${version}`, action });
    return { version, isMoving: answer.status === 200 };
  }
}
