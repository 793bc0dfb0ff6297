import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRecord, makeSetup, type GameRecord, NOBODY, SeededRng } from '@tablier/core';
import { isaac } from '@tablier/games';
import { type OnlineSettings, type RunningServer, startServer } from '../src/index.ts';

/** A real server on a free port, with a folder of its own and a small page. */
export interface TestServer extends RunningServer {
  readonly folder: string;
  /** Every line of its log. */
  readonly log: string[];
  /** Starts another server on the same data. */
  again(): Promise<RunningServer>;
  /** Closes the server and removes its folder. */
  remove(): Promise<void>;
}

/** On SQLite, or on a PostgreSQL that other servers may share. */
export async function startTestServer(online: OnlineSettings = {}, databaseUrl?: string): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-server-'));
  const pageDir = join(folder, 'page');
  mkdirSync(join(pageDir, 'assets'), { recursive: true });
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>Tablier</title>');
  writeFileSync(join(pageDir, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(pageDir, 'assets', 'app-1a2b.js.br'), 'compressed');
  writeFileSync(join(folder, 'secret.txt'), 'outside of the page');
  const log: string[] = [];
  const start = () =>
    startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: join(folder, 'data'),
      databaseUrl,
      pageDir,
      log: (line) => log.push(line),
      online,
    });
  const server = await start();
  const remove = async (): Promise<void> => {
    await server.close();
    rmSync(folder, { recursive: true });
  };
  return { ...server, folder, log, again: start, remove };
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
