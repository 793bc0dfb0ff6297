import { formatOptions, type Options, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableView } from '@tablier/protocol';
import { UsageError } from '../shared/output.ts';
import type { EngineSearch } from './engine.ts';

interface Terms {
  readonly game: string;
  readonly options: Options;
  readonly players: number;
  /** Absent: the game deals nothing, or the engine need not know it. */
  readonly deal?: unknown;
}

interface Searched extends Terms {
  readonly moves: readonly string[];
}

/** Whether UGI can describe such a game: it needs the deal and all moves, so nothing may be hidden or dealt at random. */
export function isPlayable({ game: id, options, players, deal }: Terms): boolean {
  const game = findGame(id);
  if (game === undefined || game.secrets.hides(options) || game.secrets.movesShown(options) !== 'all') return false;
  return deal !== undefined || game.deals.draw(options, players, new SeededRng('any')) === null;
}

/** Throws a `UsageError` if UGI cannot describe such a game. */
export function refuseUnplayable(terms: Terms): void {
  if (isPlayable(terms)) return;
  throw new UsageError(`not-playable (UGI cannot describe the positions of ${terms.game} with these options)`);
}

export function linesFor({ game: id, options, players, deal, moves }: Searched, limits: string): readonly string[] {
  const game = findGame(id);
  if (game === undefined) return [];
  return [
    `setoption name Game value ${id}`,
    `setoption name Options value ${formatOptions(game.options, options)}`,
    `setoption name Players value ${players}`,
    ...(deal === undefined || deal === null ? [] : [`setoption name Deal value ${JSON.stringify(deal)}`]),
    'uginewgame',
    `position startpos${moves.length === 0 ? '' : ` moves ${moves.join(' ')}`}`,
    `go ${limits}`,
  ];
}

/** How a bot asks for the move at a table whose view is `age` milliseconds old. `movetime`: in milliseconds, for games without a clock. */
export function searchAt(table: TableView, movetime: number, age: number): Pick<EngineSearch, 'lines' | 'limit'> {
  const { match, deal } = table;
  if (match === null) return { lines: [], limit: 0 };
  const clock = agedClock(match.clock, age);
  const { options, players } = match.view;
  const position = { game: table.game, options, players, deal, moves: match.moves.map(({ text }) => text) };
  return { lines: linesFor(position, limitsOf(clock, movetime)), limit: waitFor(clock, movetime) };
}

type Clock = NonNullable<NonNullable<TableView['match']>['clock']>;
type Times = Pick<Clock, 'terms' | 'seats' | 'seat'>;
type TimedTerms = Clock['terms'];

const SECOND = 1000;
/** An engine that thinks for this many times its time is taken to hang. */
const PATIENT = 10;
/** The shortest wait for an engine. Milliseconds. */
const LEAST_WAIT = 5000;
/** No engine thinks for this part of its time about one move: the others wait meanwhile. */
const PART = 1 / 3;

const agedClock = (clock: Times | null, age: number): Times | null =>
  clock && {
    ...clock,
    seats: clock.seats.map((face, seat) => (seat === clock.seat ? { ...face, left: face.left - age } : face)),
  };

function waitFor(clock: Times | null, movetime: number): number {
  if (clock === null || clock.terms.system === 'days') return Math.max(LEAST_WAIT, PATIENT * movetime);
  const left = (clock.seats[clock.seat]?.left ?? 0) + additionOf(clock.terms).lent;
  return Math.max(SECOND, Math.min(left, Math.max(LEAST_WAIT, left * PART)));
}

/** The time and increment of each seat, or a fixed time. A delay or period is part of the time, because 0 means none in UGI. */
export function limitsOf(clock: Pick<Times, 'terms' | 'seats'> | null, movetime: number): string {
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
