import { chooseMove, planOf, type World } from '@tablier/ai';
import { type Level, type Move, NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { beliefs, colourProbabilities, policyOf } from '../../src/masker/beliefs.ts';
import { masker, type MaskerPosition } from '../../src/masker/index.ts';
import { CASES, playTexts, setupOf, situation, taskOf } from './support.ts';
import { tokensOf, twinTokens, visitRandom } from './two-worlds.ts';

const FLAT = { touch: 'side', board: 'flat' } as const;
const ALL = Number.POSITIVE_INFINITY;
const knowledgeOf = (position: MaskerPosition, seat = position.turn) => masker.secrets.knowledge(position, seat);
const tokenList = (worlds: readonly World<MaskerPosition>[]): string[] =>
  worlds.map(({ position }) => tokensOf(position));
const start = (players: number, seed = 'beliefs'): MaskerPosition =>
  masker.start(setupOf({ options: FLAT, players }, seed));
const rngOf = (title: string) => new SeededRng(title);

/** Red at b6, c6 and d6, which can be taken one after another; yellow and green as near. */
const ROW = setupOf({ options: FLAT, players: 2 }, { grid: 'NRRRRY/YGBPRW/YGBPRW/YGBPWW/YGBPGP/YGBPWB', tokens: 'PB' });

describe('the worlds', () => {
  test.each([
    [2, 20],
    [3, 60],
    [4, 20],
  ])('of %i players are %i at the start, all as probable', (players, count) => {
    const worlds = beliefs.worlds(knowledgeOf(start(players)), ALL);
    expect(new Set(tokenList(worlds)).size).toBe(count);
    for (const { probability } of worlds) expect(probability).toBeCloseTo(1 / count, 12);
  });

  test('are exactly those that a spectator cannot tell apart, add up to 1, and are the same for every seat', () => {
    visitRandom(masker, 1, rngOf, (at) => {
      const { setup, moves, position } = at;
      if (position.turn === NOBODY || moves.length % 3 !== 0) return;
      const [worlds = [], ...others] = Array.from({ length: setup.players }, (_, seat) =>
        beliefs.worlds(knowledgeOf(position, seat), ALL),
      );
      const shares = (of: typeof worlds) => of.map((world) => [tokensOf(world.position), world.probability]);
      for (const other of others) expect(shares(other)).toEqual(shares(worlds));
      expect(tokenList(worlds).toSorted()).toEqual(twinTokens(at, 'spectator').toSorted());
      expect(worlds.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
      const view = masker.view(position, 'spectator');
      for (const world of worlds) expect(masker.view(world.position, 'spectator')).toEqual(view);
    });
  });

  test('name the colour of each seat as its type, and partners share it [M4]', () => {
    for (const { position, types } of beliefs.worlds(knowledgeOf(start(4)), ALL)) {
      expect(types[0]).toBe(position.owners.indexOf(0));
      expect(types[1]).toBe(position.owners.indexOf(1));
      expect(types.slice(2)).toEqual(types.slice(0, 2));
    }
  });
});

describe('beliefs', () => {
  const afterReds = playTexts(masker.start(ROW), 'b6 c6 d6');

  test('a colour becomes less probable for a seat that captures it, and stays as it was for the other', () => {
    const [, red = 0, yellow = 0] = colourProbabilities(knowledgeOf(afterReds, 1), 0);
    // Not much less: one turn may also be that of a player who knows no better.
    expect(red).toBeLessThan(0.7 * yellow);
    const own = colourProbabilities(masker.secrets.knowledge(afterReds, 0), 1);
    expect(own[1]).toBeGreaterThan(0.2);
  });

  test('a forgotten move changes nothing', () => {
    for (const { probability } of beliefs.worlds(knowledgeOf(afterReds), 0))
      expect(probability).toBeCloseTo(1 / 20, 12);
  });

  test('the own colour is certain and no colour of another seat', () => {
    const knowledge = knowledgeOf(afterReds, 1);
    expect([...colourProbabilities(knowledge, 1)]).toEqual([0, 0, 0, 0, 1, 0]);
    expect(colourProbabilities(knowledge, 0)[4]).toBe(0);
  });

  test('of a position that was set up are uniform', () => {
    const position = situation({ grid: 'RRYYGG/RNG.../.R..../....../....../......', tokens: 'RG' });
    const worlds = beliefs.worlds(knowledgeOf(position), ALL);
    expect(new Set(worlds.map(({ probability }) => probability))).toEqual(new Set([1 / 6]));
  });

  /** The surprise at the true colours over games of two players, in units of that of equal probabilities. */
  function surpriseOf(
    title: string,
    games: number,
    choose: (position: MaskerPosition, rng: SeededRng) => Move,
  ): number {
    const rng = rngOf(title);
    let surprise = 0;
    let uniform = 0;
    for (let game = 0; game < games; game++) {
      const position = start(2, `${title} ${game}`);
      while (position.turn !== NOBODY) {
        const shares = colourProbabilities(knowledgeOf(position), 1 - position.turn);
        surprise -= Math.log(shares[position.owners.indexOf(1 - position.turn)] as number);
        uniform += Math.log(shares.filter((share) => share > 0).length);
        position.play(choose(position, rng));
      }
    }
    return surprise / uniform;
  }
  const play = (level: Level, nodes?: number) => (position: MaskerPosition, rng: SeededRng) =>
    chooseMove(taskOf(position), planOf(masker, level), rng, nodes === undefined ? {} : { nodes }).move;

  // Over 200 other games: 0.23.
  test('know much after games of strong bots', () =>
    expect(surpriseOf('log-loss', 12, play(8, 500))).toBeLessThan(0.5));

  // Over 200 other games: 0.99 and 1.04; of a policy that everyone is taken to follow, 1.3 and 1.7.
  test.each([
    ['the weakest level', 15, play(1)],
    ['random players', 60, (position: MaskerPosition, rng: SeededRng) => position.randomMove(rng)],
  ])('claim no more than equal probabilities know after games of %s', (title, games, choose) =>
    expect(surpriseOf(title, games, choose)).toBeLessThan(1.05),
  );
});

test('the course of the game is in the knowledge of every seat', () => {
  visitRandom(masker, 1, rngOf, ({ setup, moves, position }) => {
    for (let seat = 0; seat < setup.players; seat++)
      expect(knowledgeOf(position, seat).past).toEqual({ grid: setup.deal.grid, moves });
  });
});

describe('the policy', () => {
  test.each(CASES)('is a distribution over the legal moves: $title', ({ title, options, players }) => {
    const rng = new SeededRng(title);
    const position = masker.start(setupOf({ options, players }, title));
    const moves = new Uint16Array(masker.maxMoves);
    const shares = new Float64Array(masker.maxMoves);
    while (position.turn !== NOBODY) {
      const count = position.legalMoves(moves);
      for (let colour = 1; colour <= 5; colour++) {
        policyOf(position, colour, moves.subarray(0, count), shares);
        const given = shares.subarray(0, count);
        expect(given.every((share) => share > 0)).toBe(true);
        expect(given.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      }
      const legal = moves.slice(0, count);
      const move: Move = beliefs.playoutMove(position, rng);
      expect(legal).toContain(move);
      position.play(position.randomMove(rng));
    }
  });

  test('depends on the colour of the mover and on no other', () => {
    visitRandom(masker, 1, rngOf, ({ moves: played, position }) => {
      if (position.turn === NOBODY || played.length % 3 !== 0) return;
      const moves = new Uint16Array(masker.maxMoves);
      const count = position.legalMoves(moves);
      const byType = new Map<number, string>();
      for (const { position: world, types } of beliefs.worlds(knowledgeOf(position), ALL)) {
        const shares = new Float64Array(count);
        beliefs.policy(world, moves, count, shares);
        const type = types[world.turn] as number;
        expect(byType.get(type) ?? shares.join()).toBe(shares.join());
        byType.set(type, shares.join());
      }
    });
  });
});
