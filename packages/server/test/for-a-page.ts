import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OnlineSettings, startServer } from '../src/index.ts';

/** A server of its own for tests of the page: prints its address, ends with its standard input. */
export async function serveForPage(online: OnlineSettings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-page-'));
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir: folder, log: () => undefined, online });
  process.stdout.write(`${server.url}\n`);
  process.stdin.resume().once('end', () => {
    void server.close().then(() => {
      rmSync(folder, { recursive: true });
      process.exit();
    });
  });
}
