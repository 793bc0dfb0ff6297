import type { SearchPlan, SearchResult, Task } from '@tablier/ai';
import { type Move, movesIn, type Position } from '@tablier/core';
import { arcanor, type ArcanorKnowledge } from '@tablier/games/arcanor';
import { boardAfter, MAX_MOVES, textOf } from './board.ts';
import { Search } from './search.ts';

/** The lead at which a win is e times as likely as a loss, in hundredths of a point. */
const SCALE = 250;

/**
 * The move of an alpha-beta search of Arcanor with `plan.nodes` nodes, as a version of the bots would choose it. It shares no code with
 * the searches of the bots: from the game it takes the knowledge of a seat and the notation, and has its own board and evaluation.
 */
export function chooseByAlphaBeta<P extends Position, K, Given extends K>(
  { game, knowledge }: Task<P, K, Given>,
  plan: SearchPlan,
): SearchResult {
  if (game.id !== arcanor.id) throw new Error('the rival alpha-beta only plays Arcanor');
  const { stacks, turn, quiet, history } = knowledge as ArcanorKnowledge;
  const board = boardAfter(
    stacks,
    turn,
    history.map((move) => game.formatMove(move)),
  );
  board.quiet = quiet;
  const moves = new Uint16Array(MAX_MOVES);
  const search = new Search(board, plan.nodes);
  if (board.list(moves, 0) === 1) search.best = moves[0] as number;
  else search.run('depth' in plan ? plan.depth : Number.POSITIVE_INFINITY);
  const [move] = movesIn(game, [textOf(search.best)]) as [Move];
  const share = 1 / (1 + Math.exp(-search.score / SCALE));
  const values = turn === 0 ? [share, 1 - share] : [1 - share, share];
  return { move, info: { depth: search.depth, nodes: search.nodes, values, isProven: false, pv: [move] } };
}
