import { type Move, NOBODY, SeededRng } from '@tablier/core';
import { SEED } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { GIVE, masker, type MaskerPosition, STOP } from '../../src/masker/index.ts';
import { pastOf } from '../../src/masker/secrets.ts';
import { randomGames } from '../random-games.ts';
import { CASES, playTexts, setupOf, situation } from './support.ts';

/** Plays at random to the end, or `plies` moves. Returns them. */
function playOn(position: MaskerPosition, rng: SeededRng, plies = Number.POSITIVE_INFINITY): Move[] {
  const moves: Move[] = [];
  while (position.turn !== NOBODY && moves.length < plies) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return moves;
}

describe(`the course of the game (TABLIER_SEED=${SEED})`, () => {
  test.each(CASES)('is what was played, in games of $title', ({ title, options, players }) => {
    const rng = new SeededRng(`${SEED} past ${title}`);
    // Another game was played on it before.
    const copy = masker.start(setupOf({ options, players }, 'another'));
    for (let game = 0; game < randomGames(60); game++) {
      playOn(copy, rng);
      const setup = setupOf({ options, players }, `${SEED} past ${title} ${game}`);
      const { grid } = setup.deal;
      const position = masker.start(setup);
      const first = playOn(position, rng, rng.below(50));
      expect(pastOf(position)).toEqual({ grid, moves: first });
      copy.copyFrom(position);
      expect(pastOf(copy)).toEqual({ grid, moves: first });
      const rest = playOn(copy, rng);
      expect(pastOf(copy)).toEqual({ grid, moves: [...first, ...rest] });
      expect(pastOf(position)).toEqual({ grid, moves: first });
    }
  });

  test.each(CASES)('goes on from a sample, in games of $title', ({ title, options, players }) => {
    const rng = new SeededRng(`${SEED} sample ${title}`);
    const into = masker.start(setupOf({ options, players }, 'another'));
    for (let game = 0; game < randomGames(40); game++) {
      const setup = setupOf({ options, players }, `${SEED} sample ${title} ${game}`);
      const position = masker.start(setup);
      const first = playOn(position, rng, rng.below(40));
      if (position.turn === NOBODY) continue;
      playOn(into, rng);
      const sample = masker.secrets.sample(masker.secrets.knowledge(position, position.turn), rng, into);
      expect(pastOf(sample)?.moves).toEqual(first);
      const rest = playOn(sample, rng);
      expect(pastOf(sample)).toEqual({ grid: setup.deal.grid, moves: [...first, ...rest] });
    }
  });

  test('holds every stop [M8] and every choice of who gives [M13]', () => {
    const rng = new SeededRng('gifts');
    let [stops, gifts] = [0, 0];
    for (let game = 0; game < 400; game++) {
      const setup = setupOf({ options: { touch: 'side', board: 'flat' }, players: 3 }, `gifts ${game}`);
      const position = masker.start(setup);
      const moves = playOn(position, rng);
      if (!moves.some((move) => move >= GIVE)) continue;
      stops += moves.filter((move) => move === STOP).length;
      gifts += moves.filter((move) => move >= GIVE).length;
      expect(pastOf(position)?.moves).toEqual(moves);
    }
    expect(stops).toBeGreaterThan(5);
    expect(gifts).toBeGreaterThan(5);
  });

  test('is not known of a position that was set up, whatever was played since', () => {
    const position = situation({ grid: 'RRYYGG/RNG.../.R..../....../....../......', tokens: 'RG' });
    expect(pastOf(position)).toBeNull();
    expect(pastOf(playTexts(position, 'a5'))).toBeNull();
  });
});
