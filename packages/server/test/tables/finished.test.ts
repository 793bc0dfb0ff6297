import { createHash } from 'node:crypto';
import { replay, verifyShuffle } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableRecord } from '@tablier/protocol';
import { join, sitDown, type TestClient, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

const ask = async (id: string) => {
  const response = await fetch(`${server.url}/api/v1/tables/${id}/record`);
  return { status: response.status, answer: (await response.json()) as unknown };
};

async function people(...names: string[]): Promise<TestClient[]> {
  return Promise.all(names.map((name) => join(server.url, name)));
}

describe('GET /api/v1/tables/:id/record', () => {
  test('returns nothing of a table before its end', async () => {
    const players = await people('Ada', 'Grace');
    const { table: waiting } = (await players[0]?.must({ kind: 'open', terms: terms('masker') })) ?? { table: '' };
    const playing = await sitDown(players, terms('masker'));
    for (const table of [waiting, playing])
      expect(await ask(table)).toEqual({ status: 409, answer: { error: { name: 'not-over' } } });
    expect(await ask('no-such-table-anywhere')).toEqual({ status: 404, answer: { error: { name: 'not-found' } } });
    for (const player of players) await player.leave();
  });

  test('returns the whole game afterwards: a valid record, the seats, hash and nonce', async () => {
    const players = await people('Ada', 'Grace');
    const table = await sitDown(players, terms('masker', { clock: { system: 'fischer', base: 300, increment: 3 } }));
    const before = (await players[0]?.view(table, ({ match }) => match?.clock?.seat === 0))?.shuffle;
    await players[1]?.must({ kind: 'act', table, action: { kind: 'resign' } });
    await players[0]?.view(table, ({ phase }) => phase === 'over');
    const { status, answer } = await ask(table);
    const record = answer as TableRecord;
    expect(status).toBe(200);
    expect(replay(findGame, record).ok).toBe(true);
    expect(record).toMatchObject({
      table,
      seats: [
        { kind: 'person', name: 'Ada' },
        { kind: 'person', name: 'Grace' },
      ],
      clock: { system: 'fischer' },
      end: { by: 'resign' },
    });
    const { hash = '', nonce = '' } = record.shuffle ?? {};
    expect(hash).toBe(before?.hash);
    expect(await verifyShuffle(hash, { record, nonce }, sha256)).toBe(true);
    for (const player of players) await player.leave();
  });

  test('has no hash if nothing was dealt at random', async () => {
    const players = await people('Ada', 'Grace');
    const table = await sitDown(players, terms('isaac'));
    await players[0]?.must({ kind: 'act', table, action: { kind: 'resign' } });
    await players[0]?.view(table, ({ phase }) => phase === 'over');
    expect((await ask(table)).answer).toMatchObject({ game: 'isaac', shuffle: null });
    for (const player of players) await player.leave();
  });
});
