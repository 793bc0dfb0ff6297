import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { OpenStores } from './store-home.ts';

/** After how many confirmed appends a process is killed; a few more may follow before the kill. */
const CONFIRMED = 200;

const APPENDING = join(import.meta.dirname, 'appending.ts');

/** Kills processes that append: all confirmed events must be stored, and no partial append. */
export function checkCrash(stores: OpenStores): void {
  /** Starts a process that appends, kills it, and returns the last number that it reported of each match. */
  const appendAndKill = async (name: string): Promise<ReadonlyMap<string, number>> => {
    const args = [APPENDING, JSON.stringify(stores.place), name];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    const confirmed = new Map<string, number>();
    let lines = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const [match = '', seq = ''] = line.split(' ');
      confirmed.set(match, Number(seq));
      if (++lines === CONFIRMED) child.kill('SIGKILL');
    }
    expect(await exit).toEqual([null, 'SIGKILL']);
    return confirmed;
  };

  test('all that was confirmed before a kill is stored, complete and in order', async () => {
    const confirmed = await appendAndKill('killed');
    await stores.reopen();
    for (const [match, seq] of confirmed) {
      const events = await stores.store.read(match, 1);
      expect(events.length).toBeGreaterThanOrEqual(seq);
      // Each append has two events: both or none.
      expect(events.length % 2).toBe(0);
      expect(events.map(({ data }) => data)).toEqual(events.map((_, index) => ({ match, number: index + 1 })));
      const again = await stores.store.append(match, 0, [{ at: 0, kind: 'again', data: null }], { clientId: '0' });
      expect(again).toEqual({ name: 'duplicate', seq: 2 });
    }
  });

  test('two processes append to one database at once, and one of them is killed', async () => {
    const both = await Promise.all(['left', 'right'].map((name) => appendAndKill(name)));
    for (const [match, seq] of both.flatMap((confirmed) => [...confirmed])) {
      expect((await stores.store.read(match, 1)).length).toBeGreaterThanOrEqual(seq);
    }
  });
}
