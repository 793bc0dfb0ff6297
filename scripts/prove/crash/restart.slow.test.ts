import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { SeededRng } from '@tablier/core';
import { readClock } from '@tablier/match';
import { ServerProcess } from '../lib/server-process.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { join, playRandomly, randomChoice, sitDown, terms, type TestClient } from '@tablier/testkit/online';

let folder: string;
let server: ServerProcess;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(joinPath(tmpdir(), 'tablier-crash-'));
  url = await serve();
});
afterEach(async () => {
  await server.kill();
  rmSync(folder, { recursive: true });
});

async function serve(): Promise<string> {
  server = await ServerProcess.start({ dataDir: folder });
  return server.url;
}

test('killed in the midst of a match, the server has lost nothing that it acknowledged and done nothing twice', async () => {
  const players: TestClient[] = [await join(url, 'Ada'), await join(url, 'Grace')];
  const [ada, grace] = players;
  if (ada === undefined || grace === undefined) throw new Error('nobody');
  const table = await sitDown(players, terms('isaac'));
  await ada.must({ kind: 'say', table, text: 'good luck' });
  const rng = new SeededRng(7);
  const moves: string[] = [];
  for (let crash = 0; crash < 3; crash++) {
    for (let made = 0; made < 5; made++) {
      const view = await ada.view(table, ({ match }) => match?.plies === moves.length);
      const mover = players[view.match?.view.turn ?? -1];
      const move = randomChoice(view, rng);
      const answer = mover?.act(table, { kind: 'move', move });
      // The last move of each round is under way when the server dies: it is sent again, and counts once.
      if (made < 4) expect(await answer).toMatchObject({ ok: true });
      moves.push(move);
      if (made < 4) continue;
      await server.kill();
      url = await serve();
      await Promise.all(players.map((player) => player.connect(url)));
      expect(await answer).toMatchObject({ ok: true });
    }
    const seen = await grace.view(table, ({ match }) => match?.plies === moves.length);
    expect(seen.match?.moves.map(({ text }) => text)).toEqual(moves);
  }
  expect(await grace.chat(table, 'players', 1)).toEqual(['Ada: good luck']);
  const ends = await Promise.all(players.map((player, seat) => playRandomly(player, table, `after ${seat}`)));
  expect(ends[0]?.match?.record?.moves.slice(0, moves.length)).toEqual(moves);
  for (const player of players) await player.leave();
});

test('the time in which no server was there is charged to nobody', async () => {
  const players = [await join(url, 'Ada'), await join(url, 'Grace')];
  const [ada] = players;
  if (ada === undefined) throw new Error('nobody');
  const clock = { system: 'sudden-death', base: 6 } as const;
  const table = await sitDown(players, terms('isaac', { clock }));
  const started = await ada.view(table, ({ match }) => match?.clock?.seat === 0);
  const away = 8000;
  await server.kill();
  await new Promise((resolve) => setTimeout(resolve, away));
  url = await serve();
  await Promise.all(players.map((player) => player.connect(url)));
  const after = await ada.view(table, ({ version }) => version > started.version);
  // Longer than the whole clock was nobody there, and the match is still on.
  expect(after.phase).toBe('playing');
  const face = after.match?.clock;
  if (!face) throw new Error('no clock');
  expect(readClock(face, 0, face.since).total).toBeGreaterThan(3000);
  expect(face.since - (started.match?.clock?.since ?? 0)).toBeGreaterThanOrEqual(away);
  for (const player of players) await player.leave();
});
