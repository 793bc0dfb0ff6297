import { makeRecord, type Game, NOBODY, replay, SeededRng } from '@tablier/core';
import { arcanor, findGame, games, isaac } from '@tablier/games';
import { setupOf } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { ReplayQueue } from '../../src/archive/incoming.ts';

function randomRecord(game: Game, seed: string, plies = Number.POSITIVE_INFINITY) {
  const rng = new SeededRng(seed);
  const setup = setupOf(game, {}, rng);
  const position = game.start(setup);
  const moves: number[] = [];
  while (position.turn !== NOBODY && moves.length < plies) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return makeRecord(game, setup, moves);
}

const clientAt = (address: string, left = new AbortController().signal) => ({ address, person: address, left });

describe('replaying a record between other work', () => {
  test('answers as a replay at once does', async () => {
    const replaying = new ReplayQueue(findGame);
    for (const game of games) {
      const record = randomRecord(game, 'slices');
      for (const data of [record, { ...record, counts: record.counts?.with(3, 999) }, { ...record, moves: ['?'] }]) {
        const [slow, direct] = [await replaying.replay(clientAt('192.0.2.1'), data), replay(findGame, data)];
        expect(slow.ok ? slow.value.record : slow).toEqual(direct.ok ? direct.value.record : direct);
      }
    }
  });

  test.each([
    ['in the middle of a long record', arcanor, Number.POSITIVE_INFINITY, 1],
    ['between short records that come together', isaac, 2, 60],
  ])('gives way again and again: %s', async (_when, game, plies, times) => {
    const record = randomRecord(game, 'long', plies);
    // A clock on which every step takes a millisecond, so that the speed of the machine does not matter.
    let ms = 0;
    const replaying = new ReplayQueue(findGame, () => ms++);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: times }, (_, n) => replaying.replay(clientAt(`192.0.2.${n}`), record)));
    isDone = true;
    // One turn in six readings of the clock, and at least one reading for each move.
    expect(turns).toBeGreaterThanOrEqual(Math.floor((record.moves.length * times) / 6));
    expect(turns).toBeGreaterThan(10);
  });

  test('ends when the client has left, and the next client is served', async () => {
    const leaving = new AbortController();
    // As soon as the clock has been read a few times.
    let ms = 0;
    const now = (): number => {
      if (ms === 20) leaving.abort();
      return ms++;
    };
    const replaying = new ReplayQueue(findGame, now);
    const long = randomRecord(arcanor, 'long');
    const [left, next] = await Promise.allSettled([
      replaying.replay(clientAt('192.0.2.1', leaving.signal), long),
      replaying.replay(clientAt('192.0.2.2'), randomRecord(isaac, 'short', 2)),
    ]);
    expect(left).toMatchObject({ status: 'rejected', reason: { name: 'TurnRefused' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: { ok: true } });
    expect(ms).toBeLessThan(30);
  });
});
