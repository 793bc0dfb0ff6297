import { type Game, makeSetup, type Move, type Position, type Seat, type View, type Viewer } from '@tablier/core';
import { type MatchView, type PastView, type ClockFace, type ClockReading, isRunning, readClock } from '@tablier/match';
import type { BoardModule } from '../../board/board-module.ts';
import type { People } from '../../lib/people.ts';
import { formatTime } from '../../lib/dates.ts';
import * as m from '../../paraglide/messages.js';

/** What the user plans while others move, on a board of its own. */
export interface Ahead {
  /** What the user would see after all of it, as far as they can know it. */
  readonly view: View;
  readonly choices: readonly Move[];
  readonly board: BoardModule;
  readonly add: (move: Move) => void;
  /** Whether a target or button of the board belongs to the plan: then it is pressed here. */
  readonly isOwn: (id: string) => boolean;
  readonly press: (id: string) => void;
  readonly clear: () => void;
}

/** The moves that the user has chosen before their turn. */
export interface Premoves {
  /** What happened to them last, in words; empty for nothing. */
  readonly note: string;
  /** `null` while none can be chosen. */
  ahead(board: BoardModule): Ahead | null;
}

export interface PlaySession {
  readonly game: Game;
  /** What `viewer` may know of the match. */
  readonly match: MatchView;
  readonly viewer: Viewer;
  readonly isShared: boolean;
  /** What the user may try now; empty when another player is to move. */
  readonly choices: readonly Move[];
  readonly canPlay: boolean;
  /** How many moves are left when the last step is undone; `null` if that is not possible now. */
  readonly undoTo: number | null;
  /** The current points; `null` if they are only known at the end. */
  readonly scores: readonly number[] | null;
  readonly clocks: readonly ClockShown[] | null;
  readonly names: readonly string[];
  readonly notes: readonly string[];
  readonly people: People;
  readonly status: string;
  /** A move made on this device that its match does not have yet, because the answer takes long. Absent: there is none. */
  readonly late?: Move | null;
  /** What is wrong with the connection for a while, in words. Absent: nothing can be. */
  readonly trouble?: string | null;
  /** Whether the connection is there. Absent: none is needed. */
  readonly isConnected?: boolean;
  readonly remarks: readonly string[];
  /** The moves chosen before their turn. Absent or `null`: none can be chosen. */
  readonly queue?: Premoves | null;
  /** Whether the moves of a seat are announced, because they were not made on this device. */
  isRemote(seat: Seat): boolean;
  /** The board calls this one and the next two without the session. */
  readonly play: (move: Move) => void;
  /** `peek`: in the notation of the game. */
  readonly peek: (peek: string) => void;
  readonly undo: () => void;
  /** Reads the positions before the last moves of the first `until`; `null` if they cannot be read now. Absent: there is nothing to look back at. */
  readonly lookBack?: (until: number) => Promise<readonly PastView[] | null>;
  /** Lets the others wait while the user reads what is over. Absent: they do not wait. */
  hold?(isHeld: boolean): void;
}

/** The position of a match, as far as nothing in it is hidden; `null` if it cannot be replayed. */
export function positionOf(game: Game, { view, moves }: MatchView): Position | null {
  if (game.isOpen) return game.secrets.sample(view, { below: () => 0 });
  const setup = makeSetup(game, { options: view.options, players: view.players });
  if (!setup.ok) return null;
  const position = game.start(setup.value);
  for (const { text } of moves) {
    const move = game.parseMove(text);
    if (move === null) return null;
    position.play(move);
  }
  return position;
}

export interface ClockShown {
  readonly time: string;
  /** Further information: other periods, a delay, a pause, a vacation. */
  readonly note: string | null;
  readonly isLow: boolean;
}

/** Below this time a clock is low. Milliseconds. */
const LOW = 10_000;

export const clocksShown = (clock: ClockFace, now: number): ClockShown[] =>
  clock.seats.map((own, seat) => {
    const reading = readClock(clock, seat, now);
    const runs = seat === clock.seat && isRunning(clock);
    const isTurn = seat === clock.seat;
    const interruption = own.away ? m.table_clock_vacation() : isTurn && clock.paused ? m.table_clock_paused() : null;
    return {
      time: formatTime(inPeriods(reading) ? reading.period : reading.main),
      note: interruption ?? noteOf(clock, reading),
      isLow: runs && reading.total <= LOW && clock.terms.system !== 'days',
    };
  });

const inPeriods = ({ main, periods }: ClockReading): boolean => main === 0 && periods > 0;

function noteOf({ terms }: ClockFace, reading: ClockReading): string | null {
  if (terms.system === 'byo-yomi') {
    if (inPeriods(reading)) return m.table_clock_periods({ count: reading.periods });
    return m.table_clock_then({ count: reading.periods, time: formatTime(terms.period * 1000) });
  }
  // Always shown for every clock, because a note that comes and goes would move the board each turn.
  if (terms.system === 'delay') return m.table_clock_delay({ time: formatTime(reading.delay) });
  return null;
}

/** The seconds below which the user's own clock is announced. */
const WARNINGS = [10, 30];

/** The announcement about the user's own running clock for screen readers. It changes rarely, because every change is read out. */
export function clockWarning(clock: ClockFace, you: number, now: number): string {
  if (clock.seat !== you || !isRunning(clock) || clock.terms.system === 'days') return '';
  const { total } = readClock(clock, you, now);
  const count = WARNINGS.find((seconds) => total <= seconds * 1000);
  return count === undefined ? '' : m.table_clock_warn({ count });
}
