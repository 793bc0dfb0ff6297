import type { Beliefs, World } from '@tablier/ai';
import { type Move, NOBODY, type Rng, SeededRng } from '@tablier/core';
import { countBits, selectBit } from '../shared/bits.ts';
import { sideCount, sideOf } from './options.ts';
import type { MaskerKnowledge } from './past.ts';
import { policyOf, stageOf, tableOf, takenFeature } from './policy.ts';
import { MaskerPosition, ownersOf, startOf, STOP } from './position.ts';
import { secrets } from './secrets.ts';
import { COLOUR_LETTERS, COLOURS, HALF } from './tables.ts';

/** The part of every probability that is uniform over the moves, because players are not the policy. */
const NOISE = Number(process.env['NOISE'] ?? 0.15);

/** By side × 6 + colour number: the likelihood of the side's moves if that is its colour, up to a factor by side. */
export function likelihoods(knowledge: MaskerKnowledge, memory: number): Float64Array {
  const { options, players, past } = knowledge;
  const found = new Float64Array(sideCount(players) * (COLOURS + 1)).fill(1);
  if (past === null || past === undefined) return found;
  const world = secrets.sample(knowledge, new SeededRng(0));
  const tokens = Array.from({ length: sideCount(players) }, (_, side) => COLOUR_LETTERS[world.owners.indexOf(side) - 1]);
  const position = startOf({ options, players, deal: { grid: past.grid, tokens: tokens.join('') } });
  const first = past.moves.length - memory;
  for (const [ply, move] of past.moves.entries()) {
    if (ply >= first) weigh(position, move, found);
    position.play(move);
  }
  return found;
}

const moves = new Uint16Array(64);
const shares = new Float64Array(64);

function weigh(position: MaskerPosition, move: Move, found: Float64Array): void {
  const count = position.legalMoves(moves);
  if (count < 2 || move > STOP) return;
  const side = sideOf(position.players, position.turn);
  const index = moves.subarray(0, count).indexOf(move);
  const first = side * (COLOURS + 1);
  let sum = 0;
  for (let colour = 1; colour <= COLOURS; colour++) {
    policyOf(position, colour, moves, count, shares);
    const share = (1 - NOISE) * (shares[index] as number) + NOISE / count;
    found[first + colour] = (found[first + colour] as number) * share;
    sum += found[first + colour] as number;
  }
  for (let colour = 1; colour <= COLOURS; colour++) found[first + colour] = (found[first + colour] as number) / sum;
}

/** The colours that each side may have, as far as everyone knows. */
function candidates(knowledge: MaskerKnowledge): number[][] {
  const { players, seats, eliminations, inPlay } = knowledge;
  const out = seats.map(({ out: isOut, colour }) => (isOut && colour !== null ? COLOUR_LETTERS.indexOf(colour) + 1 : 0));
  void eliminations;
  const open = COLOUR_LETTERS.flatMap((letter, index) => (inPlay[letter] > 0 ? [index + 1] : []));
  return Array.from({ length: sideCount(players) }, (_, side) => ((out[side] as number) > 0 ? [out[side] as number] : open));
}

function assignments(sides: readonly number[][]): number[][] {
  return sides.reduce<number[][]>(
    (heads, colours) => heads.flatMap((head) => colours.filter((colour) => !head.includes(colour)).map((colour) => [...head, colour])),
    [[]],
  );
}

function worlds(knowledge: MaskerKnowledge, memory: number): World<MaskerPosition>[] {
  const { options, players } = knowledge;
  const sample = secrets.sample(knowledge, new SeededRng(0));
  const likely = likelihoods(knowledge, memory);
  const all = assignments(candidates(knowledge));
  const weights = all.map((colours) =>
    colours.reduce((product, colour, side) => product * (likely[side * (COLOURS + 1) + colour] as number), 1),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return all.map((colours, index) => {
    const position = new MaskerPosition(options, players);
    position.board.copyFrom(sample.board);
    position.restore(sample);
    position.owners = ownersOf(colours.map((colour) => COLOUR_LETTERS[colour - 1] ?? ''));
    return {
      position,
      types: Array.from({ length: players }, (_, seat) => colours[sideOf(players, seat)] as number),
      probability: (weights[index] as number) / total,
    };
  });
}

const colourAt = ({ owners, players, turn }: MaskerPosition): number => owners.indexOf(sideOf(players, turn));

/** How many captures a playout considers before it plays the last one. */
const TRIES = Number(process.env['TRIES'] ?? 6);
const PSCALE = Number(process.env['PSCALE'] ?? 400);
declare const process: { env: Record<string, string | undefined> };

function playoutMove(position: MaskerPosition, rng: Rng): Move {
  if (position.firstExit !== null && position.firstExit.side === position.turn) return position.randomMove(rng);
  const { board, trail } = position;
  const { targetsLow, targetsHigh } = board;
  const low = countBits(targetsLow);
  const captures = low + countBits(targetsHigh);
  const count = trail !== 0 ? captures + 1 : captures;
  if (count === 1) return low === 1 ? selectBit(targetsLow, 0) : HALF + selectBit(targetsHigh, 0);
  const colour = colourAt(position);
  const stage = stageOf(position);
  const table = tableOf(position.players);
  let move = STOP;
  for (let tries = 0; tries < TRIES; tries++) {
    const pick = rng.below(count);
    move = pick < low ? selectBit(targetsLow, pick) : pick < captures ? HALF + selectBit(targetsHigh, pick - low) : STOP;
    const weight = (table[takenFeature(position, move, colour, stage)] as number) * PSCALE;
    if (weight >= 1024 || rng.below(1024) < weight) return move;
  }
  return move;
}

export const beliefs: Beliefs<MaskerPosition, MaskerKnowledge> = {
  types: COLOURS + 1,
  worlds,
  typeOf: ({ seats, turn }) => COLOUR_LETTERS.indexOf(seats[turn]?.colour ?? 'R') + 1,
  observation: ({ firstExit, secondExit }) => (firstExit === null ? 0 : firstExit.side + 1) + (secondExit === null ? 0 : 4 * (secondExit.side + 1)),
  policy: (position, list, count, into) => policyOf(position, colourAt(position), list, count, into),
  playoutMove,
};
void NOBODY;
