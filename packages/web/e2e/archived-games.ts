import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

interface Kept {
  readonly moves: readonly string[];
}

/** A complete game of each, as in the examples of the rules. */
export const EXAMPLES = ['isaac', 'nasca', 'masker', 'arcanor'].map((game) => {
  const file = new URL(`../../games/test/${game}/examples.jsonl`, import.meta.url);
  return { game, record: JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as Kept };
});

/** Stores a record in the archive as a new guest. Returns its id. */
export async function keep(page: Page, record: Kept): Promise<string> {
  await page.request.post('/api/guests', { data: { name: 'Ada' } });
  const kept = await page.request.post('/api/games', { data: record });
  return ((await kept.json()) as { readonly id: string }).id;
}
