import { SeededRng } from '@tablier/core';
import { DEFAULT_ABSENCE_POLICY, type AbsencePolicy } from '@tablier/match';
import { join, randomChoice, sitDown, TestClient, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
/** Absence is tolerated forever, unless a test says otherwise. */
let absencePolicy: Partial<AbsencePolicy> = {};
const FOR_EVER: AbsencePolicy = { claim: () => 1e9, lostGame: () => null };
const asked: AbsencePolicy = {
  claim: (clock, how) => ({ ...FOR_EVER, ...absencePolicy }).claim(clock, how),
  lostGame: (clock) => ({ ...FOR_EVER, ...absencePolicy }).lostGame(clock),
};
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, lines: MANY, tables: MANY }, absencePolicy: asked });
});
afterAll(() => server.remove());
beforeEach(() => {
  absencePolicy = {};
});

const BLITZ = { system: 'fischer', base: 300, increment: 3 } as const;

/** Ada and Basil after one move each in Isaac; it is Ada's turn. */
async function begun(changes = {}) {
  const players = [await join(server.url, 'Ada'), await join(server.url, 'Basil')] as const;
  const table = await sitDown(players, terms('isaac', { clock: BLITZ, ...changes }));
  const [ada, basil] = players;
  await Promise.all(players.map((player) => player.view(table, ({ match }) => match?.clock?.seat !== -1)));
  for (const [seat, player] of players.entries()) {
    const view = await player.view(table, ({ match }) => match?.view.turn === seat);
    await player.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(view, new SeededRng(seat)) } });
  }
  return { ada, basil, table };
}

const isAway = (client: TestClient, table: string, seat: number, how: string) => () =>
  client.table(table).away[seat]?.how === how;

describe('a claim', () => {
  test('wins after the wait of the absence policy; before that, and when the other is back, it is refused by name', async () => {
    const { ada, basil, table } = await begun();
    const claim = { kind: 'act', table, action: { kind: 'claim', as: 'win' } } as const;
    expect(await basil.refusal(claim)).toBe('not-absent');
    await ada.leave();
    await basil.until(isAway(basil, table, 0, 'broken'));
    const { since, claimFrom } = basil.table(table).away[0] ?? {};
    expect((claimFrom ?? 0) - (since ?? 0)).toBe(1e9);
    expect(await basil.refusal(claim)).toBe('too-early-to-claim');
    absencePolicy = { claim: () => 0 };
    await ada.connect();
    await basil.until(() => basil.table(table).here[0] === true);
    expect(basil.table(table).away).toEqual([null, null]);
    expect(await basil.refusal(claim)).toBe('not-absent');
    expect(await ada.refusal(claim)).toBe('no-claim');
    ada.core.unwatch(table);
    await basil.until(isAway(basil, table, 0, 'left'));
    expect(await basil.refusal({ ...claim, action: { kind: 'claim', as: 'draw' } })).toBe('no-draws');
    await basil.must(claim);
    const { match } = await ada.view(table, ({ phase }) => phase === 'over');
    expect(match).toMatchObject({ end: { by: 'resign', places: [2, 1] }, claimed: { seat: 1, absent: 0, as: 'win' } });
    await Promise.all([ada.leave(), basil.leave()]);
  });

  test('counts from the moment at which a connection broke, and all viewers are sent the same', async () => {
    const { ada, basil, table } = await begun();
    const eve = await new TestClient(server.url).connect();
    await eve.view(table);
    await ada.leave();
    await Promise.all([basil, eve].map((client) => client.until(isAway(client, table, 0, 'broken'))));
    expect(eve.table(table).away).toEqual(basil.table(table).away);
    expect(await eve.refusal({ kind: 'act', table, action: { kind: 'claim', as: 'win' } })).toBe('no-session');
    await Promise.all([basil.leave(), eve.leave()]);
  });

  test('is never possible where a turn takes days', async () => {
    absencePolicy = { claim: (clock, how) => DEFAULT_ABSENCE_POLICY.claim(clock, how) };
    const { ada, basil, table } = await begun({ clock: { system: 'days', days: 3, vacation: 1 } });
    await ada.leave();
    await basil.until(isAway(basil, table, 0, 'broken'));
    expect(basil.table(table).away[0]?.claimFrom).toBeNull();
    expect(await basil.refusal({ kind: 'act', table, action: { kind: 'claim', as: 'win' } })).toBe('not-absent');
    await basil.leave();
  });
});

describe('a match that has hardly begun', () => {
  test('is aborted if the first player never comes, and its clock does not start without them', async () => {
    const players = [await join(server.url, 'Ada'), await join(server.url, 'Basil')] as const;
    const [ada, basil] = players;
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { clock: BLITZ }) });
    await ada.leave();
    await basil.view(table);
    absencePolicy = { lostGame: () => 300 };
    await basil.must({ kind: 'sit', table, chair: 1 });
    const { match } = await basil.view(table, ({ phase }) => phase === 'over');
    expect(match).toMatchObject({ plies: 0, clock: { seat: -1 }, end: { by: 'abort', places: [1, 1] } });
    await basil.leave();
  });

  test('is aborted by either player before the second move, not after', async () => {
    const players = [await join(server.url, 'Ada'), await join(server.url, 'Basil')] as const;
    const [ada, basil] = players;
    const table = await sitDown(players, terms('isaac'));
    await basil.must({ kind: 'act', table, action: { kind: 'abort' } });
    expect((await ada.view(table, ({ phase }) => phase === 'over')).match?.end?.by).toBe('abort');
    const other = await begun();
    expect(await other.ada.refusal({ kind: 'act', table: other.table, action: { kind: 'abort' } })).toBe(
      'too-late-to-abort',
    );
    await Promise.all([ada, basil, other.ada, other.basil].map((client) => client.leave()));
  });
});

test('after a restart absence starts at zero', async () => {
  const { ada, basil, table } = await begun();
  await ada.leave();
  await basil.until(isAway(basil, table, 0, 'broken'));
  const before = basil.table(table).away[0]?.since ?? 0;
  await basil.leave();
  await server.close();
  const up = Date.now();
  const again = await server.again();
  await basil.connect(again.url);
  await basil.until(() => (basil.table(table).away[0]?.since ?? 0) > before);
  expect(basil.table(table).away[0]?.since).toBeGreaterThanOrEqual(up);
  await basil.leave();
  await again.close();
});
