import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRecord, makeSetup, type GameRecord, NOBODY, SeededRng } from '@tablier/core';
import { isaac } from '@tablier/games';
import { backup, restore } from '@tablier/store';
import { fillFolder } from '@tablier/testkit/servers';
import { type HashParameters, Passwords } from '../src/accounts/passwords.ts';
import { type OnlineSettings, type RunningServer, type ServerOptions, startServer } from '../src/index.ts';
import { writePage } from './page.ts';

/** The cheapest hash of argon2. A real one takes an eighth of a second of processor time; `sign-in-timing.test.ts` examines those. */
const CHEAP: HashParameters = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** A real server on a free port, with its own folder, a small page and cheap hashes of passwords. */
export interface TestServer extends RunningServer {
  readonly folder: string;
  /** Of a PostgreSQL; `undefined` for SQLite. */
  readonly databaseUrl: string | undefined;
  /** Every line of its log. */
  readonly log: string[];
  /**
   * Starts another server: on the same data if this one is closed, or if they share a PostgreSQL. With SQLite one
   * server at a time uses a folder: while this one runs, the other gets a copy, as a backup would make it.
   */
  again(changes?: OnlineSettings): Promise<RunningServer>;
  /** Closes the server and removes its folder. */
  remove(): Promise<void>;
}

/** On SQLite, or on a PostgreSQL that other servers may share. `more`: further options of `tablier serve`. */
export async function startTestServer(
  online: OnlineSettings = {},
  databaseUrl?: string,
  more: Partial<ServerOptions> = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-server-'));
  const pageDir = writePage(join(folder, 'page'));
  writeFileSync(join(folder, 'secret.txt'), 'outside of the page');
  const log: string[] = [];
  const start = (dataDir: string, changes: OnlineSettings = {}) =>
    startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl,
      pageDir,
      log: (line) => log.push(line),
      online: { passwords: new Passwords({ parameters: CHEAP }), ...online, ...changes },
      ...more,
    });
  const data = join(folder, 'data');
  if (databaseUrl === undefined) await fillFolder(data);
  const server = await start(data);
  let isClosed = false;
  const close = (): Promise<void> => {
    isClosed = true;
    return server.close();
  };
  const again = async (changes?: OnlineSettings): Promise<RunningServer> => {
    const isFree = isClosed || databaseUrl !== undefined;
    return start(isFree ? data : await copyOf(data, mkdtempSync(join(folder, 'copy-'))), changes);
  };
  const remove = async (): Promise<void> => {
    await close();
    rmSync(folder, { recursive: true });
  };
  return { ...server, folder, databaseUrl, log, close, again, remove };
}

/** Copies the database of a running server into another folder. */
async function copyOf(data: string, folder: string): Promise<string> {
  const file = join(folder, 'backup');
  const [saved, filled] = [await backup({ folder: data }, file), await restore({ folder: join(folder, 'data') }, file)];
  for (const result of [saved, filled])
    if (!result.ok) throw new Error(`the data could not be copied: ${JSON.stringify(result.error)}`);
  return join(folder, 'data');
}

/** A whole random game of Isaac, or its first moves. */
export function isaacRecord(seed: string, plies = Number.POSITIVE_INFINITY): GameRecord {
  const setup = makeSetup(isaac, {});
  if (!setup.ok) throw new Error(setup.error.detail);
  const position = isaac.start(setup.value);
  const rng = new SeededRng(seed);
  const moves: number[] = [];
  while (position.turn !== NOBODY && moves.length < plies) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return makeRecord(isaac, setup.value, moves);
}
