import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ApiClient, type ApiAnswer, newMember, newToken, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer, type TestServer } from '../running.ts';

interface Described {
  readonly schema: object;
  readonly example?: unknown;
}
interface OperationDocument {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: object; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Described>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: Readonly<Record<string, Described>>; readonly headers?: Record<string, Described> }
    >
  >;
}
interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDocument>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const PLACED = 'isaac placer,exact 2 2 1 - placing 00-02 - 44321/54321 0/0 0/0 - - -';

let server: TestServer;
let openapi: ApiDocument;
let ada: ApiClient;
let bob: ApiClient;
/** The browser of a member. */
let eve: Browser;
let adasToken: string;
beforeAll(async () => {
  server = await startTestServer(UNLIMITED);
  openapi = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as ApiDocument;
  const tokenOf = async (name: string) => newToken(server.url, await newMember(server.url, name), ['read', 'play']);
  adasToken = (await tokenOf('Ada')).secret;
  ada = new ApiClient(server.url, adasToken);
  bob = new ApiClient(server.url, (await tokenOf('Bob')).secret);
  eve = await Browser.guest(server.url, 'Eve');
  expect((await eve.setPassword('seven green lanterns', 'eve')).status).toBe(204);
});
afterAll(() => server.remove());

const tableIn = ({ status, text, json }: ApiAnswer): string => {
  expect(status, text).toBe(200);
  return (json as { readonly table: string }).table;
};

/** A waiting table of Ada's. */
const waiting = async (id: string): Promise<string> =>
  tableIn(
    await ada.post('/tables', {
      id,
      terms: terms('isaac', { chairs: ['me', 'open'], seating: 'chosen', visibility: 'open' }),
    }),
  );

/** A running game between Ada, who moves first, and Bob. */
async function running(id: string): Promise<string> {
  const table = await waiting(id);
  tableIn(await bob.post(`/tables/${table}/join`, { id: `join-${id}`, chair: 1 }));
  await expect.poll(async () => ((await ada.get(`/tables/${table}`)).json as { phase: string }).phase).toBe('playing');
  return table;
}

async function over(id: string): Promise<string> {
  const table = await running(id);
  for (const [player, seat] of [
    [ada, 0],
    [bob, 1],
  ] as const) {
    const { legal } = (await player.get(`/tables/${table}`)).json as { readonly legal: readonly string[] };
    tableIn(
      await player.post(`/tables/${table}/actions`, { id: `m${seat}`, action: { kind: 'move', move: legal[0] } }),
    );
  }
  tableIn(await bob.post(`/tables/${table}/actions`, { id: 'r', action: { kind: 'resign' } }));
  return table;
}

/** The first event of a stream, as an answer. */
async function firstEvent(client: ApiClient, path: string): Promise<ApiAnswer> {
  const stream = await client.stream(path);
  const event = await stream.next();
  stream.close();
  return { status: 200, headers: new Headers(), text: event?.data ?? '', json: JSON.parse(event?.data ?? 'null') };
}

const tournament = {
  name: 'Winter',
  game: 'isaac',
  options: {},
  seats: 2,
  clock: { system: 'fischer', base: 300, increment: 3 },
  kind: 'swiss',
  rounds: 1,
  visibility: 'open',
  bots: true,
  rated: false,
};

/** A tournament of Ada's that is open for entry. */
async function tournamentOf(id: string): Promise<string> {
  const { status, text, json } = await ada.post('/tournaments', { id, terms: tournament });
  expect(status, text).toBe(200);
  return (json as { readonly tournament: string }).tournament;
}

/** One that Ada and Bob play. */
async function begun(key: string): Promise<string> {
  const id = await tournamentOf(key);
  for (const player of [ada, bob]) expect((await player.post(`/tournaments/${id}/join`, {})).status).toBe(200);
  expect((await ada.post(`/tournaments/${id}/start`, {})).status).toBe(200);
  return id;
}

/** Bob's answer to a first move of Ada. */
const prepared = (table: string): Promise<ApiAnswer> =>
  bob.post(`/tables/${table}/prepared`, { id: 'prepare', played: [], line: ['00-02', '90-92'] });

/** A request of Eve's page. */
async function asEve(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
  const { status, headers, text } = await eve.ask(method, path, body);
  return { status, headers, text, json: text === '' ? undefined : JSON.parse(text) };
}

const newTokenOfEve = () => asEve('POST', '/api/me/tokens', { label: 'bot', scopes: ['bot'], days: 1 });

/** A successful call of each operation. */
const CALLS: Readonly<Record<string, () => Promise<ApiAnswer>>> = {
  listGames: () => ada.get('/games'),
  getMessageSchemas: () => ada.get('/schema'),
  searchGames: () => rated(() => ada.get('/search?mine=1&game=isaac&pace=untimed&limit=5')),
  readPosition: () => ada.get(`/positions?position=${encodeURIComponent(PLACED)}`),
  listArchives: () => ada.get('/archives'),
  listTables: async () => {
    await running('listed');
    return ada.get('/tables?phase=playing&game=isaac&limit=1');
  },
  getTable: async () => ada.get(`/tables/${await running('shown')}`),
  getTableRecord: async () => ada.get(`/tables/${await over('record')}/record`),
  listRecords: () => ada.get('/records?limit=5'),
  getRecord: async () => {
    await over('archived');
    const list = async () => (await ada.get('/records')).json as { readonly games: readonly { readonly id: string }[] };
    await expect.poll(async () => (await list()).games.length).toBeGreaterThan(0);
    return ada.get(`/records/${(await list()).games[0]?.id}`);
  },
  streamTable: async () => firstEvent(ada, `/tables/${await running('streamed')}/events`),
  streamOwn: () => firstEvent(ada, '/events'),
  openTable: () => ada.post('/tables', { id: 'opened', terms: terms('nasca') }),
  joinTable: async () => bob.post(`/tables/${await waiting('joined')}/join`, { id: 'join', chair: 1 }),
  leaveTable: async () => ada.post(`/tables/${await waiting('left')}/leave`, { id: 'leave' }),
  declineInvitation: async () => {
    const invite = { table: await over('met'), seat: 1 };
    const chairs = ['me' as const, { invite }];
    const table = tableIn(await ada.post('/tables', { id: 'inviting', terms: terms('isaac', { chairs }) }));
    return bob.post(`/tables/${table}/decline`, { id: 'decline' });
  },
  seek: () => bob.post('/seeks', { id: 'seek', game: 'isaac', pace: 'calm' }),
  act: async () => bob.post(`/tables/${await running('acted')}/actions`, { id: 'act', action: { kind: 'resign' } }),
  listPrepared: async () => bob.get(`/tables/${await running('prepared')}/prepared`),
  prepareMoves: async () => prepared(await running('preparing')),
  removePrepared: async () => {
    const table = await running('unprepared');
    await prepared(table);
    const { lines } = (await bob.get(`/tables/${table}/prepared`)).json as {
      readonly lines: readonly { readonly id: string }[];
    };
    return bob.ask('DELETE', `/tables/${table}/prepared/${lines[0]?.id}`);
  },
  rematch: async () => ada.post(`/tables/${await over('again')}/rematch`, { id: 'again', agree: true }),
  say: async () => ada.post(`/tables/${await waiting('said')}/chat`, { id: 'say', text: 'hello' }),
  getProfile: () => rated(() => ada.get('/people/bob')),
  listRatedGames: () => rated(() => ada.get('/people/bob/games')),
  getRatingGraph: () => rated(() => ada.get('/people/bob/graph/isaac/untimed')),
  getLeaderboard: () => ada.get('/ratings/isaac/untimed'),
  listPrograms: () => ada.get('/programs/isaac/untimed'),
  createTournament: () => ada.post('/tournaments', { id: 'created', terms: tournament }),
  listTournaments: async () => {
    await tournamentOf('listed');
    return ada.get('/tournaments?status=open&limit=5');
  },
  getTournament: async () => ada.get(`/tournaments/${await begun('shown')}`),
  getStandings: async () => ada.get(`/tournaments/${await begun('standings')}/standings`),
  getRound: async () => ada.get(`/tournaments/${await begun('paired')}/rounds/1`),
  joinTournament: async () => bob.post(`/tournaments/${await tournamentOf('joined')}/join`, {}),
  leaveTournament: async () => bob.post(`/tournaments/${await begun('left')}/leave`, {}),
  startTournament: async () => {
    const id = await tournamentOf('started');
    await ada.post(`/tournaments/${id}/join`, {});
    await bob.post(`/tournaments/${id}/join`, {});
    return ada.post(`/tournaments/${id}/start`, {});
  },
  rescheduleTournament: async () => {
    const start = { startsAt: Date.now() + 3_600_000, timeZone: 'Europe/Paris' };
    return ada.post(`/tournaments/${await tournamentOf('moved')}/reschedule`, start);
  },
  cancelTournament: async () => ada.post(`/tournaments/${await tournamentOf('cancelled')}/cancel`, {}),
  pauseTournament: async () => ada.post(`/tournaments/${await begun('paused')}/pause`, {}),
  resumeTournament: async () => {
    const id = await begun('resumed');
    await ada.post(`/tournaments/${id}/pause`, {});
    return ada.post(`/tournaments/${id}/resume`, {});
  },
  undoRound: async () => ada.post(`/tournaments/${await begun('undone')}/rounds/1/undo`, {}),
  correctResult: async () =>
    ada.post(`/tournaments/${await begun('corrected')}/rounds/1/boards/1/result`, { places: [1, 2] }),
  importTournament: async () => {
    const players = ['Ada', 'Bob'].map(
      (name, at) => `001 ${String(at + 1).padStart(4)}      ${name}`.padEnd(80) + ` 0.0    ${at + 1}`,
    );
    const report = ['012 Winter', 'XXR 1', ...players].join('\n');
    return ada.post(`/tournaments/${await tournamentOf('imported')}/import`, { report });
  },
  requestBye: async () => {
    const id = await tournamentOf('sat-out');
    await bob.post(`/tournaments/${id}/join`, {});
    return bob.post(`/tournaments/${id}/byes`, { round: 1, points: 0 });
  },
  removeEntrant: async () => ada.post(`/tournaments/${await begun('removed')}/entrants/2/remove`, {}),
  listRelations: () => ada.get('/me/relations'),
  addRelation: () => rated(() => ada.post('/me/relations', { kind: 'follow', person: { username: 'bob' } })),
  removeRelation: async () => {
    const person = { table: await running('muted'), seat: 1 };
    const { json } = await ada.post('/me/relations', { kind: 'mute', person });
    return ada.ask('DELETE', `/me/relations/${(json as { readonly id: string }).id}`);
  },
  report: async () =>
    ada.post('/reports', { person: { table: await running('reported'), seat: 1 }, reason: 'stalling', text: '' }),
  getMe: () => ada.get('/me'),
  listOwnTables: () => ada.get('/me/tables?phase=unfinished'),
  createToken: newTokenOfEve,
  listTokens: async () => {
    await newTokenOfEve();
    return asEve('GET', '/api/me/tokens');
  },
  revokeToken: async () => {
    const { token, secret } = (await newTokenOfEve()).json as { token: { id: string }; secret: string };
    const bot = new ApiClient(server.url, secret);
    expect((await bot.get('/me')).status).toBe(200);
    const revoked = await asEve('DELETE', `/api/me/tokens/${token.id}`);
    expect((await bot.get('/me')).status).toBe(401);
    return revoked;
  },
};

/** Who moves next, and their first move, once the views show that so many moves were made. */
async function nextMove(table: string, plies: number): Promise<{ readonly player: ApiClient; readonly move: string }> {
  for (;;) {
    for (const player of [ada, bob]) {
      const { legal = [], match } = (await player.get(`/tables/${table}`)).json as {
        readonly legal?: readonly string[];
        readonly match: { readonly plies: number } | null;
      };
      if (legal[0] !== undefined && match?.plies === plies) return { player, move: legal[0] };
    }
  }
}

let ratedGame: Promise<void> | undefined;

/** After a rated game, which gives both a profile. */
async function rated(call: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  ratedGame ??= (async () => {
    const opened = await ada.post('/tables', {
      id: 'rated',
      terms: terms('isaac', { chairs: ['me', 'open'], seating: 'drawn', visibility: 'open', rated: true }),
    });
    const table = tableIn(opened);
    tableIn(await bob.post(`/tables/${table}/join`, { id: 'rated', chair: 1 }));
    // Five moves each: a shorter game is not rated.
    for (let ply = 0; ply < 10; ply++) {
      const { player, move } = await nextMove(table, ply);
      tableIn(await player.post(`/tables/${table}/actions`, { id: `r${ply}`, action: { kind: 'move', move } }));
    }
    tableIn(await bob.post(`/tables/${table}/actions`, { id: 'end', action: { kind: 'resign' } }));
    await expect.poll(async () => (await ada.get('/people/bob')).status).toBe(200);
  })();
  await ratedGame;
  return call();
}

test('the document is valid OpenAPI 3.1', async () => {
  expect(openapi.openapi).toBe('3.1.0');
  const { valid, errors } = await new Validator().validate({ ...structuredClone(openapi) });
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('the limits of requests are integers in headers', () => {
  const headers = Object.entries(openapi.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([, methods]) => Object.values(methods))
    .map(({ responses }) => Object.entries(responses['200']?.headers ?? {}));
  for (const each of headers)
    expect(each.map(([name, { schema }]) => [name, schema])).toEqual(
      ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [name, { type: 'integer' }]),
    );
});

describe('every operation', () => {
  const ids = Object.keys(CALLS);
  test('of the document is called here, and no other', () => {
    const documented = Object.values(openapi.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(documented.toSorted()).toEqual(ids.toSorted());
  });

  test.each(ids)('%s answers as the document says', async (id) => {
    const operation = Object.values(openapi.paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === id);
    const answer = await CALLS[id]?.();
    const [done = ''] = Object.keys(operation?.responses ?? {}).filter((status) => status.startsWith('2'));
    expect(`${answer?.status}`, answer?.text).toBe(done);
    const schema = Object.values(operation?.responses[done]?.content ?? {})[0]?.schema ?? {};
    const check = new Ajv2020({ strict: false, validateFormats: false }).compile({
      ...schema,
      components: openapi.components,
    });
    check(answer?.json);
    expect(check.errors ?? []).toEqual([]);
  });

  test('that needs a token refuses a request without one, by name', async () => {
    const stranger = new ApiClient(server.url);
    for (const [path, methods] of Object.entries(openapi.paths)) {
      if (!path.startsWith('/api/v1/')) continue;
      for (const [method, { operationId }] of Object.entries(methods)) {
        const own = path
          .replace('/api/v1', '')
          .replace('{table}', 'a'.repeat(22))
          .replaceAll(/\{(?:round|entrant)\}/g, '1')
          .replaceAll(/\{\w+\}/g, 'x');
        const isOpen = [
          'games',
          'schema',
          'positions',
          'search',
          'archives',
          'tables',
          'records',
          'people',
          'programs',
          'ratings',
          'tournaments',
        ].includes(own.split('/')[1] ?? '');
        if (method === 'get' && isOpen) continue;
        const answer = await stranger.ask(method.toUpperCase(), own);
        expect([operationId, answer.status, answer.text]).toEqual([operationId, 401, '{"error":{"name":"no-token"}}']);
      }
    }
  });
});

/** The operation of this id, with the part of its path below the API. */
const operations = () =>
  Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );

describe('the document', () => {
  test('says of every operation what it needs, its limits, and an example that fits', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const seen = new Set<string>();
    ajv.addSchema({ $id: 'api', components: openapi.components });
    for (const { operationId, description, parameters = [], requestBody, responses } of operations()) {
      expect(description, operationId).toMatch(/With (?:or without a token|a token of|the session)/);
      const contents = [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {}));
      const examples = [...contents, ...parameters].filter(({ example }) => example !== undefined);
      expect(examples.length, operationId).toBeGreaterThan(0);
      for (const { schema, example } of examples) {
        const text = JSON.stringify([schema, example]);
        if (seen.has(text)) continue;
        seen.add(text);
        const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object);
        check(example);
        expect([operationId, check.errors ?? [], example]).toEqual([operationId, [], example]);
      }
    }
    const limits = operations().map(({ operationId, description }) => `${operationId}: ${description}`);
    expect(limits.join('\n')).toMatch(/createTournament: .* Limit: \d+ at once and .*, for each address\./);
  });

  test('has examples of tables, tournaments and moves that the server accepts', async () => {
    const bodyOf = (id: string) =>
      Object.values(operations().find(({ operationId }) => operationId === id)?.requestBody?.content ?? {})[0]?.example;
    const table = tableIn(await ada.post('/tables', bodyOf('openTable')));
    // In the example the chair is the one of who opened the table.
    expect((await bob.post(`/tables/${table}/join`, bodyOf('joinTable'))).text).toContain('chair-taken');
    tableIn(await bob.post(`/tables/${table}/join`, { id: 'join', chair: 1 }));
    tableIn(await ada.post(`/tables/${await running('example')}/actions`, bodyOf('act')));
    expect((await ada.post('/tournaments', bodyOf('createTournament'))).status).toBe(200);
  });
});

/** Faults of an answer against what the document says of this status of the operation. */
function faultsIn({ responses }: OperationDocument, { status, json, text }: ApiAnswer): unknown {
  const schema = responses[status]?.content?.['application/json']?.schema;
  if (schema === undefined) return `status ${status} is not in the document: ${text}`;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const check = ajv.compile({ ...schema, components: openapi.components });
  return check(json) ? null : check.errors;
}

describe('a refused request', () => {
  const table = 'a'.repeat(22);
  const filled = (path: string, part: string): string =>
    path
      .replace('{table}', part.length > 100 ? part : table)
      .replaceAll(/\{(?:round|entrant)\}/g, '1')
      .replaceAll(/\{\w+\}/g, part);
  const ask = async (method: string, path: string, more: RequestInit = {}): Promise<ApiAnswer> => {
    const response = await fetch(`${server.url}${path}`, { method, ...more });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
  };

  test('has a status and a name that the document lists for its operation', async () => {
    const json = { 'content-type': 'application/json' };
    const token = { authorization: `Bearer ${adasToken}` };
    const wrong: readonly (readonly [RequestInit, number])[] = [
      [{ headers: { authorization: 'Bearer x' } }, 401],
      [{ headers: { ...token, ...json }, body: '{' }, 400],
      [{ headers: { ...token, 'content-type': 'text/csv' }, body: 'x' }, 415],
      [{ headers: { ...token, ...json }, body: JSON.stringify({ id: 'x'.repeat(20_000) }) }, 413],
      [{ headers: { ...token, ...json }, body: '{}' }, 0],
    ];
    for (const operation of operations()) {
      const isOwn = operation.path.startsWith('/api/v1/');
      for (const [more, status] of wrong) {
        if (operation.method === 'GET' && more.body !== undefined) continue;
        // A report of a tournament may be longer than other bodies.
        const isLong = status === 413 && operation.operationId === 'importTournament';
        const sent = isLong ? { ...more, body: JSON.stringify({ report: 'x'.repeat(140_000) }) } : more;
        const answer = await ask(operation.method, filled(operation.path, 'x'), sent);
        expect(faultsIn(operation, answer), `${operation.operationId} ${answer.status}`).toBeNull();
        if (isOwn && status > 0)
          expect([operation.operationId, answer.status]).toEqual([operation.operationId, status]);
      }
      if (!operation.path.includes('{')) continue;
      const long = await ask(operation.method, filled(operation.path, 'x'.repeat(3000)), { headers: token });
      expect(faultsIn(operation, long), `${operation.operationId} ${long.status} ${long.text}`).toBeNull();
    }
  });

  test('with another method is 405, and says which methods there are', async () => {
    for (const { path } of operations()) {
      const { status, headers, json } = await ask('PATCH', filled(path, 'x'));
      const methods = operations().filter((other) => other.path === path);
      expect([path, status, json]).toMatchObject([path, 405, { error: { name: 'wrong-method' } }]);
      for (const { method } of methods) expect(headers.get('allow')?.split(', ')).toContain(method);
    }
    expect((await ask('PATCH', '/api/v1/nothing')).status).toBe(404);
  });

  test('of a command names what the document lists, and 429 always says when to try again', async () => {
    const id = await running('refused');
    const operationOf = (wanted: string) => operations().find(({ operationId }) => operationId === wanted);
    const refusals: readonly (readonly [string, number, Promise<ApiAnswer>])[] = [
      ['act', 409, bob.post(`/tables/${id}/actions`, { id: 'a', action: { kind: 'move', move: '00-02' } })],
      ['act', 422, ada.post(`/tables/${id}/actions`, { id: 'b', action: { kind: 'move', move: 'zz' } })],
      ['act', 409, ada.post(`/tables/${id}/actions`, { id: 'c', action: { kind: 'move', move: '00-02', plies: 4 } })],
      ['act', 409, ada.post(`/tables/${id}/actions`, { id: 'd', action: { kind: 'take-back', to: 0 } })],
      ['joinTable', 409, ada.post(`/tables/${id}/join`, { id: 'e', chair: 0 })],
      ['rematch', 409, ada.post(`/tables/${id}/rematch`, { id: 'f', agree: true })],
      ['getTableRecord', 409, ada.get(`/tables/${id}/record`)],
      ['prepareMoves', 409, ada.post(`/tables/${id}/prepared`, { id: 'g', played: [], line: ['00-02'] })],
      ['openTable', 422, ada.post('/tables', { id: 'h', terms: terms('isaac', { options: { counter: 'x' } }) })],
      ['report', 404, ada.post('/reports', { person: { username: 'stranger' }, reason: 'stalling', text: '' })],
    ];
    for (const [name, status, asked] of refusals) {
      const [operation, answer] = [operationOf(name), await asked];
      expect([name, answer.status, answer.text]).toEqual([name, status, answer.text]);
      expect(operation && faultsIn(operation, answer), `${name} ${answer.text}`).toBeNull();
    }
    expect(server.log.filter((line) => line.includes('not in the document'))).toEqual([]);
  });
});

test('the names of errors in the document are those of its operations', () => {
  const listed = operations().flatMap(({ responses }) =>
    [...JSON.stringify(responses).matchAll(/"name":\{"enum":(\[[^\]]*\])/g)].flatMap(
      ([, names = '']) => JSON.parse(names) as string[],
    ),
  );
  const { Error: error } = openapi.components.schemas as {
    readonly Error: { properties: { error: { properties: { name: { enum: string[] } } } } };
  };
  expect(error.properties.error.properties.name.enum.toSorted()).toEqual(
    [...new Set([...listed, 'wrong-method'])].toSorted(),
  );
});

test('a token can neither list, nor create, nor revoke tokens', async () => {
  const { json } = await newTokenOfEve();
  const { token, secret } = json as { readonly token: { readonly id: string }; readonly secret: string };
  const wider = { label: 'more', scopes: ['read', 'play', 'bot'], days: null };
  for (const [method, path, body] of [
    ['GET', '/api/me/tokens'],
    ['POST', '/api/me/tokens', wider],
    ['DELETE', `/api/me/tokens/${token.id}`],
    ['POST', '/api/me/confirm', { password: 'seven green lanterns' }],
  ] as const) {
    const headers = {
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([method, answer.status, await answer.text()]).toEqual([method, 401, '{"error":{"name":"no-session"}}']);
  }
  for (const method of ['GET', 'POST'])
    expect((await new ApiClient(server.url, secret).ask(method, '/me/tokens')).status).toBe(404);
});

test('the reference page names every operation, without scripts and inline styles', async () => {
  const response = await fetch(`${server.url}/api`);
  const html = await response.text();
  expect(response.headers.get('content-type')).toContain('text/html');
  for (const id of Object.keys(CALLS)) expect(html).toContain(`id="${id}"`);
  expect(html).not.toMatch(/<script|<style|style=|https?:\/\//);
  expect((await fetch(`${server.url}/api/reference.css`)).status).toBe(200);
});
