import { botMove, planOf, seatTask, type Task } from '@tablier/ai';
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
    for (const level of [1, 2, 3] as const) expect(blundersIn(game, level, `${id} a`), `${level}`).toEqual([]);
  },
);

interface Winning {
  readonly task: Task;
  readonly wins: readonly Move[];
}

/** The moves that end the game with a win of the seat to move, whatever is hidden from it. */
function winsInOne(game: CatalogueGame, position: Position, { knowledge, options }: Task): Move[] {
  const rng = new SeededRng('worlds');
  const worlds = game.secrets.hides(options)
    ? Array.from({ length: 40 }, () => game.secrets.sample(knowledge, rng))
    : [position];
  return movesOf(game, position).filter((move) =>
    worlds.every((world) => {
      const after = world.clone();
      after.play(move);
      const { places } = after.outcome();
      return after.turn === NOBODY && places.every((place, seat) => (place === 1) === (seat === position.turn));
    }),
  );
}

/** Positions with a move that wins at once, from games in which no one makes it. */
function winningPositions(game: CatalogueGame, count: number): Winning[] {
  const found: Winning[] = [];
  for (let index = 0; found.length < count; index++) {
    const rng = new SeededRng(`wins ${index}`);
    const setup = setupOf(game, {}, rng);
    const position = game.start(setup);
    for (let plies = 0; plies < 300 && position.turn !== NOBODY && found.length < count; plies++) {
      const task = seatTask(game, setup.options, position);
      const wins = winsInOne(game, position, task);
      if (wins.length > 0) found.push({ task, wins });
      const others = movesOf(game, position).filter((move) => !wins.includes(move));
      if (others.length === 0) break;
      const isDrawn = wins.length > 0 || rng.below(4) === 0;
      position.play(isDrawn ? (others[rng.below(others.length)] as Move) : botMove(task, 2, rng));
    }
  }
  return found;
}

test.each(games.map((game) => [game.id, game] as const))(
  'from level 3 on no level of %s misses a move that wins at once',
  (_, game) => {
    const positions = winningPositions(game, 3);
    for (const level of [3, 4, 5, 6, 7] as const)
      for (const [index, { task, wins }] of positions.entries())
        expect(wins, `level ${level}, position ${index}`).toContain(
          botMove(task, level, new SeededRng(`${level} ${index}`)),
        );
  },
);
