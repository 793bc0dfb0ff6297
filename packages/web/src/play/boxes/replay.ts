import { defaultOptions, type Game, type GameRecord, makeSetup, playRandomly, SeededRng } from '@tablier/core';
import { boxOf } from '../../games/catalogue.ts';
import { type Moment, retrace } from '../../review/past/retrace.ts';

/** The most plies of a game that is played at random. */
const MAX_PLIES = 80;

/** What the box of a game replays, from where there are pieces on the board. Without a record: a random game, always the same. */
export function replayOf(rules: Game, record?: GameRecord): readonly Moment[] {
  const played = record ?? randomGame(rules);
  const setup = makeSetup(rules, played);
  if (!setup.ok) return [];
  const { moments } = retrace(rules, setup.value, played);
  return moments.slice(Math.floor(boxOf(rules.id).from * moments.length));
}

function randomGame(rules: Game): { readonly deal: unknown; readonly moves: readonly string[] } {
  const rng = new SeededRng(rules.id);
  const deal = rules.deals.draw(defaultOptions(rules.options), rules.players[0] ?? 2, rng);
  const setup = makeSetup(rules, { deal });
  if (!setup.ok) return { deal, moves: [] };
  const moves = playRandomly(rules.start(setup.value), rng, MAX_PLIES);
  return { deal, moves: moves.map((move) => rules.formatMove(move)) };
}
