import '../../english.ts';
import { ownTable } from '@tablier/protocol';
import { afterEach, expect, test } from 'vitest';
import { time } from '../../../src/lib/time.svelte.ts';
import { listedTable } from '../../../src/places/home/own-games.ts';

const MINUTE = 60_000;
afterEach(() => (time.now = Date.now()));

const person = (name: string) => ({ kind: 'person', name }) as const;
const offered = (until: number) =>
  ownTable.parse({
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    phase: 'over',
    at: 0,
    game: 'isaac',
    options: {},
    clock: { system: 'none' },
    pace: null,
    chairs: [person('Ada'), person('Basil')],
    plies: 4,
    preview: null,
    places: [1, 2],
    ended: 'rules',
    visibility: 'link',
    rematch: { agreed: [1], until },
    you: 0,
    turn: null,
    yourTurn: false,
  });

test('an offer of a rematch ends by the time of the server, whatever the clock of the device shows', () => {
  const server = Date.now() - 20 * MINUTE;
  time.now = server;
  expect(listedTable(offered(server + 10 * MINUTE)).isAwaited).toBe(true);
  expect(listedTable(offered(server - MINUTE)).isAwaited).toBe(false);
});
