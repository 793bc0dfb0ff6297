import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OnlineSettings, type ServerOptions, startServer } from '../src/index.ts';

interface RemoteTables {
  /** The URL of a PostgreSQL database to use. */
  readonly databaseUrl?: string;
  /** Work to do when the server is closed. */
  readonly onEnd?: () => Promise<void>;
  /** Further options of `tablier serve`. */
  readonly more?: Partial<ServerOptions>;
}

/** A server for browser tests: prints its address, ends with its standard input. */
export async function serveForPage(
  online: OnlineSettings,
  { databaseUrl, onEnd, more }: RemoteTables = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-page-'));
  const options = { port: 0, host: '127.0.0.1', dataDir: folder, databaseUrl, log: () => undefined, online, ...more };
  const server = await startServer(options);
  process.stdout.write(`${server.url}\n`);
  process.stdin.resume().once('end', () => {
    void server
      .close()
      .then(() => onEnd?.())
      .then(() => {
        rmSync(folder, { recursive: true });
        process.exit();
      });
  });
}
