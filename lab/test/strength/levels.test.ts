import { SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { anchorMove } from '../../strength/anchors.ts';
import { openingOf, playGame, type Player } from '../../strength/levels/play.ts';

/** A short form of what `npm run calibrate` measures: the share of the points of the first player. */
const GAMES = 12;

function shareOf(game: (typeof games)[number], first: Player, other: Player): number {
  let points = 0;
  for (let index = 0; index < GAMES; index++) points += playGame(game, [first, other], 'levels', index);
  return points / GAMES;
}

describe.each(games.map((game) => [game.id, game] as const))('level 1 of %s', (_, game) => {
  test('is beaten by a greedy player more often than not, but not always', () => {
    const share = shareOf(game, 1, 'greedy');
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.6);
  });

  test('can be beaten at random', () => {
    const share = shareOf(game, 1, 'random');
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.95);
  });

  test('is a match for a greedy player who beats a random one', () => {
    expect(shareOf(game, 'greedy', 'random')).toBeGreaterThan(0.7);
  });
});

test('the anchors draw among their moves by the seed only', () => {
  for (const game of games) {
    const { setup } = openingOf(game, 'anchors', 0);
    const position = game.start(setup);
    const task = { game, options: setup.options, knowledge: game.secrets.knowledge(position, position.turn) };
    for (const anchor of ['greedy', 'random'] as const)
      expect(anchorMove(task, anchor, new SeededRng(7))).toBe(anchorMove(task, anchor, new SeededRng(7)));
  }
});
