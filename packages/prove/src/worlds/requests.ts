import type { Route } from '@tablier/server';
import type { Match } from './match.ts';
import type { World } from './world.ts';

/** Headers that say when, over which connection and as which request, not what. */
const OF_TIME: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'retry-after', 'x-request-id']);

interface Asker {
  readonly name: string;
  /** By world; none for nobody. */
  readonly cookies: readonly string[];
  /** Whether more than reading is tried: only by who has no say at the table. */
  readonly changes: boolean;
}

/**
 * Every route that the server has, asked by somebody who must not see the difference, by a spectator and by nobody known. What a route
 * wants to know in its path is the id of the table: so a new one that takes it is not forgotten.
 */
export async function visitAll(match: Match, at: string): Promise<void> {
  const [one] = match.worlds;
  const { routes } = one.house;
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
  const { house, seats } = world;
  const seat = seats.find((one) => pair.alike.includes(one));
  return [
    ...(seat === undefined
      ? []
      : [
          { name: `seat ${seat}`, cookies: [world.personIn(seat).cookie, other.personIn(seat).cookie], changes: false },
        ]),
    { name: 'Eve', cookies: [house.eve.cookie, other.house.eve.cookie], changes: true },
    { name: 'nobody', cookies: [], changes: true },
  ];
}

function isVisited({ method, path }: Route, { changes }: Asker): boolean {
  if (path.includes('*') || method === 'HEAD' || method === 'OPTIONS') return false;
  return method === 'GET' || (changes && path.includes(':'));
}

async function ask(world: World, { method, path }: Route, cookie = ''): Promise<string> {
  const response = await fetch(world.house.url + path.replaceAll(/:\w+/g, world.table), {
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
