import { type Rng, type Seat, SeededRng } from '@tablier/core';
import type { SecretPairs } from '@tablier/testkit';
import { MaskerPair } from './pair.ts';

/** For two, three and four players. Every other round may have a bot. */
export const secretPairs: SecretPairs = [2, 3, 4].map((players) => (seed, round) => drawPair(players, seed, round));

function drawPair(players: number, seed: string, round: number) {
  const rng = new SeededRng(`${seed} pair`);
  const options = { touch: ['side', 'corner'][rng.below(2)] ?? '', board: ['flat', 'tower'][rng.below(2)] ?? '' };
  const withBot = round % 2 === 0 ? false : rng.below(2) === 0 && players > 2;
  const viewer: Seat | null = rng.below(players + 1) === players ? null : rng.below(players);
  const bots = withBot ? [botSeat(players, viewer, rng)] : [];
  const pair = new MaskerPair({ options, players, viewer, bots }, seed);
  return { kind: `masker ${players}${withBot ? ' with a bot' : ''}`, pair };
}

/** With three players any seat; with four the viewer's partner, since otherwise no token could differ. */
function botSeat(players: number, viewer: Seat | null, rng: Rng): Seat {
  if (players === 4 && viewer !== null) return rng.below(2) === 0 ? viewer : (viewer + 2) % 4;
  return rng.below(players);
}
export { mutations } from './mutations.ts';
