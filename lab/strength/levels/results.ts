import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { planOf } from '@tablier/ai';
import type { CatalogueGame } from '@tablier/games';
import type { Player } from './play.ts';

/** A series of games of one pair, as the command played it. */
export interface Series {
  readonly first: Player;
  readonly other: Player;
  /** The plans of both as JSON, so that games of an earlier plan are not counted. */
  readonly plans: readonly [string, string];
  readonly seed: string;
  /** The index of the first game. */
  readonly from: number;
  readonly games: number;
  /** The points of the first. */
  readonly points: number;
}

const fileOf = (game: CatalogueGame): URL => new URL(`${game.id}.json`, import.meta.url);

/** The plan of a level; the name of an anchor with the version of its rule. */
export const planText = (game: CatalogueGame, player: Player): string =>
  typeof player === 'number' ? JSON.stringify(planOf(game, player)) : `${player} 2`;

/** The series whose players have their plans still. */
export function readSeries(game: CatalogueGame): Series[] {
  const file = fileOf(game);
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Series[]) : [];
  return stored.filter(
    ({ first, other, plans }) => plans[0] === planText(game, first) && plans[1] === planText(game, other),
  );
}

export function writeSeries(game: CatalogueGame, series: readonly Series[]): void {
  writeFileSync(fileOf(game), `${JSON.stringify(series, null, 2)}\n`);
}
