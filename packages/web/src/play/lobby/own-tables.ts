import type { MyTable, TableSummary } from '@tablier/protocol';
import { findGame } from '../../games/catalogue.ts';
import { formatTime } from '../../lib/dates.ts';
import { clockText } from '../online/time-controls.ts';
import * as m from '../../paraglide/messages.js';
import type { Route } from '../../lib/routes.ts';
import { optionWords } from '../../lib/text.ts';
import { othersText, playerText } from './lobby-texts.ts';

// Apart from the texts of the lobby, which the first script has: these need the terms of clocks.

/** `15 min + 10 s · rated · large board`: the terms of a table that differ from the usual ones. */
export function termsText({ game, options, clock, rated, ownDeal }: TableSummary | MyTable): string {
  const known = findGame(game);
  return [
    clockText(clock),
    ...(rated ? [m.rating_rated()] : []),
    ...(known === undefined ? [] : optionWords(known, options)),
    ...(ownDeal ? [m.terms_own_deal()] : []),
  ].join(' · ');
}

export const isAwaited = ({ invited, turn, rematch }: MyTable): boolean =>
  invited !== null || turn || rematch !== undefined;

function rank({ invited, turn, phase, rematch }: MyTable): number {
  if (invited !== null || rematch !== undefined) return 0;
  if (turn) return 1;
  return phase === 'playing' ? 2 : 3;
}

/** The tables that wait for the user come first, then the newest. */
export const inOwnOrder = (tables: readonly MyTable[]): MyTable[] =>
  [...tables].sort((left, right) => rank(left) - rank(right) || right.at - left.at);

/** The table on the screen; `null` for none. */
export const shownTable = (route: Route): string | null =>
  'id' in route && ['table', 'hand', 'screen'].includes(route.page) ? route.id : null;

/** The tables that wait for the user, without the one on the screen, which says so itself. */
export const awaitedElsewhere = (tables: readonly MyTable[], shown: string | null): MyTable[] =>
  inOwnOrder(tables.filter((table) => isAwaited(table) && table.id !== shown));

/** The name of its game; the id of a game that this version does not know. */
export const gameName = ({ game }: Pick<MyTable, 'game'>): string => findGame(game)?.name ?? game;

export function hostName({ chairs, host }: MyTable): string {
  const chair = chairs[host];
  return chair === undefined ? '' : playerText(chair);
}

/** What it is about: `Ada invites you: Isaac`, `Your turn: Isaac`. */
export function ownTitle(table: MyTable): string {
  const game = gameName(table);
  if (table.invited !== null) return m.own_invites({ name: hostName(table), game });
  if (table.rematch !== undefined) return m.own_rematch({ game });
  if (table.turn) return m.own_turn({ game });
  return table.phase === 'waiting' ? m.own_waiting({ game }) : game;
}

/** `28:00:00 left`; `null` if no clock runs and no offer ends. `now`: milliseconds since 1970, by the clock of the server. */
export function timeLeft({ phase, until, rematch }: MyTable, now: number): string | null {
  const end = rematch?.until ?? (phase === 'playing' ? until : null);
  return end === null ? null : m.own_until({ time: formatTime(Math.max(0, end - now)) });
}

/** Below the title of a table that waits for the user: `with Ada` and `28:00:00 left`, or the time control of an invitation. */
export function awaitedFacts(table: MyTable, now: number): readonly string[] {
  if (table.invited !== null) return [clockText(table.clock)];
  const names = othersText(table.chairs, table.you);
  const left = timeLeft(table, now);
  return [...(names === '' ? [] : [m.own_with({ names })]), ...(left === null ? [] : [left])];
}

export const awaitedNote = (table: MyTable, now: number): string => awaitedFacts(table, now).join(' · ');

/** The tables whose game has begun since they were among those that waited. `waiting`: the ids of these. */
export const begun = (waiting: ReadonlySet<string>, tables: readonly MyTable[]): string[] =>
  tables.filter(({ id, phase }) => phase === 'playing' && waiting.has(id)).map(({ id }) => id);
