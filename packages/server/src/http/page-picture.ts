import { findGame, games } from '@tablier/games';
import { formatRoute, type Route } from '@tablier/protocol/routes';
import type { Found } from './page-head.ts';
import type { StudySummary } from '@tablier/store';
import { isGoal, type Writer } from './page-texts.ts';

/** The picture that a link preview shows of a page, 1200 by 630 pixels: its path, and what it shows in words. */
export interface PagePicture {
  readonly path: string;
  readonly alt: string;
}

/**
 * A puzzle has its position, a study its first one, a finished game its end, the pages of a game an invitation to it and a tournament of it its board, and all others the same
 * picture. No position depends on the id of a table.
 */
export function pagePicture(
  route: Route,
  writer: Writer,
  { record, study, tournament, invitation }: Found,
): PagePicture {
  if (route.page === 'study' && study !== null)
    return {
      path: `${formatRoute(route)}.png`,
      alt: writer.text('meta_picture_study', { games: gamesOf(study, writer) }),
    };
  if (route.page === 'kept' && record !== null && record !== 'missing' && record.end !== undefined) {
    const game = findGame(record.game);
    const path = `${formatRoute({ page: 'kept', id: route.id })}.png`;
    if (game !== undefined) return { path, alt: writer.text('meta_picture_archive', { game: game.name }) };
  }
  if (route.page === 'puzzle' && isGoal(writer.puzzleGoal(route.game, route.number))) {
    const inputs = { game: findGame(route.game)?.name ?? route.game, number: String(route.number) };
    return { path: `${formatRoute(route)}.png`, alt: writer.text('meta_picture_puzzle', inputs) };
  }
  const about = tournament === 'missing' ? null : (tournament ?? invitation);
  const id = 'game' in route ? route.game : about?.game;
  const game = id === undefined ? undefined : findGame(id);
  if (game !== undefined)
    return { path: `/${game.id}.png`, alt: writer.text('meta_picture_game', { game: game.name }) };
  const names = writer.list(games.map(({ name }) => name));
  return { path: '/tablier.png', alt: writer.text('meta_picture_site', { games: names }) };
}

/** The names of the games of a study. */
export const gamesOf = ({ games: ids }: StudySummary, writer: Writer): string =>
  writer.list(ids.map((id) => findGame(id)?.name ?? id));
