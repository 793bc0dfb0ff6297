import { afterEach, expect, test } from 'vitest';
import { isaac } from '@tablier/games';
import { Lobby, Newest } from '../../src/matchmaking/lobby.ts';
import { evolveTable, newTable, type Chair, type TableState } from '../../src/tables/state/table-state.ts';

const fail = (error: unknown): never => {
  throw error;
};

const lobbies: Lobby[] = [];
afterEach(() => {
  for (const { feed } of lobbies.splice(0)) feed.close();
});

const CHAIRS: readonly Chair[] = [0, 1].map((n) => ({ kind: 'person', person: `person-${n}`, name: `P${n}` }));
const OPTIONS = { scoringStarts: 'placer', counter: 'exact' };

/** A table that is being played since `at`. */
function playing(number: number, at: number): TableState {
  const id = `table-${String(number).padStart(16, '0')}`;
  const terms = { game: 'isaac', options: OPTIONS, clock: { system: 'none' }, takeBack: 'asked' } as const;
  const head = {
    kind: 'table',
    terms: { ...terms, visibility: 'open', seating: 'chosen' },
    host: 'person-0',
    chairs: CHAIRS,
    rematchOf: null,
  } as const;
  const began = { kind: 'began', seats: CHAIRS, deal: null, nonce: null } as const;
  return evolveTable(newTable(id, head, isaac, at), began, 1, at);
}

const shownIn = ({ feed }: Lobby): string[] => feed.updateSince(-1).changed.map(({ id }) => id);

function lobbyWith(tables: readonly TableState[]): Lobby {
  const lobby = new Lobby({ pace: 1, onFailure: fail });
  lobbies.push(lobby);
  for (const table of tables) lobby.show(table, () => true);
  return lobby;
}

test('the lobby shows the newest tables, and keeps few of the others', () => {
  const tables = Array.from({ length: 1000 }, (_, n) => playing(n, 1_000_000 + ((n * 7919) % 1000)));
  const lobby = lobbyWith(tables);
  const newest = tables.toSorted((left, right) => right.turnedAt - left.turnedAt).map(({ id }) => id);
  expect(shownIn(lobby)).toEqual(newest.slice(0, 40));
  expect(lobby.feed.size).toBeLessThanOrEqual(160);
  const [first] = tables.toSorted((left, right) => right.turnedAt - left.turnedAt);
  if (first === undefined) throw new Error('no table');
  lobby.show(evolveTable(first, { kind: 'aborted', seat: 0 }, 2, 2_000_000), () => true);
  expect(shownIn(lobby), 'the next one takes its place').toEqual(newest.slice(1, 41));
});

test('the newest are kept in order through insertions and removals', () => {
  const newest = new Newest(5);
  const all = new Map<string, number>();
  let next = 1;
  const draw = (below: number): number => (next = (next * 48271) % 2147483647) % below;
  for (let step = 0; step < 2000; step++) {
    const id = `t${draw(30)}`;
    if (draw(4) === 0) {
      newest.remove(id);
      all.delete(id);
    } else {
      const at = draw(20);
      if (newest.takes({ id, at })) {
        const left = newest.put({ id, at });
        all.set(id, at);
        if (left !== null) all.delete(left);
      }
    }
    const expected = [...all].toSorted(([left, l], [right, r]) => r - l || (left < right ? -1 : 1)).map(([id]) => id);
    expect(newest.ids).toEqual(expected);
    expect(newest.ids.length).toBeLessThanOrEqual(5);
  }
});
