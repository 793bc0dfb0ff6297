import { type Game, makeSetup, type Move, type Position, type Seat, type View, type Viewer } from '@tablier/core';
import type { MatchView, PastView } from '@tablier/match';
import type { ClockShown } from './clocks.ts';
import type { BoardModule } from '../../board/board-module.ts';
import type { People } from '../../lib/people.ts';

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
