import type { InsightAdvice, Secret } from '@tablier/ai';
import { NOBODY } from '@tablier/core';
import { colourProbabilities } from './beliefs.ts';
import { seatsOf, sideCount, sideOf } from './options.ts';
import type { MaskerKnowledge } from './past.ts';
import type { MaskerPosition } from './position.ts';
import { LETTERS } from './tables.ts';

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
export const insight: InsightAdvice<MaskerPosition, MaskerKnowledge> = {
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
