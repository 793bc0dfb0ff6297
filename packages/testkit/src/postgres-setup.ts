import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { PostgresServer } from './postgres-server.ts';

/**
 * A global setup of Vitest: one PostgreSQL for all tests of a run, started when the first test requests a database, and
 * not at all if none does.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | null = null;
  const desk = createServer((_request, response) => {
    starting ??= PostgresServer.start({ waitsForDisk: false });
    starting
      .then((server) => server.createDatabase())
      .then(
        (url) => response.end(url),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const { port } = desk.address() as AddressInfo;
  project.provide('postgres', `http://127.0.0.1:${port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await (await starting)?.remove();
  };
}
