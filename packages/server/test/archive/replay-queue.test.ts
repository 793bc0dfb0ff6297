import { makeRecord, type Game, NOBODY, replay, SeededRng } from '@tablier/core';
import { arcanor, findGame, games } from '@tablier/games';
import { setupOf } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { ReplayQueue } from '../../src/archive/replay-queue.ts';

function randomRecord(game: Game, seed: string) {
  const rng = new SeededRng(seed);
  const setup = setupOf(game, {}, rng);
  const position = game.start(setup);
  const moves: number[] = [];
  while (position.turn !== NOBODY) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return makeRecord(game, setup, moves);
}

describe('replaying a record between other work', () => {
  test('answers as a replay at once does', async () => {
    const replaying = new ReplayQueue(findGame);
    for (const game of games) {
      const record = randomRecord(game, 'slices');
      for (const data of [record, { ...record, counts: record.counts?.with(3, 999) }, { ...record, moves: ['?'] }]) {
        const [slow, direct] = [await replaying.replay(data), replay(findGame, data)];
        expect(slow.ok ? slow.value.record : slow).toEqual(direct.ok ? direct.value.record : direct);
      }
    }
  });

  test('gives way again and again, also where many come together', async () => {
    const record = randomRecord(arcanor, 'long');
    const replaying = new ReplayQueue(findGame);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 60 }, () => replaying.replay(record)));
    isDone = true;
    expect(turns).toBeGreaterThan(10);
  });
});
