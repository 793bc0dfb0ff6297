import { botMove, planOf } from '@tablier/ai';
import { LEVELS, type Level, type Move, NOBODY, type Position, SeededRng } from '@tablier/core';
import { setupOf } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { type CatalogueGame, games } from '../src/index.ts';

const movesOf = (game: CatalogueGame, position: Position): Move[] => {
  const moves = new Uint16Array(game.maxMoves);
  return [...moves.subarray(0, position.legalMoves(moves))];
};

const isLost = (position: Position, seat: number): boolean =>
  position.turn === NOBODY && position.outcome().places[seat] !== 1;

/** Whether a move loses the game at once or lets the opponent win with the next one. */
function losesInOne(game: CatalogueGame, position: Position, move: Move): boolean {
  const own = position.turn;
  const after = position.clone();
  after.play(move);
  if (isLost(after, own)) return true;
  if (after.turn === NOBODY || after.turn === own) return false;
  return movesOf(game, after).some((reply) => {
    const end = after.clone();
    end.play(reply);
    return isLost(end, own);
  });
}

/** Plays a game of a level against itself. Returns the moves that lost in one while another did not. */
function blundersIn(game: CatalogueGame, level: Level, seed: string): string[] {
  const rng = new SeededRng(seed);
  const setup = setupOf(game, {}, rng);
  const position = game.start(setup);
  const found: string[] = [];
  while (position.turn !== NOBODY) {
    const { options } = setup;
    const move = botMove({ game, options, knowledge: game.secrets.knowledge(position, position.turn) }, level, rng);
    const isBlunder = losesInOne(game, position, move);
    if (isBlunder && movesOf(game, position).some((other) => !losesInOne(game, position, other)))
      found.push(`${game.formatMove(move)} at turn ${position.turnIndex}`);
    position.play(move);
  }
  return found;
}

describe.each(games.map((game) => [game.id, game] as const))('the levels of %s', (_, game) => {
  test('have growing budgets', () => {
    const nodes = LEVELS.map((level) => {
      const plan = planOf(game, level);
      return plan.nodes + (plan.solverNodes ?? 0);
    });
    expect(nodes).toEqual(nodes.toSorted((one, other) => one - other));
  });

  test('choose the same moves for the same seed', () => {
    const setup = setupOf(game, {}, new SeededRng(5));
    const position = game.start(setup);
    const task = { game, options: setup.options, knowledge: game.secrets.knowledge(position, 0) };
    for (const level of [1, 2, 3, 4] as const) {
      const [one, other] = [1, 2].map(() => botMove(task, level, new SeededRng(`seed ${level}`)));
      expect(other).toBe(one);
    }
  });
});

// A colour that is hidden decides the replies, too. Own last crosses are tested with the bots of Masker.
const openGames = games.filter((game) => !game.secrets.hides(setupOf(game).options));

test.each(openGames.map((game) => [game.id, game] as const))(
  'no level of %s loses in one while another move does not',
  (id, game) => {
    for (const level of [1, 2, 3] as const)
      for (const seed of [`${id} a`, `${id} b`]) expect(blundersIn(game, level, seed), `${level} ${seed}`).toEqual([]);
  },
);
