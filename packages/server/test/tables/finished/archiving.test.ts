import { legalMoveTexts, movesIn } from '@tablier/core';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Room } from '../../../src/tables/room.ts';
import { preparedLog } from '../../../src/tables/logs/prepared-moves.ts';
import type { TableCommand } from '../../../src/tables/decisions/decide-command.ts';
import { addGuest, AT, storeOfFile } from '../../a-store.ts';
import { openTable, startRooms } from '../real-rooms.ts';

const home = storeOfFile();
beforeAll(async () => {
  for (const name of ['Ada', 'Bob']) await addGuest(home.store, name);
});

let tables = 0;

/** A running match of Ada and Bob, on a database that cannot record finished games while `isBroken`. */
async function running(isBroken: () => boolean) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = AT;
  const { store } = home;
  const record = store.finished.record.bind(store.finished);
  const recorded = vi.spyOn(store.finished, 'record').mockImplementation((game) => {
    if (isBroken()) throw new TypeError('a bug in a rating');
    return record(game);
  });
  const { rooms, close } = await startRooms(store, () => now);
  onTestFinished(async () => {
    await close();
    recorded.mockRestore();
  });
  const room = await rooms.find(await openTable(rooms, 'Ada', `ada_${++tables}`));
  if (room === null) throw new Error('no table');
  let keys = 0;
  const does = async (name: string, command: TableCommand): Promise<void> => {
    const person = { id: name.toLowerCase(), name };
    const done = await room.do(`${room.id}${keys++}`, command, { person, at: now, lag: 0 });
    if (!done.ok) throw new Error(done.error.name);
  };
  await does('Bob', { kind: 'sit', table: room.id, chair: 1 });
  await room.idle();
  const passes = async (ms: number): Promise<void> => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
    await room.idle();
  };
  return { room, rooms, does, passes, recorded };
}

const resigns = (room: Room): TableCommand => ({ kind: 'act', table: room.id, action: { kind: 'resign' } });

test('the end of a match is shown although it cannot be archived, which is tried again ever more rarely', async () => {
  let isBroken = true;
  const { room, does, passes, recorded } = await running(() => isBroken);
  await does('Bob', resigns(room));
  await room.idle();
  expect(room.shown.match?.end?.by).toBe('resign');
  expect(recorded).toHaveBeenCalledTimes(1);
  for (let second = 0; second < 60; second++) await passes(1000);
  // After 1, 3, 7, 15 and 31 seconds.
  expect(recorded).toHaveBeenCalledTimes(6);
  isBroken = false;
  await passes(32_000);
  const { games } = await home.store.finished.search({ limit: 9 });
  expect(games).toHaveLength(1);
  await passes(600_000);
  expect(recorded).toHaveBeenCalledTimes(7);
});

test('subscribers are shown the end before it is archived, and who asks for finished games then finds it', async () => {
  const { room, rooms, does, recorded } = await running(() => false);
  const before = await home.store.finished.search({ limit: 9 });
  let shown: string | undefined;
  recorded.mockImplementationOnce((game) => {
    shown = room.shown.match?.end?.by;
    return home.store.finished.record(game);
  });
  await does('Bob', resigns(room));
  await vi.waitUntil(() => room.shown.match?.end?.by === 'resign');
  await rooms.archived();
  expect(shown).toBe('resign');
  expect((await home.store.finished.search({ limit: 9 })).games).toHaveLength(before.games.length + 1);
});

test('a rematch is possible after a match that cannot be archived', async () => {
  const { room, rooms, does } = await running(() => true);
  await does('Bob', resigns(room));
  for (const name of ['Ada', 'Bob']) await does(name, { kind: 'rematch', table: room.id, agree: true });
  await room.idle();
  expect(room.shown.rematch).toEqual([0, 1]);
  const next = await rooms.tablesOf('ada', 9, ['running', 'open']);
  expect(next.map(({ head }) => head.rematchOf)).toContain(room.id);
});

test('what was prepared is erased before the match is recorded: the repair looks only for unrecorded ones', async () => {
  const { room, does, recorded } = await running(() => false);
  const { match } = room.state;
  if (match === null) throw new Error('no match');
  const position = match.position.clone();
  const line = [0, 1].map(() => {
    const [text = ''] = legalMoveTexts(match.game, position);
    position.play(movesIn(match.game, [text])[0] ?? -1);
    return text;
  });
  expect(await room.prepared.add(1, { played: [], line })).toMatchObject({ ok: true });
  const log = preparedLog(room.id, 1);
  expect(await home.store.head(log)).toBeDefined();
  let kept: unknown = 'not looked at';
  recorded.mockImplementationOnce(async () => {
    kept = await home.store.head(log);
    return 'recorded';
  });
  await does('Bob', resigns(room));
  await room.idle();
  expect(kept).toBeUndefined();
});
