import type { TableTerms } from '@tablier/protocol';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { People, createPersonalDataIndex } from '../../src/accounts/people.ts';
import { addOperations } from '../../src/api/operation.ts';
import { ownOperations, relationOperations } from '../../src/api/own.ts';
import type { Services } from '../../src/api/services.ts';
import { systemChance } from '../../src/lib/context.ts';
import { RateLimiter } from '../../src/lib/rate-limits.ts';
import { Relations } from '../../src/relations/relations.ts';
import { addMember, addRated, AT, storeOfFile } from '../a-store.ts';
import { testGate } from '../api/gate.ts';
import { type RunningRooms, startRooms } from '../tables/real-rooms.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

const home = storeOfFile();
let app: FastifyInstance;
let running: RunningRooms;
let people: People;
let now = AT;
const limiter = (burst: number): RateLimiter => new RateLimiter({ burst, perSecond: 0.001 }, () => now);

beforeAll(async () => {
  const { store } = home;
  for (const name of ['Bob', 'Cleo']) await addMember(store, name);
  await addRated(store, 'one', ['bob', 'cleo']);
  running = await startRooms(store, () => now);
  people = new People({ repository: store.accounts, chance: systemChance, now: () => now, log: SILENT });
  const deps = { ...running, store, personalDataIndex: createPersonalDataIndex(store.accounts), chance: systemChance };
  const relations = new Relations({ ...deps, presence: { isHere: () => true }, now: () => now });
  app = fastify();
  const limits = { lookups: limiter(2), settings: limiter(4), reports: limiter(3) };
  const gate = testGate(store, people, (name) => (name in limits ? limits[name as keyof typeof limits] : limiter(9)));
  const accounts = { tokens: gate.tokens };
  // What these operations need of the services of a server.
  const services = { ...running, context: { store, now: () => now }, accounts, relations } as unknown as Services;
  addOperations(app, [...ownOperations(services), ...relationOperations(services)], gate);
});
afterEach(() => {
  now += 1e9;
});
afterAll(async () => {
  await app.close();
  await running.close();
});

interface Guest {
  readonly id: string;
  readonly cookie: string;
}

async function newGuest(name: string): Promise<Guest> {
  const { person, token } = await people.newGuest(name, '');
  return { id: person.id, cookie: `tablier_session=${token}` };
}

let addresses = 0;
/** What the server answers, as text. Every request comes from an address of its own. */
async function ask(who: Guest | null, request: string, payload?: object, address = `192.0.2.${addresses++}`) {
  const [method = 'GET', url = ''] = request.split(' ');
  const { statusCode, body, headers } = await app.inject({
    method: method as 'GET',
    url,
    remoteAddress: address,
    headers: who === null ? {} : { cookie: who.cookie },
    ...(payload !== undefined && { payload }),
  });
  const retry = headers['retry-after'];
  return `${statusCode} ${body}${retry === undefined ? '' : ` after ${retry} s`}`;
}

const error = (status: number, name: string): string => `${status} ${JSON.stringify({ error: { name } })}`;
const bad = (detail: string): string => `400 ${JSON.stringify({ error: { name: 'bad-request', detail } })}`;
const TOO_MANY = '429 {"error":{"name":"too-many","retryMs":1000000}} after 1000 s';
const BLOCK = { kind: 'block', person: { username: 'bob' } };
const REPORT = { person: { username: 'bob' }, reason: 'chat', text: '' };

test('every request needs a session', async () => {
  for (const [request, body] of [
    ['GET /api/v1/me/relations'],
    ['POST /api/v1/me/relations', BLOCK],
    ['DELETE /api/v1/me/relations/x'],
    ['PUT /api/me/contact', {}],
    ['DELETE /api/me/warnings'],
    ['POST /api/v1/reports', REPORT],
  ] as const)
    expect(await ask(null, request, body), request).toBe(
      error(401, request.includes('/v1/') ? 'no-token' : 'no-session'),
    );
});

test('a relation is added, listed and removed', async () => {
  const ada = await newGuest('Ada');
  const added = /^200 \{"id":"([\w-]{22})"\}$/.exec(await ask(ada, 'POST /api/v1/me/relations', BLOCK));
  expect(added).not.toBeNull();
  const listed = await ask(ada, 'GET /api/v1/me/relations');
  expect(listed).toMatch(/^200 /);
  expect(JSON.parse(listed.slice(4))).toMatchObject({ blocked: [{ id: added?.[1], name: 'Bob' }] });
  expect(await ask(ada, `DELETE /api/v1/me/relations/${added?.[1] ?? ''}`)).toBe('200 {}');
  expect(await ask(ada, 'GET /api/v1/me/relations')).toContain('"blocked":[]');
  expect(await ask(ada, 'PUT /api/me/contact', { challenges: 'none', presence: true })).toBe('204 ');
  expect(await home.store.relations.contactOf(ada.id)).toEqual({ challenges: 'none', presence: true });
  expect(await ask(ada, 'DELETE /api/me/warnings')).toBe('204 ');
});

test('what was not understood is refused, each request by its name', async () => {
  const ada = await newGuest('Ada');
  const wrong = { ...BLOCK, colour: 'red' };
  expect(await ask(ada, 'POST /api/v1/me/relations', wrong)).toBe(bad('colour'));
  expect(await ask(ada, 'PUT /api/me/contact', { challenges: 'some', presence: true })).toBe(bad('challenges'));
  expect(await ask(ada, 'POST /api/v1/reports', { ...REPORT, reason: 'boredom' })).toBe(bad('reason'));
  expect(await ask(ada, 'POST /api/v1/reports', { ...REPORT, more: 'x'.repeat(17_000) })).toBe(error(413, 'too-large'));
});

test('a refusal has the status of its cause', async () => {
  const ada = await newGuest('Ada');
  expect(await ask(ada, 'POST /api/v1/me/relations', { ...BLOCK, kind: 'follow' })).toBe(error(403, 'no-account'));
  const unknown = { ...BLOCK, person: { username: 'no-one' } };
  expect(await ask(ada, 'POST /api/v1/me/relations', unknown)).toBe(error(404, 'unknown-person'));
  expect(await ask(ada, 'POST /api/v1/reports', { ...REPORT, reason: 'other' })).toBe(error(422, 'bad-report'));
});

test('lists and changes are limited by person, each on its own', async () => {
  const [ada, eve] = [await newGuest('Ada'), await newGuest('Eve')];
  for (let time = 0; time < 2; time++) expect(await ask(ada, 'GET /api/v1/me/relations')).toMatch(/^200/);
  expect(await ask(ada, 'GET /api/v1/me/relations')).toBe(TOO_MANY);
  for (let time = 0; time < 4; time++) expect(await ask(ada, 'DELETE /api/me/warnings')).toBe('204 ');
  for (const [request, body] of [
    ['POST /api/v1/me/relations', BLOCK],
    ['PUT /api/me/contact', { challenges: 'none', presence: true }],
    ['POST /api/v1/reports', REPORT],
  ] as const)
    expect(await ask(ada, request, body), request).toBe(TOO_MANY);
  expect(await ask(ada, 'DELETE /api/v1/me/relations/x')).toBe(TOO_MANY);
  expect(await ask(eve, 'GET /api/v1/me/relations')).toMatch(/^200/);
  expect(await ask(eve, 'DELETE /api/me/warnings')).toBe('204 ');
});

test('reports are limited by address too, and those that were not understood do not count', async () => {
  const here = '198.51.100.1';
  const guests = await Promise.all(['A', 'B', 'C', 'D'].map((name) => newGuest(name)));
  const [first, ...others] = guests;
  if (first === undefined) throw new Error('no guests');
  expect(await ask(first, 'POST /api/v1/reports', {}, here)).toBe(bad('person'));
  for (const guest of others) expect(await ask(guest, 'POST /api/v1/reports', REPORT, here)).toBe('200 {}');
  expect(await ask(first, 'POST /api/v1/reports', REPORT, here)).toBe(TOO_MANY);
  expect(await ask(first, 'POST /api/v1/reports', REPORT)).toBe('200 {}');
});

const TERMS: TableTerms = {
  game: 'isaac',
  options: {},
  clock: { system: 'none' },
  takeBack: 'asked',
  visibility: 'open',
  seating: 'chosen',
  chairs: ['me', 'open'],
};

test('recent opponents are listed once, by the newest table, without those who never played', async () => {
  const ada = await newGuest('Ada');
  const { rooms } = running;
  let keys = 0;
  const play = async (
    id: string,
    changes: Partial<TableTerms> = {},
    chairs: readonly number[] = [1],
  ): Promise<string> => {
    now += 1000;
    const person = { id: ada.id, name: 'Ada' };
    const opened = await rooms.opener.open(person, `${ada.id}_${keys++}`, { ...TERMS, ...changes });
    if (!opened.ok) throw new Error(opened.error.name);
    const room = await rooms.find(opened.value);
    for (const chair of chairs) {
      const from = { person: { id: chair === 1 ? id : `${id}-${chair}`, name: `Name ${id}` }, at: now, lag: 0 };
      await room?.do(`${id}_${keys++}`, { kind: 'sit', table: opened.value, chair }, from);
    }
    await room?.idle();
    return opened.value;
  };
  const opponents = async (): Promise<unknown> => JSON.parse((await ask(ada, 'GET /api/me/opponents')).slice(4));
  expect(await ask(null, 'GET /api/me/opponents')).toBe('200 {"opponents":[]}');
  expect(await opponents()).toEqual({ opponents: [] });
  await play('bob');
  const cleo = await play('cleo');
  const bob = await play('bob');
  await play('dan', { chairs: ['me', 'open', 'open'], game: 'masker' });
  await play('bot', { chairs: ['me', { bot: 'strong' }] }, []);
  expect(await opponents()).toEqual({
    opponents: [
      { name: 'Name bob', invite: { table: bob, seat: 1 } },
      { name: 'Name cleo', invite: { table: cleo, seat: 1 } },
    ],
  });
  expect(await ask(ada, 'GET /api/me/opponents')).toMatch(/^429 .*"too-many"/);
  now += 1e9;
  for (let count = 0; count < 13; count++) await play(`other-${count}`);
  expect(await opponents()).toMatchObject({
    opponents: Array.from({ length: 12 }, (_, index) => ({ name: `Name other-${12 - index}` })),
  });
});
