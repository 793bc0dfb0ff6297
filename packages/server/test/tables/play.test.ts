import { createHash } from 'node:crypto';
import { replay, verifyShuffle } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { SEED } from '@tablier/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { join, playRandomly, sitDown, terms, type TestClient } from '@tablier/testkit/online';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const EASY = { burst: 1e6, perSecond: 1e6 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    limits: { guests: EASY, lines: EASY, messages: EASY, commands: EASY, tables: EASY },
  });
});
afterAll(() => server.remove());

async function people(...names: string[]): Promise<TestClient[]> {
  return Promise.all(names.map((name) => join(server.url, name)));
}

describe('two people play by link', () => {
  test.each(games.map(({ id }) => id))('%s to the end, by what their views let them choose', async (id) => {
    const players = await people('Ada', 'Grace');
    const table = await sitDown(players, terms(id));
    const seen = await Promise.all(players.map((player, seat) => playRandomly(player, table, `${SEED} ${seat}`)));
    const [first, second] = seen;
    expect(first?.match?.end?.by, `seed ${SEED}`).toBe('rules');
    expect({ ...second, you: 0 }).toEqual(first);
    const replayed = replay(findGame, first?.match?.record);
    expect(replayed.ok).toBe(true);
    expect(first?.match?.record?.moves).toHaveLength(first?.match?.plies ?? -1);
    for (const player of players) await player.leave();
  });
});

test('the shuffle that was shown at the start is the one revealed at the end', async () => {
  const [ada, grace] = await people('Ada', 'Grace');
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const table = await sitDown([ada, grace], terms('masker'));
  const before = (await ada.view(table)).shuffle;
  expect(before?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(before?.nonce).toBeNull();
  await grace.act(table, { kind: 'resign' });
  const { shuffle, match } = await ada.view(table, ({ phase }) => phase === 'over');
  const record = match?.record;
  if (!record || !shuffle?.nonce) throw new Error('nothing was revealed');
  expect(shuffle.hash).toBe(before?.hash);
  expect(await verifyShuffle(shuffle.hash, { record, nonce: shuffle.nonce }, sha256)).toBe(true);
  const other = { ...record, deal: { grid: '', tokens: 'RY' } };
  expect(await verifyShuffle(shuffle.hash, { record: other, nonce: shuffle.nonce }, sha256)).toBe(false);
});
