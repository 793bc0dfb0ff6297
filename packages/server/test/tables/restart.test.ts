import { SeededRng } from '@tablier/core';
import { readClock } from '@tablier/match';
import { RETURN_GRACE, type TableView } from '@tablier/protocol';
import { join, randomChoice, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

const BASE = 60_000;
const clock = { system: 'sudden-death', base: BASE / 1000 } as const;
/** How long a page stays away after the restart. Milliseconds. */
const FINDING_BACK = 1500;
/** The delay before presence is sent, and between two heartbeats. Milliseconds. */
const SLACK = 1000;

let first: TestServer;
let second: RunningServer | null;
let people: TestClient[];

beforeEach(async () => {
  first = await startTestServer();
  [second, people] = [null, []];
});
afterEach(async () => {
  await Promise.all(people.map((player) => player.leave()));
  await second?.close();
  await first.remove();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ada and Basil, whose clocks run. */
async function begun(): Promise<{ ada: TestClient; basil: TestClient; table: string; since: number }> {
  const [ada, basil] = [await join(first.url, 'Ada'), await join(first.url, 'Basil')];
  people.push(ada, basil);
  const table = await sitDown([ada, basil], terms('isaac', { clock }));
  const { match } = await ada.view(table, (view) => view.match?.clock?.seat === 0);
  return { ada, basil, table, since: match?.clock?.since ?? 0 };
}

/** The server stops in an orderly way and serves again. */
async function restart(): Promise<{ readonly url: string; readonly stoppedAt: number; readonly upAt: number }> {
  const stoppedAt = Date.now();
  await Promise.all(people.map((player) => player.leave()));
  await first.close();
  second = await first.again();
  return { url: second.url, stoppedAt, upAt: Date.now() };
}

/** The remaining time of a seat when the view was made. */
const left = ({ match }: TableView, seat: number): number => {
  if (!match?.clock) throw new Error('no clock');
  return readClock(match.clock, seat, match.clock.since).total;
};

const move = async (player: TestClient, table: string, view: TableView): Promise<void> => {
  await player.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(view, new SeededRng('back')) } });
};

describe('a restart of the server', () => {
  test('charges no player until they watch the table again', async () => {
    const { ada, basil, table, since } = await begun();
    const { url, stoppedAt } = await restart();
    await basil.connect(url);
    const waiting = await basil.view(table, (view) => (view.match?.clock?.since ?? 0) > stoppedAt);
    expect(waiting.match?.clock?.since, 'the clock is shown standing').toBeGreaterThanOrEqual(stoppedAt + RETURN_GRACE);
    await sleep(FINDING_BACK);
    await ada.connect(url);
    const cameAt = Date.now();
    const running = await ada.view(
      table,
      ({ match }) => (match?.clock?.since ?? Number.POSITIVE_INFINITY) <= Date.now(),
    );
    expect(running.match?.clock?.since).toBeLessThan(cameAt + SLACK);
    expect(BASE - left(running, 0)).toBeLessThanOrEqual(stoppedAt - since + 100);
    expect(BASE - left(running, 0)).toBeGreaterThan(stoppedAt - since - SLACK);
    await sleep(300);
    await move(ada, table, running);
    const moved = await basil.view(table, ({ match }) => match?.plies === 1);
    expect(left(moved, 0), 'from then on it runs').toBeLessThan(left(running, 0));
  });

  test('charges no player who is still absent when their turn comes', async () => {
    const { ada, basil, table } = await begun();
    const { url, upAt } = await restart();
    await ada.connect(url);
    await move(
      ada,
      table,
      await ada.view(table, ({ match }) => (match?.clock?.since ?? Number.POSITIVE_INFINITY) <= Date.now()),
    );
    const waiting = await ada.view(table, ({ match }) => match?.plies === 1);
    expect(waiting.match?.clock?.since).toBeGreaterThan(upAt + RETURN_GRACE - SLACK);
    await sleep(FINDING_BACK);
    await basil.connect(url);
    const running = await basil.view(
      table,
      ({ match }) => match?.plies === 1 && (match.clock?.since ?? Number.POSITIVE_INFINITY) <= Date.now(),
    );
    expect(left(running, 1)).toBe(BASE);
    await move(basil, table, running);
    await ada.view(table, ({ match }) => match?.plies === 2);
    const { match } = await ada.view(table);
    expect(match?.clock?.since, 'the player who has been there once is waited for no more').toBeLessThanOrEqual(
      Date.now(),
    );
  });

  test('lets bots answer, and adds nothing to a game without a clock', async () => {
    const ada = await join(first.url, 'Ada');
    people.push(ada);
    const chairs = ['me', { bot: 'beginner' }] as const;
    const timed = await sitDown([ada], terms('isaac', { clock, chairs: [...chairs] }));
    const untimed = await sitDown([ada], terms('isaac', { chairs: [...chairs] }));
    const before = await ada.view(untimed);
    await ada.view(timed, ({ match }) => match?.clock?.seat === 0);
    const { url } = await restart();
    await ada.connect(url);
    const running = await ada.view(
      timed,
      ({ match }) => (match?.clock?.since ?? Number.POSITIVE_INFINITY) <= Date.now(),
    );
    await move(ada, timed, running);
    const { match } = await ada.view(timed, (view) => view.match?.plies === 2);
    expect(match?.moves.map(({ seat }) => seat)).toEqual([0, 1]);
    expect((await ada.view(untimed)).version).toBe(before.version);
  });
});
