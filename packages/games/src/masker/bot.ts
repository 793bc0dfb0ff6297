import type { BotAdvice, BotLevels, InsightAdvice, Secret } from '@tablier/ai';
import { type Move, NOBODY } from '@tablier/core';
import { beliefs, colourProbabilities } from './beliefs.ts';
import { COLOURS, LETTERS, seatsOf, sideCount, sideOf, WHITE } from './board.ts';
import type { MaskerKnowledge } from './secrets.ts';
import { type MaskerPosition, STOP } from './position.ts';

/** The weight of a side by its crosses in play, e^(0.7 × crosses). Written out: machines differ in the last digit of an exponential. */
const WEIGHTS = [0, 2.01375, 4.0552, 8.16617, 16.44465, 33.11545, 66.68633] as const;

/** The share of a win that each seat can expect. A side that is out has 0, partners have the same [M4]. */
function evaluate(position: MaskerPosition, into: Float64Array): void {
  const { players } = position;
  const weights = [0, 0, 0];
  let total = 0;
  for (let colour = 1; colour <= COLOURS; colour++) {
    const side = position.owners[colour] as number;
    const left = position.board.left[colour] as number;
    if (side === NOBODY || left === 0) continue;
    weights[side] = WEIGHTS[left] as number;
    total += weights[side] as number;
  }
  for (let seat = 0; seat < players; seat++) into[seat] = (weights[sideOf(players, seat)] as number) / total;
}

/** Crosses of others first, the rarest before the others; then a stop and colours without an owner; own crosses last, the rarest at the end. */
function priority({ board, owners, players, turn }: MaskerPosition, move: Move): number {
  if (move >= STOP) return 0;
  const cross = board.topOf(move);
  if (cross === WHITE) return 1;
  const owner = owners[cross] as number;
  if (owner === NOBODY) return 1;
  const rare = 8 - (board.left[cross] as number);
  return owner === sideOf(players, turn) ? -rare : rare;
}

/** Weaker levels use fewer playouts, forget who captured what, and choose among moves less exactly. */
const levels: BotLevels = {
  1: { nodes: 700, exploration: 1, memory: 4, spread: 0.14 },
  2: { nodes: 2_200, exploration: 1, memory: 9, spread: 0.055 },
  3: { nodes: 5_500, exploration: 1, memory: 15, spread: 0.018 },
  4: { nodes: 15_000, exploration: 1, memory: 40 },
  5: { nodes: 32_000, exploration: 1 },
  6: { nodes: 100_000, exploration: 1 },
  7: { nodes: 400_000, exploration: 1 },
  8: { nodes: 1_600_000, exploration: 1 },
};

/** The colour of a side as far as a seat could tell from its own colour and the public moves. */
function secretOf(knowledge: MaskerKnowledge, seat: number): Secret {
  const shares = [...colourProbabilities(knowledge, seat)];
  const possible = shares.flatMap((probability, colour) =>
    probability > 0 ? [{ value: LETTERS.charAt(colour), probability }] : [],
  );
  const sorted = possible.toSorted((one, other) => other.probability - one.probability);
  return { of: { seat }, possible: sorted, shown: null };
}

/** The colours of the other sides, each under its first seat, until they are shown [M12] [M6]. */
const insight: InsightAdvice<MaskerPosition, MaskerKnowledge> = {
  secrets({ knowledge, seat }) {
    const { players, seats, turn } = knowledge;
    if (turn === NOBODY) return [];
    const others = Array.from({ length: sideCount(players) }, (_, side) => side).filter(
      (side) => side !== sideOf(players, seat) && seats[side]?.out === false,
    );
    return others.map((side) => secretOf(knowledge, seatsOf(players, side)[0] ?? 0));
  },
  truth({ owners, players }, of) {
    return 'seat' in of ? LETTERS.charAt(owners.indexOf(sideOf(players, of.seat))) : '';
  },
};

export const advice = {
  evaluate,
  priority,
  beliefs,
  pace: 4,
  insight,
  levels,
  elo: [-127, -23, 163, 326, 457, 579, 672, 779],
} satisfies BotAdvice<MaskerPosition, MaskerKnowledge>;
