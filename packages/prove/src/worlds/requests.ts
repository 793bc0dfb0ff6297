import type { Route } from '@tablier/server';
import type { Match } from './match.ts';
import type { World } from './world.ts';

/** Headers that depend on time, connection and request, not on the content. */
const OF_TIME: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'retry-after', 'x-request-id']);

/** `:id`, and `:id(^\w+$)`, which says what it looks like. */
const PARAMETER = /:\w+(?:\(\^.*?\$\))?/g;

interface Asker {
  readonly name: string;
  /** By world; none for an anonymous client. */
  readonly cookies: readonly string[];
  /** Whether routes that change something are requested too: only by clients without a seat. */
  readonly changes: boolean;
}

/**
 * Requests every route of the server, as a player who must not see the difference, as a spectator and as an anonymous client. The
 * parameters of a path are the id of the table, so new routes that take it are included.
 */
export async function visitAll(match: Match, at: string): Promise<void> {
  const [one] = match.worlds;
  const { routes } = one.server;
  for (const asker of askersOf(match)) {
    for (const route of routes.filter((candidate) => isVisited(candidate, asker))) {
      const channel = `${route.method} ${route.path} as ${asker.name}`;
      const [here, there] = await Promise.all(
        match.worlds.map((world, index) => ask(world, route, asker.cookies[index])),
      );
      match.compareAnswers(channel, at, [here ?? '', there ?? '']);
    }
  }
}

function askersOf({ pair, worlds }: Match): Asker[] {
  const [world, other] = worlds;
  const { server, seats } = world;
  const seat = seats.find((one) => pair.alike.includes(one));
  return [
    ...(seat === undefined
      ? []
      : [
          { name: `seat ${seat}`, cookies: [world.personIn(seat).cookie, other.personIn(seat).cookie], changes: false },
        ]),
    { name: 'Eve', cookies: [server.eve.cookie, other.server.eve.cookie], changes: true },
    { name: 'anonymous', cookies: [], changes: true },
  ];
}

function isVisited({ method, path }: Route, { changes }: Asker): boolean {
  if (path.includes('*') || method === 'HEAD' || method === 'OPTIONS') return false;
  return method === 'GET' || (changes && path.includes(':'));
}

async function ask(world: World, { method, path }: Route, cookie = ''): Promise<string> {
  const response = await fetch(world.server.url + path.replaceAll(PARAMETER, world.table), {
    method,
    headers: { ...(cookie !== '' && { cookie }), ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
  });
  if (path.startsWith('/api/')) world.logged++;
  const headers = [...response.headers]
    .filter(([name]) => !OF_TIME.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  return `${response.status} ${headers.join('; ')} ${await response.text()}`;
}
