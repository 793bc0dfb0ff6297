import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Route } from '@tablier/server';
import type { Match } from './match.ts';
import { TIMEOUT_MS } from './recording-client.ts';
import type { World } from './world.ts';

/** Headers that depend on time, connection and request, not on the content. */
const OF_TIME: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'retry-after', 'x-request-id']);

/** `:id`, and `:id(^\w+$)`, which says what it looks like. */
const PARAMETER = /:\w+(?:\(\^.*?\$\))?/g;

interface Asker {
  readonly name: string;
  /** By world; none for an anonymous client. */
  readonly cookies: readonly string[];
  /** By world: tokens to use instead of cookies. */
  readonly tokens?: readonly string[];
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
  const agent = new Agent({ keepAlive: true });
  await match.both((world) => world.counted());
  for (const asker of [...askersOf(match), ...(await programsOf(match))]) {
    for (const route of routes.filter((candidate) => isVisited(candidate, asker))) {
      const channel = `${route.method} ${route.path} as ${asker.name}`;
      const [here, there] = await Promise.all(
        match.worlds.map((world, index) => ask(world, route, { agent, credentials: credentialsOf(asker, index) })),
      );
      match.compareAnswers(channel, at, [here ?? '', there ?? '']);
    }
  }
  agent.destroy();
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

/** The program of a player who must not see the difference: the API and the event streams with a token. */
async function programsOf({ pair, worlds }: Match): Promise<readonly Asker[]> {
  const [seat] = pair.alike.filter((one) => worlds[0].seats.includes(one));
  if (seat === undefined) return [];
  const tokens = await Promise.all(
    worlds.map((world) => world.server.tokenOf(world.personIn(seat), () => void world.logged++)),
  );
  const known = tokens.filter((token) => token !== null);
  return known.length < worlds.length
    ? []
    : [{ name: `a program of seat ${seat}`, cookies: [], tokens: known, changes: false }];
}

/** The headers that identify a client in one world. */
function credentialsOf({ cookies, tokens }: Asker, index: number): Readonly<Record<string, string>> {
  const [cookie, token] = [cookies[index], tokens?.[index]];
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return cookie === undefined ? {} : { cookie };
}

/** A stream that shows a table. Others are not opened: they would be spectators, who are counted. */
const isStream = (path: string): boolean => path.endsWith('/events');

/** The log leaves out a stream that its reader ends, and the lobby, which is asked for all the time. */
const isLogged = (path: string, answer: string): boolean =>
  path.startsWith('/api/') && path !== '/api/lobby' && !(isStream(path) && answer.startsWith('200 '));

function isVisited({ method, path }: Route, { changes, tokens }: Asker): boolean {
  if (tokens !== undefined && !path.startsWith('/api/v1/')) return false;
  if (isStream(path) && tokens === undefined) return false;
  if (path.includes('*') || method === 'HEAD' || method === 'OPTIONS') return false;
  return method === 'GET' || (changes && path.includes(':'));
}

interface AskOptions {
  readonly agent: Agent;
  readonly credentials: Readonly<Record<string, string>>;
}

async function ask(world: World, { method, path }: Route, { agent, credentials }: AskOptions): Promise<string> {
  // Answers for all who only look are kept for a second, and the clock of the server stands still: each table has addresses of its own.
  const url = `${world.server.url}${path.replaceAll(PARAMETER, world.table)}?for=${world.table}`;
  const answer = isStream(path)
    ? await askForStream(url, credentials)
    : await send(url, { method, headers: { accept: '*/*', ...credentials }, agent });
  if (isLogged(path, answer)) world.logged++;
  // A description of the server names its address.
  return answer.replaceAll(new URL(world.server.url).host, 'HOST');
}

/** Not with `fetch`, which takes more than twice as long: requests are half of the processor time of this proof. */
async function send(
  url: string,
  { method, headers, agent }: { method: string; headers: Readonly<Record<string, string>>; agent: Agent },
): Promise<string> {
  const content = method === 'GET' ? undefined : '{}';
  // The length must be given: Node sends the content of a DELETE without it.
  const type = content === undefined ? {} : { 'content-type': 'application/json', 'content-length': content.length };
  const outgoing = request(url, { method, headers: { ...headers, ...type }, agent });
  outgoing.end(content);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = Object.entries(response.headersDistinct).map(
    ([name, values = []]) => [name, values.join(', ')] as const,
  );
  return answerText(response.statusCode ?? 0, received, await textOf(response));
}

async function askForStream(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const text = response.ok ? await eventsOf(response, abort) : await response.text();
  return answerText(response.status, [...response.headers], text);
}

/** An answer without what depends on time. */
function answerText(status: number, headers: readonly (readonly [string, string])[], text: string): string {
  const compared = headers.filter(([name]) => !OF_TIME.has(name)).map(([name, value]) => `${name}: ${value}`);
  return `${status} ${compared.join('; ')} ${text}`;
}

/** A comment that keeps a stream open, which comes when it is due. */
const PULSE = /^: alive\n\n/gm;
const PRESENCE = /^data: \{"kind":"presence".*\n\n/m;

/**
 * The events of a stream up to the presence at the table, which follows its view. What else arrives at the same moment depends on
 * time alone. Rejects if no presence comes.
 */
export async function eventsOf({ body }: Response, abort: AbortController): Promise<string> {
  const timer = setTimeout(() => abort.abort(new Error('an event stream without the presence')), TIMEOUT_MS);
  let text = '';
  try {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const presence = PRESENCE.exec(text);
      if (presence !== null) return text.slice(0, presence.index + presence[0].length).replaceAll(PULSE, '');
    }
    throw new Error(`an event stream ended without the presence: ${text}`);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
