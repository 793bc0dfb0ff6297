import { games } from '@tablier/games';
import type { DrawnPair, GameSecrets, Mutation } from '@tablier/testkit';

/** The ids of the games that hide information. */
const SECRET_GAMES: readonly string[] = games.filter(({ isOpen }) => !isOpen).map(({ id }) => id);

/** What a game provides for this proof. Rejects with the name of a game that provides nothing: it would not be covered. */
export async function secretsOf(id: string): Promise<GameSecrets> {
  const name = `@tablier/games/secret-pairs/${id}`;
  const { secretPairs = [], mutations = [] } = await importSecrets(id, name);
  if (secretPairs.length === 0) throw new Error(`${id} hides information, but ${name} exports no secret pairs`);
  if (mutations.length === 0) throw new Error(`${id} hides information, but ${name} exports no mutations`);
  return { secretPairs, mutations };
}

async function importSecrets(id: string, name: string): Promise<Partial<GameSecrets>> {
  try {
    return (await import(name)) as Partial<GameSecrets>;
  } catch (cause) {
    throw new Error(`${id} hides information, but ${name} cannot be imported`, { cause });
  }
}

/** Of every game that hides information. */
const SECRETS: readonly GameSecrets[] = await Promise.all(SECRET_GAMES.map(secretsOf));
const PAIRS = SECRETS.flatMap(({ secretPairs }) => secretPairs);

/** The leaks of the views of the games. */
export const GAME_MUTATIONS: readonly Mutation[] = SECRETS.flatMap(({ mutations }) => mutations);

/** The pair of worlds with this number: the kinds of pairs of all games take turns. */
export function drawPair(seed: string, index: number): DrawnPair {
  const draw = PAIRS[index % PAIRS.length];
  if (draw === undefined) throw new Error('no game hides information');
  return draw(seed, Math.floor(index / PAIRS.length));
}
