import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRng } from '@tablier/core';
import type { TableView } from '@tablier/protocol';
import { restore, type StorePlace } from '@tablier/store';
import { makeEmptyPostgresDatabase } from '@tablier/testkit';
import { randomChoice, TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/index.ts';

/** What `make.ts` recorded with the database of the earlier version. */
interface Noted {
  /** When it was created. Milliseconds since 1970. */
  readonly at: number;
  /** Of Ada and Basil, who sit in the seats 0 and 1 of every table. */
  readonly cookies: readonly [string, string];
  readonly tables: Readonly<Record<'isaac' | 'nasca' | 'masker' | 'arcanor' | 'unreadable' | 'removed', string>>;
}

const file = (name: string): string => new URL(`./before-pinned-rules.${name}`, import.meta.url).pathname;
const { at, cookies, tables } = JSON.parse(readFileSync(file('json'), 'utf8')) as Noted;
const GAMES = ['isaac', 'nasca', 'masker', 'arcanor'] as const;

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'a database of the version before, with two broken tables, on %s',
  (kind) => {
    let folder: string;
    let server: RunningServer;
    let players: readonly [TestClient, TestClient];
    const log: string[] = [];

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tablier-previous-'));
      log.length = 0;
      const place: StorePlace = kind === 'SQLite' ? { folder } : { folder, url: await makeEmptyPostgresDatabase() };
      const restored = await restore(place, file('backup'));
      if (!restored.ok) throw new Error(restored.error.detail);
      // As if it were started a minute after it was created.
      const later = Date.now() - (at + 60_000);
      const now = (): number => Date.now() - later;
      server = await startServer({
        port: 0,
        host: '127.0.0.1',
        dataDir: folder,
        databaseUrl: place.url,
        log: (line) => log.push(line),
        online: { now },
      });
      const [ada, basil] = cookies.map((cookie) => new TestClient(server.url, cookie));
      if (ada === undefined || basil === undefined) throw new Error('no players');
      players = [await ada.connect(), await basil.connect()];
    });
    afterEach(async () => {
      await Promise.all(players.map((player) => player.leave()));
      await server.close();
      rmSync(folder, { recursive: true });
    });

    /** The player to move, and the view of that seat. */
    async function mover(table: string): Promise<[TestClient, TableView]> {
      const [view] = await Promise.all(players.map((player) => player.view(table)));
      const player = players[view?.match?.view.turn ?? 0];
      if (player === undefined) throw new Error('no seat to move');
      return [player, await player.view(table)];
    }

    test('starts, and all four games continue with their clocks', async () => {
      for (const game of GAMES) {
        const table = tables[game];
        const [player, before] = await mover(table);
        const plies = before.match?.plies ?? 0;
        expect(plies, game).toBeGreaterThan(0);
        const move = randomChoice(before, new SeededRng(game));
        await player.must({ kind: 'act', table, action: { kind: 'move', move } });
        const after = await player.view(table, ({ match }) => match?.plies === plies + 1);
        expect(after.phase, game).toBe('playing');
        const { clock = null, view } = after.match ?? {};
        expect(clock === null, game).toBe(before.clock.system === 'none');
        if (clock !== null)
          expect([clock.seat, clock.paused], `the clock of ${game} runs`).toEqual([view?.turn, false]);
      }
    });

    test('does not show the broken tables, names the reason, and writes nothing to them', async () => {
      const [ada] = players;
      for (const [id, name] of [
        [tables.unreadable, 'unreadable'],
        [tables.removed, 'unknown-game'],
      ] as const) {
        ada.core.watch(id);
        await ada.until(() => ada.table(id).error !== null);
        expect(ada.table(id).error?.name).toBe(name);
        expect(await ada.refusal({ kind: 'act', table: id, action: { kind: 'resign' } })).toBe(name);
        const answer = await fetch(`${server.url}/api/v1/tables/${id}/record`);
        expect([answer.status, await answer.json()]).toEqual([
          name === 'unknown-game' ? 404 : 409,
          { error: expect.objectContaining({ name }) as object },
        ]);
      }
      const faults = log.filter((line) => line.includes('table unreadable'));
      expect(faults, 'each is logged once').toHaveLength(2);
      expect(faults.join('\n')).toContain('zz16-76');
      for (const id of [tables.unreadable, tables.removed]) expect(faults.join('\n')).not.toContain(id);
    });

    test('lists the other tables of their people', async () => {
      const [cookie] = cookies;
      const mine = await fetch(`${server.url}/api/v1/me/tables`, { headers: { cookie } });
      expect(mine.status).toBe(200);
      const { tables: listed } = (await mine.json()) as { readonly tables: readonly { readonly id: string }[] };
      expect(listed.map(({ id }) => id).toSorted()).toEqual(GAMES.map((game) => tables[game]).toSorted());
    });
  },
);
