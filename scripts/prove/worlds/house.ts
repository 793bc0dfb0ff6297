import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { Rng } from '@tablier/core';
import { DEFAULT_LIMITS, type Limits, type Route, type RunningServer, startServer } from '@tablier/server';
import { newGuest } from '@tablier/testkit/online';
import { Ear } from './ear.ts';

const MANY = { burst: 1e9, perSecond: 1e9 };
const NO_LIMITS: Partial<Limits> = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((kind) => [kind, MANY]));

/** Every secret is the same, so that equal questions get equal answers from bots; what binds the deal must not be told before the end. */
export const SECRET = 'c0ffee'.padEnd(64, '5');

export const PLAYERS = ['Ada', 'Grace', 'Alan', 'Edsger'] as const;

/** A log that lacks lines for so long lacks them. Milliseconds. */
const LOG_PATIENCE = 3000;

interface Person {
  readonly cookie: string;
  readonly ear: Ear;
}

let houses = 0;

/**
 * One world: a real server with a database of its own, people who play, one who watches and is known, and one who is nobody known.
 * Its clock stands still during a game, and what chance gives is decided by whoever plays the pair.
 */
export class House {
  readonly routes: readonly Route[];
  readonly people: readonly Person[];
  readonly eve: Person;
  readonly nobody: Ear;
  /** Lines of the log since they were last taken. */
  log: string[] = [];
  /** What bots were asked since it was last taken. */
  questions: string[] = [];
  readonly #server: RunningServer;
  readonly #folder: string;
  readonly #channel: BroadcastChannel;
  readonly #world: WorldTime;

  private constructor(parts: HouseParts) {
    this.routes = parts.routes;
    this.people = parts.people;
    this.eve = parts.eve;
    this.nobody = parts.nobody;
    this.#server = parts.server;
    this.#folder = parts.folder;
    this.#channel = parts.channel;
    this.#world = parts.world;
    parts.world.log = (line) => this.log.push(line);
    this.#channel.onmessage = ({ data }: { readonly data: unknown }) => this.questions.push(String(data));
  }

  static async open(): Promise<House> {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-worlds-'));
    mkdirSync(join(folder, 'page'));
    const world: WorldTime = { now: Date.UTC(2026, 0, 1), ids: 0, rng: { below: () => 0 }, log: () => undefined };
    const name = `tablier-worlds-${process.pid}-${++houses}`;
    const channel = new BroadcastChannel(name);
    channel.unref();
    const routes: Route[] = [];
    const botThread = threadOf(folder, name);
    const server = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: join(folder, 'data'),
      pageDir: join(folder, 'page'),
      log: (line) => world.log(line),
      onRoute: (route) => routes.push(route),
      online: {
        limits: NO_LIMITS,
        now: () => world.now,
        chance: {
          id: () => `id${String(++world.ids).padStart(20, '0')}`,
          secret: () => SECRET,
          rng: { below: (bound) => world.rng.below(bound) },
        },
        paces: { presence: 0, lobby: 0 },
        botThread,
      },
    });
    const person = async (called: string): Promise<Person> => {
      const cookie = await newGuest(server.url, called);
      return { cookie, ear: await Ear.open(server.url, called, cookie) };
    };
    const people: Person[] = [];
    for (const called of PLAYERS) people.push(await person(called));
    const eve = await person('Eve');
    const nobody = await Ear.open(server.url, 'nobody', '');
    for (const ear of [eve.ear, nobody]) ear.send({ kind: 'enter-lobby' });
    return new House({ routes, people, eve, nobody, server, folder, channel, world });
  }

  get url(): string {
    return this.#server.url;
  }

  /** A new game: chance is as given, and the clock shows the next millisecond. */
  turnPage(rng: Rng): void {
    this.#world.rng = rng;
    this.#world.now++;
  }

  takeLog(): string[] {
    return this.log.splice(0);
  }

  /** Resolves when the log has so many lines: they are written after the answer. */
  async logHas(lines: number): Promise<void> {
    const until = performance.now() + LOG_PATIENCE;
    while (this.log.length < lines && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  takeQuestions(): string[] {
    return this.questions.splice(0);
  }

  async close(): Promise<void> {
    for (const ear of [...this.people.map((one) => one.ear), this.eve.ear, this.nobody]) await ear.close();
    await this.#server.close();
    this.#channel.close();
    rmSync(this.#folder, { recursive: true });
  }
}

/** What the threads of bots of one house run: a file of its own, as a thread is told nothing else before its first question. */
function threadOf(folder: string, name: string): URL {
  const file = join(folder, 'bot-thread.mjs');
  const listening = JSON.stringify(new URL('./bot-thread.mjs', import.meta.url));
  writeFileSync(file, `import { listenOn } from ${listening};\nawait listenOn(${JSON.stringify(name)});\n`);
  return pathToFileURL(file);
}

interface WorldTime {
  now: number;
  ids: number;
  rng: Rng;
  log: (line: string) => void;
}

interface HouseParts {
  readonly routes: readonly Route[];
  readonly people: readonly Person[];
  readonly eve: Person;
  readonly nobody: Ear;
  readonly server: RunningServer;
  readonly folder: string;
  readonly channel: BroadcastChannel;
  readonly world: WorldTime;
}
