import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { makeSetup, type Options } from '@tablier/core';
import { findGame } from '@tablier/games';
import { createMatch, decide, evolve, type MatchEvent } from '@tablier/match';

const BOT = { kind: 'bot', level: 1 };
const person = (number: number) => ({ kind: 'person', number });

/** A whole game from its beginning. */
export interface Played {
  readonly options: Options;
  readonly players: number;
  readonly deal: unknown;
  readonly moves: readonly string[];
}

/** The first of the example games of a game that `is` accepts. */
export const example = (game: string, is: (played: Played) => boolean = () => true): Played => {
  const lines = readFileSync(new URL(`../../games/test/${game}/examples.jsonl`, import.meta.url), 'utf8').split('\n');
  const found = lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Played)
    .find(is);
  if (found === undefined) throw new Error(`no such example of ${game}`);
  return found;
};

/** A local game after so many moves of a record, with a person to move and bots at the other seats, or with persons at all of them. */
export function savedGame(id: string, played: Played, plies: number, seating: 'alone' | 'together'): string {
  const game = findGame(id);
  if (game === undefined) throw new Error(`unknown game ${id}`);
  const setup = makeSetup(game, { options: played.options, players: played.players, deal: played.deal });
  if (!setup.ok) throw new Error(setup.error.name);
  let state = createMatch(game, setup.value, { takeBack: 'free' });
  const events: MatchEvent[] = [];
  for (const move of played.moves.slice(0, plies)) {
    const decided = decide(state, { kind: 'move', seat: state.position.turn, move });
    if (!decided.ok) throw new Error(`${move}: ${decided.error.name}`);
    events.push(decided.value);
    state = evolve(state, decided.value);
  }
  const own = state.end === null ? state.position.turn : 0;
  const seats = Array.from({ length: played.players }, (_, seat) =>
    seating === 'together' ? person(seat + 1) : seat === own ? person(1) : BOT,
  );
  const fields = { format: 2, game: id, rules: game.rulesVersion, ...setup.value, seats, seed: 'page' };
  return JSON.stringify({ ...fields, events, plies, end: state.end, changed: Date.now() });
}

/** Where a stored game is opened. */
export const STORED = '/play/stored000000';

/** Stores a local game in the browser, in whose page it runs. */
export const store = (text: string): void => localStorage.setItem('tablier.games.stored000000', text);

/** Stores a local game and opens it. */
export async function resume(page: Page, text: string): Promise<void> {
  await page.evaluate(store, text);
  await page.goto(STORED);
  await expect(page.locator('.game-table').first()).toBeVisible();
}
