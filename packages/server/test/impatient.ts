import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../src/index.ts';

/** A server of its own that bears nobody's absence for long, for tests of the page: prints its address, ends with its standard input. */
const folder = mkdtempSync(join(tmpdir(), 'tablier-impatient-'));
const server = await startServer({
  port: 0,
  host: '127.0.0.1',
  dataDir: folder,
  log: () => undefined,
  online: { patience: { claim: () => 2000, lostGame: () => null } },
});
process.stdout.write(`${server.url}\n`);
process.stdin.resume().once('end', () => {
  void server.close().then(() => {
    rmSync(folder, { recursive: true });
    process.exit();
  });
});
