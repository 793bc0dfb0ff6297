import { formatOptions, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableView } from '@tablier/protocol';

type Terms = Pick<TableView, 'game' | 'options' | 'chairs' | 'deal'>;

/**
 * Whether an engine can be told the position of such a table: it needs the deal and all moves, so a game that hides something or deals at
 * random cannot be played through UGI.
 */
export function isPlayable({ game: id, options, chairs, deal }: Terms): boolean {
  const game = findGame(id);
  if (game === undefined || game.secrets.hides(options)) return false;
  return deal !== undefined || game.deals.draw(options, chairs.length, new SeededRng('any')) === null;
}

/** The lines of UGI that set the position of a table and start a search. `movetime`: in milliseconds, for games without a clock. */
export function searchLines(table: TableView, movetime: number): readonly string[] {
  const game = findGame(table.game);
  const { match } = table;
  if (game === undefined || match === null) return [];
  const moves = match.moves.map(({ text }) => text);
  return [
    `setoption name Game value ${table.game}`,
    `setoption name Options value ${formatOptions(game.options, match.view.options)}`,
    `setoption name Players value ${match.view.players}`,
    ...(table.deal === undefined ? [] : [`setoption name Deal value ${JSON.stringify(table.deal)}`]),
    'uginewgame',
    `position startpos${moves.length === 0 ? '' : ` moves ${moves.join(' ')}`}`,
    `go ${limitsOf(match.clock, movetime)}`,
  ];
}

type Clock = NonNullable<TableView['match']>['clock'];

/** The time of each seat, or a fixed time for each move. */
function limitsOf(clock: Clock, movetime: number): string {
  if (clock === null) return `movetime ${movetime}`;
  return clock.seats.map(({ left }, seat) => `p${seat + 1}time ${Math.max(0, Math.floor(left))}`).join(' ');
}
