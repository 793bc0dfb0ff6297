import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rng } from '@tablier/core';
import { type Route, type RunningServer, startServer, UNLIMITED } from '@tablier/server';
import { newGuest } from '@tablier/testkit/online';
import { Ear } from './recording-client.ts';

/** Every secret is the same, so that equal questions get equal answers from bots; what binds the deal must not be told before the end. */
export const SECRET = 'c0ffee'.padEnd(64, '5');

export const PLAYERS = ['Ada', 'Grace', 'Alan', 'Edsger'] as const;

/** What is written a moment later than it happened, and is not there after so long, is not written. Milliseconds. */
const PATIENCE = 3000;

async function patiently(isSo: () => boolean): Promise<void> {
  const until = performance.now() + PATIENCE;
  while (!isSo() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Somebody with a name, and his line. */
export interface Person {
  readonly cookie: string;
  readonly ear: Ear;
}

/**
 * One world: a real server with a database of its own, one who watches and is known, and one who is nobody known. Who plays comes for one
 * game: what is told of his other games would be a matter of those.
 * Its clock stands still during a game, and what chance gives is decided by whoever plays the pair.
 */
export class House {
  readonly routes: readonly Route[];
  readonly eve: Person;
  readonly nobody: Ear;
  readonly #server: RunningServer;
  readonly #folder: string;
  readonly #world: WorldTime;

  private constructor(parts: HouseParts) {
    this.routes = parts.routes;
    this.eve = parts.eve;
    this.nobody = parts.nobody;
    this.#server = parts.server;
    this.#folder = parts.folder;
    this.#world = parts.world;
  }

  static async open(): Promise<House> {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-worlds-'));
    mkdirSync(join(folder, 'page'));
    const world: WorldTime = { now: Date.UTC(2026, 0, 1), ids: 0, rng: { below: () => 0 }, log: [] };
    const routes: Route[] = [];
    const botThread = threadOf(folder);
    const server = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: join(folder, 'data'),
      pageDir: join(folder, 'page'),
      log: (line) => world.log.push(line),
      onRoute: (route) => routes.push(route),
      online: {
        ...UNLIMITED,
        now: () => world.now,
        chance: {
          id: () => `id${String(++world.ids).padStart(20, '0')}`,
          secret: () => SECRET,
          rng: { below: (bound) => world.rng.below(bound) },
        },
        paces: { presence: 0, lobby: 0, own: 0 },
        botThread,
      },
    });
    const eve = await newPerson(server.url, 'Eve');
    const nobody = await Ear.open(server.url, 'nobody', '');
    for (const ear of [eve.ear, nobody]) ear.send({ kind: 'enter-lobby' });
    await patiently(() => world.log.some((line) => line.includes('/api/guests')));
    world.log.length = 0;
    return new House({ routes, eve, nobody, server, folder, world });
  }

  get url(): string {
    return this.#server.url;
  }

  /** Somebody new, on a line of his own. */
  invite(name: string): Promise<Person> {
    return newPerson(this.url, name);
  }

  /** A new game: chance is as given, and the clock shows the next millisecond. */
  turnPage(rng: Rng): void {
    this.#world.rng = rng;
    this.#world.now++;
  }

  takeLog(): string[] {
    return this.#world.log.splice(0);
  }

  /** Resolves when the log has so many lines: they are written after the answer. */
  logHas(lines: number): Promise<void> {
    return patiently(() => this.#world.log.length >= lines);
  }

  /** What bots were asked since this was last called: at least so many questions, which are written while they are answered. */
  async takeQuestions(least: number): Promise<string[]> {
    const file = questionsIn(this.#folder);
    const asked = (): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);
    await patiently(() => asked().length >= least);
    const questions = asked();
    if (questions.length > 0) writeFileSync(file, '');
    return questions;
  }

  async close(): Promise<void> {
    for (const ear of [this.eve.ear, this.nobody]) await ear.close();
    await this.#server.close();
    rmSync(this.#folder, { recursive: true });
  }
}

async function newPerson(url: string, name: string): Promise<Person> {
  const cookie = await newGuest(url, name);
  return { cookie, ear: await Ear.open(url, name, cookie) };
}

const questionsIn = (folder: string): string => join(folder, 'questions');

/** What the threads of bots of one house run: a file of its own, as a thread is told nothing else before its first question. */
function threadOf(folder: string): URL {
  writeFileSync(questionsIn(folder), '');
  const file = join(folder, 'bot-thread.mjs');
  const writing = JSON.stringify(new URL('./bot-thread.mjs', import.meta.url));
  const where = JSON.stringify(questionsIn(folder));
  writeFileSync(file, `import { writeTo } from ${writing};\nawait writeTo(${where});\n`);
  return pathToFileURL(file);
}

interface WorldTime {
  now: number;
  ids: number;
  rng: Rng;
  /** Lines of the log since they were last taken. */
  readonly log: string[];
}

interface HouseParts {
  readonly routes: readonly Route[];
  readonly eve: Person;
  readonly nobody: Ear;
  readonly server: RunningServer;
  readonly folder: string;
  readonly world: WorldTime;
}
