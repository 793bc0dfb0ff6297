import { games } from '@tablier/games';
import type { DrawnPair, SecretPairs } from '@tablier/testkit';

/** The pairs of every game with secrets. Throws where such a game has none: it would go unproved. */
const PAIRS: SecretPairs = (
  await Promise.all(games.filter(({ isOpen }) => !isOpen).map(({ id }) => pairsOf(id)))
).flat();

async function pairsOf(id: string): Promise<SecretPairs> {
  const file = new URL(`../../../packages/games/test/${id}/secret-pairs/index.ts`, import.meta.url);
  const { secretPairs } = (await import(file.href)) as { readonly secretPairs: SecretPairs };
  return secretPairs;
}

/** A pair of worlds, drawn by number: the kinds of pairs of all games take turns. */
export function drawPair(seed: string, index: number): DrawnPair {
  const draw = PAIRS[index % PAIRS.length];
  if (draw === undefined) throw new Error('no game has secrets');
  return draw(seed, Math.floor(index / PAIRS.length));
}
