/**
 * Creates `before-pinned-rules.backup` and `before-pinned-rules.json`: a database as the version of commit 65b395c left
 * it, before tables stored their rules version. Two people play all four games. Two more tables were damaged by hand:
 * one contains an unreadable move, and the game of the other does not exist. It was run with the sources of that
 * commit, as `npx tsx packages/server/test/previous/make.ts packages/server/test/previous`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRng } from '@tablier/core';
import type { TableTerms } from '@tablier/protocol';
import { backup, type Redactor } from '@tablier/store';
import { mustOpen } from '@tablier/testkit';
import { newGuest, randomChoice, sitDown, terms, TestClient } from '@tablier/testkit/online';
import { startServer } from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tablier-previous-'));
const start = () => startServer({ port: 0, host: '127.0.0.1', dataDir: folder, log: () => undefined });
const server = await start();
const cookies = [await newGuest(server.url, 'Ada'), await newGuest(server.url, 'Basil')];
const players = await Promise.all(cookies.map((cookie) => new TestClient(server.url, cookie).connect()));

async function tableWith(game: string, changes: Partial<TableTerms>, plies: number): Promise<string> {
  const table = await sitDown(players, terms(game, changes));
  const rng = new SeededRng(game);
  for (let ply = 0; ply < plies; ply++) {
    const [first] = players;
    const view = await first?.view(table, ({ match }) => match?.plies === ply && (match.clock?.seat ?? 0) >= 0);
    const mover = players[view?.match?.view.turn ?? 0];
    if (view === undefined || mover === undefined) throw new Error('no seat to move');
    const seen = await mover.view(table, ({ match }) => match?.plies === ply);
    await mover.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(seen, rng) } });
  }
  return table;
}

const fast = { system: 'fischer', base: 600, increment: 5 } as const;
const tables = {
  isaac: await tableWith('isaac', { clock: fast, visibility: 'open' }, 6),
  nasca: await tableWith('nasca', { clock: { system: 'days', days: 3, vacation: 0 } }, 5),
  masker: await tableWith('masker', { clock: fast, visibility: 'open' }, 7),
  arcanor: await tableWith('arcanor', {}, 6),
  unreadable: await tableWith('isaac', { clock: fast, visibility: 'open' }, 4),
  removed: await tableWith('isaac', { clock: fast, visibility: 'open' }, 4),
};
await Promise.all(players.map((player) => player.leave()));
await server.close();
const at = Date.now();

const listing = { status: 'running', summary: null } as const;
const withoutReadableMove: Redactor = ({ head }, events) => {
  const moved = events.findLast(({ kind }) => kind === 'moved');
  return moved === undefined
    ? null
    : { head, data: new Map([[moved.seq, { ...Object(moved.data), move: 'zz16-76' }]]), listing };
};
const ofGameThatIsGone: Redactor = ({ head }) => {
  const text = JSON.stringify(head).replaceAll('"isaac"', '"gone"');
  return { head: JSON.parse(text) as unknown, data: new Map(), listing };
};
const store = await mustOpen({ folder });
await store.redact(tables.unreadable, withoutReadableMove);
await store.redact(tables.removed, ofGameThatIsGone);
await store.close();

const out = process.argv[2] ?? '.';
const saved = await backup({ folder }, join(out, 'before-pinned-rules.backup'));
if (!saved.ok) throw new Error(saved.error.detail);
writeFileSync(join(out, 'before-pinned-rules.json'), `${JSON.stringify({ at, cookies, tables }, null, 2)}\n`);
rmSync(folder, { recursive: true });
