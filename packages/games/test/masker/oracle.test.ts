import { legalMoveTexts, NOBODY, SeededRng } from '@tablier/core';
import { SEED } from '@tablier/testkit';
import { expect, test } from 'vitest';
import { masker } from '../../src/masker/index.ts';
import { randomGames } from '../random-games.ts';
import { begin, isFree, legal, play, result, type World } from './oracle.ts';
import { CASES, setupOf } from './support.ts';

const GAMES = randomGames(25);

const oracleSees = (world: World): unknown => ({
  moves: legal(world),
  turn: world.turn ?? NOBODY,
  turns: world.turns,
  skipped: world.turn === null || world.taken.length > 0 ? [] : world.skipped,
  free: world.turn === null ? null : isFree(world),
  piles: world.piles.map((pile) => pile.join('')),
  taken: world.turn === null ? [] : world.taken,
  stacks: Object.fromEntries(
    Object.entries(world.stacks).map(([cell, crosses]) => [
      cell,
      crosses.join('') + (cell === world.neutral ? 'N' : ''),
    ]),
  ),
  outs: world.outs.map(({ side, by }) => [world.tokens[side], by]),
  owes: Array.from({ length: world.players }, (_, seat) => (world.debt?.from === seat ? world.debt.count : 0)),
  outcome: world.turn === null ? result(world) : null,
});

test.each(CASES)(
  `a slow plain program plays the same game: $title (TABLIER_SEED=${SEED})`,
  ({ title, options, players }) => {
    for (let game = 0; game < GAMES; game++) {
      const rng = new SeededRng(`${SEED} ${title} ${game}`);
      const setup = setupOf({ options, players }, `${SEED} ${title} ${game}`);
      const position = masker.start(setup);
      const world = begin(options, players, setup.deal);
      for (;;) {
        const view = masker.view(position, 'spectator');
        expect({
          moves: legalMoveTexts(masker, position),
          turn: view.turn,
          turns: view.turnIndex,
          skipped: view.passed,
          free: view.outcome === null ? view.free !== null : null,
          piles: view.seats.map(({ crosses }) => crosses),
          taken: view.captures.map(({ cross }) => cross),
          stacks: Object.fromEntries(view.board.map(({ cell, crosses }) => [cell, crosses])),
          outs: view.eliminations.map(({ colour, by }) => [colour, by]),
          owes: view.seats.map(({ owes }) => owes),
          outcome: view.outcome,
        }).toEqual(oracleSees(world));
        if (position.turn === NOBODY) break;
        const move = position.randomMove(rng);
        position.play(move);
        play(world, masker.formatMove(move));
      }
    }
  },
);
