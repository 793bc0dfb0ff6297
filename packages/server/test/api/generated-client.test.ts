import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { newMember, newToken, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

const CACHE = join(import.meta.dirname, '..', '..', '..', '..', '.cache');

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer(UNLIMITED);
  // Inside the repository, so that its modules are compiled like ours.
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(join(CACHE, 'client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.remove();
});

/** The functions of the generated client that the test uses. */
type Call = (options: object) => Promise<{ readonly data?: unknown; readonly error?: unknown }>;
interface Generated {
  readonly openTable: Call;
  readonly joinTable: Call;
  readonly getTable: Call;
  readonly act: Call;
}
interface View {
  readonly phase: string;
  readonly version: number;
  readonly legal?: readonly string[];
  readonly match: { readonly end: { readonly by: string } | null } | null;
}

test('a client that is generated from the document plays whole games, with and without secrets', async () => {
  const input = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Record<string, unknown>;
  await createClient({
    input,
    output: folder,
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  const client = (await import(/* @vite-ignore */ join(folder, 'index.ts'))) as Generated;
  const tokens = await Promise.all(
    ['Ada', 'Bob'].map(async (name) => (await newToken(server.url, await newMember(server.url, name), ['bot'])).secret),
  );
  const [ada = {}, bob = {}] = tokens.map((token) => ({ baseUrl: server.url, auth: token }));
  const must = async <T>(answer: ReturnType<Call>): Promise<T> => {
    const { data, error } = await answer;
    expect(error).toBeUndefined();
    return data as T;
  };
  for (const id of ['isaac', 'masker']) {
    const body = { id: `open-${id}`, terms: terms(id) };
    const { table } = await must<{ readonly table: string }>(client.openTable({ ...ada, body }));
    await must(client.joinTable({ ...bob, path: { table }, body: { id: 'join', chair: 1 } }));
    for (let view: View | null = null; view?.phase !== 'over';) {
      for (const player of [ada, bob]) {
        view = await must<View>(client.getTable({ ...player, path: { table } }));
        const { legal = [], version } = view;
        const move = legal[version % Math.max(1, legal.length)];
        if (move === undefined) continue;
        await must(
          client.act({ ...player, path: { table }, body: { id: `m${version}`, action: { kind: 'move', move } } }),
        );
      }
      if (view?.phase === 'over') expect(view.match?.end?.by).toBe('rules');
    }
  }
});
