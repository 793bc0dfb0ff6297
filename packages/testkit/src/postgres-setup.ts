import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { PostgresServer } from './postgres-server.ts';

/** A PostgreSQL with a database that a store has opened. */
interface Prepared {
  readonly server: PostgresServer;
  /** The address of the database with the tables of a store. */
  readonly withTables: string;
}

async function prepare(): Promise<Prepared> {
  // Each open store holds up to ten connections, and four processes of tests open several stores each.
  const server = await PostgresServer.start({ waitsForDisk: false, connections: 400 });
  const withTables = await server.createDatabase();
  // Most runs of a single file need no database, and this loads all of the store.
  const { mustOpen } = await import('./open-store.ts');
  const store = await mustOpen({ folder: 'not used', url: withTables });
  await store.close();
  return { server, withTables };
}

/**
 * A global setup of Vitest: one PostgreSQL for all tests of a run, started when the first test requests a database, and not at all if none
 * does. `/empty` is a database without tables. All others are copies of one that a store has opened: copying it takes a third of the time of
 * creating its tables.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let preparing: Promise<Prepared> | null = null;
  const desk = createServer(({ url }, response) => {
    preparing ??= prepare();
    preparing
      .then(({ server, withTables }) => server.createDatabase(url === '/empty' ? undefined : withTables))
      .then(
        (address) => response.end(address),
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
    await (await preparing)?.server.remove();
  };
}
