import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { CONTINENTS, CONTINENT_LAYOUTS, explainPlacement, nasca } from '../../src/nasca/index.ts';
import { randomGames } from '../random-games.ts';
import { cellTexts, legalTexts, setupOf, WALL_PAIRS } from './helpers.ts';
import { OracleMatch } from './oracle.ts';

/** One game per landscape, with varying options, and all its rounds. */
const LANDSCAPES = ['none', ...CONTINENTS, 'custom', 'custom', 'random'];

for (const [index, landscape] of LANDSCAPES.entries()) {
  const walls = WALL_PAIRS[index % WALL_PAIRS.length] as (typeof WALL_PAIRS)[number];
  const rounds = index % 3 === 0 ? 2 : 1;
  const seed = `oracle ${index}`;

  test(`[N3]–[N9] [N16] a random game agrees with the oracle in every move (${landscape}, ${rounds} round(s), seed ${seed})`, () => {
    const rng = new SeededRng(seed);
    const setup = setupOf({ landscape, rounds, ...walls }, rng);
    const deal = setup.deal as { neutrals: string[] } | null;
    const layout = CONTINENTS.find((name) => name === landscape);
    const neutrals = layout === undefined ? (deal?.neutrals ?? []) : CONTINENT_LAYOUTS[layout];
    const oracle = new OracleMatch({ rounds, ...walls }, neutrals.map(cellTexts));
    const position = nasca.start(setup);
    while (position.turn >= 0) {
      const legal = legalTexts(position);
      expect(position.turn).toBe(oracle.turn);
      expect(position.passed).toEqual(oracle.passed);
      expect([...legal].sort()).toEqual(oracle.legal().sort());
      expect(position.countMoves()).toBe(legal.length);
      expect(position.outcome().scores).toEqual(oracle.scores());
      const move = position.randomMove(rng);
      expect(legal).toContain(nasca.formatMove(move));
      position.play(move);
      oracle.play(nasca.formatMove(move));
    }
    expect(oracle.turn).toBeNull();
    expect(position.passed).toEqual(oracle.passed);
    expect(position.outcome().scores).toEqual(oracle.scores());
  });
}

test('[N4]–[N7] explainPlacement agrees with the oracle on what is legal, for both seats', () => {
  for (let game = 0; game < randomGames(2); game++) {
    const rng = new SeededRng(`explain ${game}`);
    const setup = setupOf({ landscape: 'random', rounds: 1 }, rng);
    const oracle = new OracleMatch(
      { rounds: 1, corners: 'closed', neutralWalls: 'no' },
      (setup.deal as { neutrals: string[] }).neutrals.map(cellTexts),
    );
    const position = nasca.start(setup);
    for (let ply = 0; position.turn >= 0; ply++) {
      if (ply % 5 === 4) {
        const view = nasca.view(position, 'spectator');
        for (const seat of [0, 1] as const) {
          const legal = new Set(oracle.legal(seat));
          for (let move = 0; move < nasca.moveSpace; move++) {
            const text = nasca.formatMove(move);
            expect(explainPlacement(view, move, seat).legal, `${text}, game ${game}, ply ${ply}`).toBe(legal.has(text));
          }
        }
      }
      const move = position.randomMove(rng);
      position.play(move);
      oracle.play(nasca.formatMove(move));
    }
  }
});
