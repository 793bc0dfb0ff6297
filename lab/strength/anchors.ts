/*
 * Players to measure the levels by, which know nothing of the evaluations and searches of the bots. `random` plays any legal move,
 * `careless` one half of the time, and as `greedy` otherwise.
 * `greedy` plays by one rule of each game that a child finds in its first game. It looks no move ahead and draws among equals:
 *
 *   Isaac    the most points for the piece that it removes or, while placing, would have for removing it at once
 *   Arcanor  the most points on the goal rows, then the most valuable prey, then a step forward
 *   Masker   the rarest cross that is not its own; its own only without another way
 *   Nasca    the most points on the board
 */
import type { Task } from '@tablier/ai';
import { type Move, type Position, type Rng, type Seat } from '@tablier/core';
import { type ArcanorPosition, CAPTURE, kindOf, originOf, piecesOf, rowOf, targetOf } from '@tablier/games/arcanor';
import { type IsaacPosition } from '@tablier/games/isaac';
import { COLOUR_LETTERS, type MaskerPosition, sideOf, STOP } from '@tablier/games/masker';

export const ANCHORS = ['random', 'careless', 'greedy'] as const;
export type Anchor = (typeof ANCHORS)[number];

/** How good a move looks. `after` is the position after it. */
type Looks<P extends Position> = (before: P, move: Move, after: P) => number;

/** More than a piece or a row is worth. */
const POINT = 100;
const PREY = 10;
/** The pieces of both in Isaac. */
const PIECES = 30;

/** The lead in points of the seat to move. */
function gainOf<P extends Position>({ turn }: P, after: P): number {
  const { scores } = after.outcome();
  return (scores[turn] as number) - (scores[1 - turn] as number);
}

/** The points of a seat, and those that its pieces on the board would score if each were removed now. */
function harvest(position: IsaacPosition, seat: Seat): number {
  let points = position.score(seat);
  for (let piece = 0; piece < PIECES; piece++)
    if (((position.removableLater(seat) >> piece) & 1) === 1) points += position.worth(position.placeOf(piece));
  return points;
}

const isaac: Looks<IsaacPosition> = ({ turn }, _, after) => harvest(after, turn) - harvest(after, 1 - turn);

const arcanor: Looks<ArcanorPosition> = (before, move, after) => {
  const [prey] = kindOf(move) === CAPTURE ? piecesOf(before.stacks[targetOf(move)] as number) : [];
  const step = rowOf(targetOf(move)) - rowOf(originOf(move));
  return POINT * gainOf(before, after) + PREY * (prey?.size ?? 0) + (before.turn === 0 ? step : -step);
};

const masker: Looks<MaskerPosition> = ({ board, players, turn, owners }, move) => {
  if (move >= STOP) return 0;
  const cross = board.topOf(move);
  if (cross < 1 || cross > COLOUR_LETTERS.length) return 0;
  const isOwn = owners[cross] === sideOf(players, turn);
  return isOwn ? -1 : POINT - (board.left[cross] as number);
};

const LOOKS: Readonly<Record<string, Looks<never>>> = {
  isaac,
  arcanor,
  masker,
  nasca: (before, _, after) => gainOf(before, after),
};

/** The moves that look best to `greedy`; it may know its own colour in Masker, and does not ask for those of others. */
function greedyMove(position: Position, { game }: Task, rng: Rng): Move {
  const moves = new Uint16Array(game.maxMoves);
  const looks = LOOKS[game.id] as Looks<Position> | undefined;
  if (looks === undefined) throw new Error(`no greedy player of ${game.id}`);
  const after = position.clone();
  let best: Move[] = [];
  let highest = Number.NEGATIVE_INFINITY;
  for (const move of moves.subarray(0, position.legalMoves(moves))) {
    after.copyFrom(position);
    after.play(move);
    const value = looks(position, move, after);
    if (value > highest) [best, highest] = [[], value];
    if (value === highest) best.push(move);
  }
  return best[rng.below(best.length)] as Move;
}

/** The move of an anchor. */
export function anchorMove(task: Task, anchor: Anchor, rng: Rng): Move {
  const position = task.game.secrets.sample(task.knowledge, rng);
  const isRandom = anchor === 'random' || (anchor === 'careless' && rng.below(2) === 0);
  return isRandom ? position.randomMove(rng) : greedyMove(position, task, rng);
}
