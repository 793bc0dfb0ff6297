import { chooseMove, planOf } from '@tablier/ai';
import { defaultOptions, hashText, makeSetup, NOBODY, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';

/** Budgets for each move: enough for the searches and the solvers to do all that they do. */
const BUDGET = { nodes: 1_500, solverNodes: 20_000 } as const;
/** A longer game is not finished. */
const MAX_PLIES = 60;

/**
 * It is built for browsers too, so it uses nothing of Node.
 *
 * By game: one game of the strongest search of today against itself, with fixed seeds and nodes. Each line is a move with its nodes and the
 * values by seat.
 */
export function botGames(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(games.map((game) => [game.id, gameOf(game)]));
}

function gameOf(game: (typeof games)[number]): readonly string[] {
  const rng = new SeededRng(game.id);
  const options = defaultOptions(game.options);
  const setup = makeSetup(game, { options, players: 2, deal: game.deals.draw(options, 2, rng) });
  if (!setup.ok) throw new Error(setup.error.name);
  const position = game.start(setup.value);
  const lines: string[] = [];
  while (position.turn !== NOBODY && lines.length < MAX_PLIES) {
    const knowledge = game.secrets.knowledge(position, position.turn);
    const { move, info } = chooseMove({ game, options, knowledge }, { ...planOf(game, 8), ...BUDGET }, rng);
    const values = info.values.map((value) => value.toFixed(6));
    lines.push([game.formatMove(move), info.nodes, ...values].join(' '));
    position.play(move);
  }
  return lines;
}

/** A number for each game that changes with every change of its moves, nodes or values. */
export const signaturesOf = (played: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(played).map(([game, lines]) => [game, hashText(lines.join('\n')) >>> 0]));
