import { PostgresServer } from '@tablier/testkit/servers';
import { serveForPage } from './for-a-page.ts';

/** Runs on its own PostgreSQL, which stops and starts on the lines `down` and `up` of standard input. */
const database = await PostgresServer.start({ waitsForDisk: false });
await serveForPage({}, { databaseUrl: await database.createDatabase(), onEnd: () => database.remove() });
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  const command = text.trim();
  const changed = command === 'down' ? database.halt('stop') : command === 'up' ? database.resume() : null;
  void changed?.then(() => process.stdout.write(`${command}\n`));
});
