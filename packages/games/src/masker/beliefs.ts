import type { Beliefs, World } from '@tablier/ai';
import { type Move, type MoveList, type Rng, SeededRng } from '@tablier/core';
import { sideCount, sideOf } from './options.ts';
import type { MaskerKnowledge } from './past.ts';
import { acceptanceOf, CERTAIN, policyOf, stageOf, takenFeature } from './policy.ts';
import { type MaskerPast, MaskerPosition, ownersOf, startOf, STOP } from './position.ts';
import { secrets } from './secrets.ts';
import { COLOUR_LETTERS, COLOURS, countCells, LETTERS, selectCell } from './tables.ts';

/** The chance that a player moves at random instead of by the policy: it keeps a single move from proving anything. */
const NOISE = 0.15;
/** How many moves a playout considers before it plays the last one. */
const TRIES = 6;
/** The places of a table by side and colour number. */
const PER_SIDE = COLOURS + 1;

/**
 * By side × 6 + colour number: how likely the side would have made its last public moves if that were its colour, up to a factor by
 * side. Bayes' rule with the fitted policy.
 */
export function likelihoods(knowledge: MaskerKnowledge, memory: number): Float64Array {
  const found = new Float64Array(sideCount(knowledge.players) * PER_SIDE).fill(1);
  const { past } = knowledge;
  if (past === null || past === undefined) return found;
  const position = startedAs(knowledge, past);
  const forgotten = past.moves.length - memory;
  for (const [ply, move] of past.moves.entries()) {
    if (ply >= forgotten) weigh(position, move, found);
    position.play(move);
  }
  return found;
}

/** The start of the game in any world that agrees with the knowledge. All of them have the same public course. */
function startedAs(knowledge: MaskerKnowledge, { grid }: MaskerPast): MaskerPosition {
  const { options, players } = knowledge;
  const { owners } = secrets.sample(knowledge, new SeededRng(0));
  const tokens = Array.from({ length: sideCount(players) }, (_, side) => LETTERS.charAt(owners.indexOf(side)));
  return startOf({ options, players, deal: { grid, tokens: tokens.join('') } });
}

/** Multiplies by the probability of a move, for every colour that its player may have. */
function weigh(position: MaskerPosition, move: Move, found: Float64Array): void {
  if (move > STOP) return;
  const moves: MoveList = new Uint16Array(position.countMoves());
  const count = position.legalMoves(moves);
  const shares = new Float64Array(count);
  const index = moves.indexOf(move);
  const first = sideOf(position.players, position.turn) * PER_SIDE;
  let sum = 0;
  for (let colour = 1; colour <= COLOURS; colour++) {
    policyOf(position, colour, moves, shares);
    const share = (1 - NOISE) * (shares[index] as number) + NOISE / count;
    sum += found[first + colour] = (found[first + colour] as number) * share;
  }
  for (let colour = 1; colour <= COLOURS; colour++) found[first + colour] = (found[first + colour] as number) / sum;
}

/** By side: the colours that it may have as far as everyone knows. A side that is out has shown its colour [M12]; others have one in play. */
function publicColours({ players, seats, inPlay }: MaskerKnowledge): number[][] {
  const open = COLOUR_LETTERS.flatMap((letter, index) => (inPlay[letter] > 0 ? [index + 1] : []));
  return seats
    .slice(0, sideCount(players))
    .map(({ out, colour }) => (out && colour !== null ? [COLOUR_LETTERS.indexOf(colour) + 1] : open));
}

/** Every choice of a different colour for each side. */
const assignments = (sides: readonly (readonly number[])[]): number[][] =>
  sides.reduce<number[][]>(
    (heads, colours) =>
      heads.flatMap((head) => colours.filter((colour) => !head.includes(colour)).map((colour) => [...head, colour])),
    [[]],
  );

function worlds(knowledge: MaskerKnowledge, memory: number): World<MaskerPosition>[] {
  const { options, players } = knowledge;
  const sample = secrets.sample(knowledge, new SeededRng(0));
  const likely = likelihoods(knowledge, memory);
  const all = assignments(publicColours(knowledge));
  const weights = all.map((colours) =>
    colours.reduce((product, colour, side) => product * (likely[side * PER_SIDE + colour] as number), 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return all.map((colours, index) => {
    const position = new MaskerPosition(options, players);
    position.board.copyFrom(sample.board);
    position.restore(sample);
    position.owners = ownersOf(colours.map((colour) => LETTERS.charAt(colour)));
    const types = Array.from({ length: players }, (_, seat) => colours[sideOf(players, seat)] as number);
    return { position, types, probability: (weights[index] as number) / total };
  });
}

/** How probable each colour is for a seat, given what another seat or a spectator (`null`) knows; 0 at the places without a colour. */
export function colourProbabilities(knowledge: MaskerKnowledge, seat: number): Float64Array {
  const shares = new Float64Array(PER_SIDE);
  const possible = worlds(knowledge, Number.POSITIVE_INFINITY).filter(({ types }) =>
    knowledge.seats.every(
      ({ colour }, other) => colour === null || types[other] === COLOUR_LETTERS.indexOf(colour) + 1,
    ),
  );
  const total = possible.reduce((sum, { probability }) => sum + probability, 0);
  for (const { types, probability } of possible) {
    const colour = types[seat] as number;
    shares[colour] = (shares[colour] as number) + probability / total;
  }
  return shares;
}

const colourOfMover = ({ owners, players, turn }: MaskerPosition): number => owners.indexOf(sideOf(players, turn));

/** Draws moves until one is accepted, so that likelier captures are played more often without evaluating all of them. */
function playoutMove(position: MaskerPosition, rng: Rng): Move {
  const { board, trail, firstExit } = position;
  if (firstExit !== null && firstExit.side === position.turn) return position.randomMove(rng);
  const { targetsLow, targetsHigh } = board;
  const captures = countCells(targetsLow, targetsHigh);
  const count = trail !== 0 ? captures + 1 : captures;
  const colour = colourOfMover(position);
  const stage = stageOf(position);
  const acceptance = acceptanceOf(position.players);
  let move = STOP;
  for (let tries = count === 1 ? 1 : TRIES; tries > 0; tries--) {
    const pick = rng.below(count);
    move = pick < captures ? selectCell(targetsLow, targetsHigh, pick) : STOP;
    const accepted = acceptance[takenFeature(position, move, colour, stage)] as number;
    if (accepted === CERTAIN || rng.below(CERTAIN) < accepted) return move;
  }
  return move;
}

/** The type of a seat is the number of its colour. */
export const beliefs: Beliefs<MaskerPosition, MaskerKnowledge> = {
  types: PER_SIDE,
  worlds,
  typeOf: ({ seats, turn }) => COLOUR_LETTERS.findIndex((letter) => letter === seats[turn]?.colour) + 1,
  observation: ({ firstExit, secondExit }) => ((firstExit?.side ?? -1) + 1) * 4 + (secondExit?.side ?? -1) + 1,
  policy: (position, moves, count, into) => policyOf(position, colourOfMover(position), moves.subarray(0, count), into),
  playoutMove,
};
