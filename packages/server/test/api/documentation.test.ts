import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findGame, games } from '@tablier/games';
import { makeSetup, SeededRng } from '@tablier/core';
import { ApiClient, newMember, newToken, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusOf } from '@tablier/protocol/operations';
import { DEFAULT_HELD, DEFAULT_LIMITS, UNLIMITED } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

const run = promisify(execFile);
const TEXT = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'api.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...TEXT.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, own, code]) => (own === language ? [code ?? ''] : []));

/** The text on one line, as its lines break anywhere. */
const FLAT = TEXT.replaceAll(/\s+/g, ' ');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(UNLIMITED);
});
afterAll(() => server.remove());

const tokenOf = async (name: string): Promise<string> =>
  (await newToken(server.url, await newMember(server.url, name), ['bot'])).secret;

test('the examples of docs/api.md have the described results', async () => {
  const script = ['set -euo pipefail', ...blocks('sh')].join('\n').replaceAll('http://127.0.0.1:3000', server.url);
  const { stdout } = await run('bash', ['-c', script], { env: { ...process.env, TOKEN: await tokenOf('Ada') } });
  for (const part of ['"protocol":', '"scopes":["bot"]', '"legal":["00-02"', '"version":', '"by":"resign"'])
    expect(stdout).toContain(part);
});

test('the hash of a deal is checked by the program of docs/api.md', async () => {
  const [ada, bob] = [
    new ApiClient(server.url, await tokenOf('Grace')),
    new ApiClient(server.url, await tokenOf('Alan')),
  ];
  const { table } = (await ada.post('/tables', { id: 'o', terms: terms('masker') })).json as { readonly table: string };
  await bob.post(`/tables/${table}/join`, { id: 'j', chair: 1 });
  await expect.poll(async () => (await ada.get(`/tables/${table}`)).text).toContain('"phase":"playing"');
  await ada.post(`/tables/${table}/actions`, { id: 'r', action: { kind: 'resign' } });
  await expect.poll(async () => (await ada.get(`/tables/${table}/record`)).status).toBe(200);
  const record = (await ada.get(`/tables/${table}/record`)).text;
  const program = `${blocks('python').join('\n')}\nimport sys\nprint(is_fair(json.loads(sys.argv[1])))`;
  expect((await run('python3', ['-c', program, record])).stdout.trim()).toBe('True');
  const other = record.replace('"nonce":"', '"nonce":"0');
  expect((await run('python3', ['-c', program, other])).stdout.trim()).toBe('False');
});

test.each(games.map(({ id }) => id))('every field of the view of %s has its words', (id) => {
  const game = findGame(id);
  if (game === undefined) throw new Error('no game');
  const section = TEXT.split(`### ${game.name}\n`)[1]?.split('\n## ')[0]?.split('\n### ')[0] ?? '';
  const deal = game.deals.draw(game.presets['default'] ?? {}, game.players[0] ?? 2, new SeededRng('docs'));
  const setup = makeSetup(game, { deal });
  if (!setup.ok) throw new Error(setup.error.detail);
  const shared = ['options', 'players', 'turn', 'turnIndex', 'passed', 'outcome'];
  const fields = Object.keys(game.view(game.start(setup.value), 0)).filter((field) => !shared.includes(field));
  expect(fields.filter((field) => !new RegExp(`^- \`${field}\`:`, 'm').test(section))).toEqual([]);
});

test('the limits and the operations are those of the server', async () => {
  const { burst, perSecond } = DEFAULT_LIMITS.api;
  expect(FLAT).toContain(`${burst} requests at once and ${perSecond} more each second`);
  expect(FLAT).toContain(`${DEFAULT_LIMITS.commands.burst} commands at once`);
  expect(FLAT).toContain(`${DEFAULT_HELD.eventStreams} event streams for each token`);
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { readonly paths: object };
  const posts = Object.entries(paths).flatMap(([path, methods]) =>
    'post' in (methods as object) ? [`POST ${path.replace('/api/v1', '')}`] : [],
  );
  expect(posts.filter((post) => !FLAT.includes(`\`${post}\``))).toEqual([]);
});

test('the status of each error is the one in docs/api.md', () => {
  const rows = [...TEXT.matchAll(/^- (\d{3}) `([\w-]+)`:/gm)];
  expect(rows.length).toBeGreaterThan(15);
  // Fastify refuses a body that is no JSON before an operation is found: `http/errors.ts`.
  for (const [, status = '', name = ''] of rows.filter(([, , each]) => each !== 'bad-json'))
    expect(`${name} ${statusOf(name)}`).toBe(`${name} ${status}`);
});
