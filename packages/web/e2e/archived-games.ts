import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

interface Kept {
  readonly players: number;
  readonly moves: readonly string[];
}

/** More than most games have. The first ones of Arcanor have up to 269: a search of one, which its result begins, takes as long as of ten others. */
export const SHORT = 100;

/** The first complete game of so many players among the examples of the rules, with at most so many plies. */
export function exampleOf(game: string, players = 2, most = Number.POSITIVE_INFINITY): Kept {
  const lines = readFileSync(new URL(`../../games/test/${game}/examples.jsonl`, import.meta.url), 'utf8').trim();
  const record = lines
    .split('\n')
    .map((line) => JSON.parse(line) as Kept)
    .find((each) => each.players === players && each.moves.length <= most);
  if (record === undefined) throw new Error(`no example of ${game} with ${players} players`);
  return record;
}

/** An example that the second player gives up before any point is made: a search and a film of it take a part of the time of a whole game. */
export function givenUp(game: string, plies: number): Kept {
  const { moves, ...record } = exampleOf(game);
  const end = { by: 'resign', scores: [0, 0], places: [1, 2] };
  return { ...record, moves: moves.slice(0, plies), ...{ counts: undefined, end } };
}

/** A complete game of each. */
export const EXAMPLES = ['isaac', 'nasca', 'masker', 'arcanor'].map((game) => ({
  game,
  record: exampleOf(game, 2, SHORT),
}));

/** Stores a record in the archive as a new guest. Returns its id. */
export async function keep(page: Page, record: Pick<Kept, 'moves'>): Promise<string> {
  await page.request.post('/api/guests', { data: { name: 'Ada' } });
  const kept = await page.request.post('/api/games', { data: record });
  return ((await kept.json()) as { readonly id: string }).id;
}
