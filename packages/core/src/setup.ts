import type { Game, Setup } from './game.ts';
import { completeOptions, type OptionsError } from './options.ts';
import { failure, type Result, success } from './vocabulary.ts';

/** Why a setup was refused. */
export interface SetupError {
  readonly name: OptionsError['name'] | 'bad-players' | 'bad-deal';
  readonly detail: string;
}

/**
 * A setup from untrusted data. Completes the options and checks players and deal.
 * `deal` may only be left out if the game needs none with these options.
 */
export function makeSetup(
  game: Game,
  given: { readonly options?: Readonly<Record<string, unknown>>; readonly players?: number; readonly deal?: unknown },
): Result<Setup, SetupError> {
  const options = completeOptions(game.options, given.options ?? {});
  if (!options.ok) return options;
  const players = given.players ?? (game.players[0] as number);
  if (!game.players.includes(players)) return failure({ name: 'bad-players', detail: String(players) });
  const deal = game.deals.parse(options.value, players, given.deal ?? null);
  if (!deal.ok) return failure({ name: 'bad-deal', detail: deal.error });
  return success({ options: options.value, players, deal: deal.value });
}
