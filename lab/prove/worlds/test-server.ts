import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rng } from '@tablier/core';
import { type Route, type RunningServer, startServer, UNLIMITED } from '@tablier/server';
import { newGuest, newToken, setPassword } from '@tablier/testkit/online';
import type { NewDatabase } from '../lib/databases.ts';
import { RecordingClient, Stuck, TIMEOUT_MS } from './recording-client.ts';

/** The value of every secret, so that equal requests get equal answers from bots. It also commits to the deal, and must not be sent before the end. */
export const SECRET = 'c0ffee'.padEnd(64, '5');

/** No real key: nothing is sent. */
const PUSH_KEY = 'push'.padEnd(64, '5');

export const PLAYERS = ['Ada', 'Grace', 'Alan', 'Edsger'] as const;

/** The most accounts of a server. */
const MAX_ACCOUNTS = 3;
/** How often people are counted: often, because a visit of all routes waits for it. Milliseconds. */
const COUNTED_EVERY = 20;
/** Draws everything that it is given, so data that it must not get would be visible. */
const PICTURE_PROGRAM = `export const draw = async (request) =>
  ['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><desc>' + JSON.stringify(request) + '</desc></svg>'];
`;

/** Logs and files are written a moment later. Rejects with `Stuck` if that takes too long. */
async function eventually(isSo: () => boolean, what: string): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  while (!isSo()) {
    if (performance.now() > until) throw new Stuck(`${what} never came`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** A user with a name, and their client. */
export interface Person {
  cookie: string;
  readonly client: RecordingClient;
}

/**
 * The server of one world: a real one with its own database, a known spectator (Eve) and an anonymous one. Players are new for each
 * game, because messages about their other games would depend on those.
 * Its clock stands still during a game, and the pair that is played decides what chance draws.
 */
export class TestServer {
  readonly routes: readonly Route[];
  readonly eve: Person;
  readonly anonymous: RecordingClient;
  readonly #server: RunningServer;
  readonly #folder: string;
  readonly #world: WorldTime;
  #accounts = 0;

  private constructor(
    deps: Pick<TestServer, 'routes' | 'eve' | 'anonymous'> & {
      readonly server: RunningServer;
      readonly folder: string;
      readonly world: WorldTime;
    },
  ) {
    this.routes = deps.routes;
    this.eve = deps.eve;
    this.anonymous = deps.anonymous;
    this.#server = deps.server;
    this.#folder = deps.folder;
    this.#world = deps.world;
  }

  static async open(newDatabase: NewDatabase): Promise<TestServer> {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-worlds-'));
    mkdirSync(join(folder, 'page'));
    writeFileSync(join(folder, 'page', 'picture.mjs'), PICTURE_PROGRAM);
    const world: WorldTime = { now: Date.UTC(2026, 0, 1), ids: 0, rng: { below: () => 0 }, log: [] };
    const routes: Route[] = [];
    const botThread = threadOf(folder);
    const databaseUrl = await newDatabase();
    const server = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: join(folder, 'data'),
      databaseUrl,
      pageDir: join(folder, 'page'),
      log: (line) => world.log.push(line),
      onRoute: (route) => routes.push(route),
      online: {
        ...UNLIMITED,
        now: () => world.now,
        push: { makeKeys: () => ({ publicKey: PUSH_KEY, privateKey: PUSH_KEY }) },
        chance: {
          id: () => `id${String(++world.ids).padStart(20, '0')}`,
          secret: () => SECRET,
          rng: { below: (bound) => world.rng.below(bound) },
        },
        paces: { presence: 0, lobby: 0, own: 0, online: COUNTED_EVERY },
        botThread,
      },
    });
    const eve = await newPerson(server.url, 'Eve');
    const anonymous = await RecordingClient.open(server.url, 'anonymous', '');
    for (const client of [eve.client, anonymous]) client.send({ kind: 'enter-lobby' });
    await eventually(() => world.log.some((line) => line.includes('/api/guests')), 'the first line of the log');
    world.log.length = 0;
    return new TestServer({ routes, eve, anonymous, server, folder, world });
  }

  get url(): string {
    return this.#server.url;
  }

  /** A new user with a client. */
  invite(name: string): Promise<Person> {
    return newPerson(this.url, name);
  }

  /**
   * A token of a person, who gets an account for it; `null` if this server has made enough of them, because each password takes time.
   * `logged` is called for each line that the log gets.
   */
  async tokenOf(person: Person, logged: () => void): Promise<string | null> {
    const number = ++this.#accounts;
    if (number > MAX_ACCOUNTS) return null;
    person.cookie = await setPassword(this.url, person.cookie, `player${number}`);
    logged();
    const { secret } = await newToken(this.url, person.cookie, ['read', 'play']);
    logged();
    return secret;
  }

  /** Begins a new game: chance is as given, and the clock shows the next millisecond. */
  beginGame(rng: Rng): void {
    this.#world.rng = rng;
    this.#world.now++;
  }

  takeLog(): string[] {
    return this.#world.log.splice(0);
  }

  /** Resolves when the log has this many lines, which are written after the answer. */
  logHas(lines: number): Promise<void> {
    return eventually(() => this.#world.log.length >= lines, `line ${lines} of the log`);
  }

  /** The requests to bots since the last call: at least `least`, as they are written while they are answered. */
  async takeRequests(least: number): Promise<string[]> {
    const file = requestsIn(this.#folder);
    const written = (): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);
    await eventually(() => written().length >= least, `question ${least} to bots`);
    const requests = written();
    if (requests.length > 0) writeFileSync(file, '');
    return requests;
  }

  async close(): Promise<void> {
    for (const client of [this.eve.client, this.anonymous]) await client.close();
    await this.#server.close();
    rmSync(this.#folder, { recursive: true });
  }
}

async function newPerson(url: string, name: string): Promise<Person> {
  const cookie = await newGuest(url, name);
  return { cookie, client: await RecordingClient.open(url, name, cookie) };
}

const requestsIn = (folder: string): string => join(folder, 'bot-requests');

/** The file that the bot threads of one server run. Each server has its own, because a thread gets no data before its first request. */
function threadOf(folder: string): URL {
  writeFileSync(requestsIn(folder), '');
  const file = join(folder, 'bot-thread.mjs');
  const recorder = JSON.stringify(new URL('./bot-thread.ts', import.meta.url));
  const requests = JSON.stringify(requestsIn(folder));
  writeFileSync(file, `import { recordIn } from ${recorder};\nawait recordIn(${requests});\n`);
  return pathToFileURL(file);
}

interface WorldTime {
  now: number;
  ids: number;
  rng: Rng;
  /** Lines of the log since they were last taken. */
  readonly log: string[];
}
