import type { Game } from '@tablier/core';
import type { TableView } from '@tablier/protocol';
import { resultReason, resultTitle } from '../../table/match-ui/match-texts.ts';
import * as m from '../../paraglide/messages.js';
import { nameAt, sentenceNames } from './table-texts.ts';

/** Who claimed the match from whom; `null` if it ended otherwise. */
function claimText(view: TableView): string | null {
  const claimed = view.match?.claimed;
  if (!claimed) return null;
  return m.table_claimed({ name: nameAt(view, claimed.seat), absent: nameAt(view, claimed.absent) });
}

/** Why the match ended, if its record does not say it all; `null` otherwise. */
export function endReason(view: TableView): string | null {
  if (view.tournament !== undefined && view.match?.end?.by === 'abort') return m.table_leave_round();
  return claimText(view);
}

/** What to announce about a table: that the game begins, or how it ended. Empty at other moments. */
export function tableNews(game: Game, view: TableView): string {
  const { match, you } = view;
  if (match === null) return '';
  const { end } = match;
  // Whose turn it is is said with the colours.
  if (end === null) return match.plies > 0 ? '' : m.table_begins();
  const players = { own: you, called: sentenceNames(view) };
  return `${resultTitle(game, end, players)}. ${endReason(view) ?? resultReason(game, match.view, end, players)}`;
}

/** What a player has asked the others for, at a moment of the match. */
export interface Asking {
  readonly asks: boolean;
  readonly plies: number;
  readonly isOver: boolean;
}

/** Whether the others have declined it: it is gone, and nothing else has happened. */
export const isDeclined = (before: Asking, { asks, plies, isOver }: Asking): boolean =>
  before.asks && !asks && !isOver && before.plies === plies;

/** The title of the document, which says when the user is to move. */
export function tableTitle(game: Game, { match, you }: TableView): string {
  const isMine = match !== null && match.end === null && you !== null && match.view.turn === you;
  return isMine ? `${m.table_title_turn()} · ${game.name} · Tablier` : `${game.name} · Tablier`;
}
