import { formatOptions, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableView } from '@tablier/protocol';

type Terms = Pick<TableView, 'game' | 'options' | 'chairs' | 'deal'>;

/**
 * Whether UGI can describe the position of such a table: it needs the deal and all moves. So a game that hides something, does not show
 * all moves, or deals at random cannot be played over UGI.
 */
export function isPlayable({ game: id, options, chairs, deal }: Terms): boolean {
  const game = findGame(id);
  if (game === undefined || game.secrets.hides(options) || game.secrets.movesShown(options) !== 'all') return false;
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
type TimedTerms = NonNullable<Clock>['terms'];

const SECOND = 1000;

/**
 * The time of each seat, with what each turn adds, or a fixed time for each move. A delay or period is part of the time, because a main
 * time may be 0, which means no time in UGI.
 */
export function limitsOf(clock: Pick<NonNullable<Clock>, 'terms' | 'seats'> | null, movetime: number): string {
  if (clock === null || clock.terms.system === 'days') return `movetime ${movetime}`;
  const { terms } = clock;
  const { kept, lent } = additionOf(terms);
  return clock.seats
    .map(({ left }, seat) => {
      const time = Math.max(1, Math.floor(left + lent));
      return `p${seat + 1}time ${time}${kept + lent > 0 ? ` p${seat + 1}inc ${kept + lent}` : ''}`;
    })
    .join(' ');
}

/** The time that each turn adds to a clock, and the delay or period. Milliseconds. */
function additionOf(terms: TimedTerms): { readonly kept: number; readonly lent: number } {
  switch (terms.system) {
    case 'fischer':
      return { kept: terms.increment * SECOND, lent: 0 };
    case 'bronstein':
      return { kept: terms.delay * SECOND, lent: 0 };
    case 'delay':
      return { kept: 0, lent: terms.delay * SECOND };
    case 'byo-yomi':
      return { kept: 0, lent: terms.period * SECOND };
    case 'sudden-death':
    case 'days':
      return { kept: 0, lent: 0 };
  }
}
