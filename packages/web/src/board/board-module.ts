import type { Move, Seat, Setup, View, Viewer } from '@tablier/core';
import type { People } from '../people.ts';
import type { Scene, Solid } from '../scene/scene.ts';
import type { Toggled } from './toggled.svelte.ts';

/** What a board is given to draw. `H` is what the player holds before it has become a move: a chosen piece, say. */
export interface Table<V extends View, H> {
  readonly view: V;
  /** What may be tried now, as the view tells. Empty when it is not this viewer's turn. */
  readonly choices: readonly Move[];
  /** A seat that plays, `spectator` for who watches, `open` for who looks back: then all that the view holds may be shown. */
  readonly viewer: Viewer;
  /** Whether several people play on this device, so that one must not see what another may. */
  readonly shared: boolean;
  /** The seat at the bottom of the picture. */
  readonly bottom: Seat;
  readonly held: H;
  /** The target under the pointer or the keyboard's focus. */
  readonly pointed: string | null;
  /** How sentences name the seats. */
  readonly people: People;
  /** Whether the player uses a finger: hints name no keys and no wheel then. */
  readonly touch: boolean;
  /** The moves of the last turn, to be marked. */
  readonly lastMoves: readonly Move[];
  /** What was looked at since the last move, and what everybody saw. */
  readonly peeks: readonly SeenPeek[];
  /** The toggles that are on. */
  readonly toggled: ReadonlySet<string>;
  /** Whether the last step may be undone: it was made at this device, and nothing was revealed by it. */
  readonly undoable: boolean;
}

/** The answer to a peek. */
export interface SeenPeek {
  readonly seat: Seat;
  readonly peek: string;
  readonly seen: unknown;
}

/** What a press comes to: something held, a whole move, or a peek. */
export interface Step<H> {
  readonly held: H;
  readonly move?: Move;
  readonly peek?: string;
  /** Undoes the last step of a turn. */
  readonly undo?: boolean;
}

/** A button beside the board: a piece in hand, a number to choose, an action. */
export interface TrayItem {
  readonly id: string;
  /** In words, complete: what a screen reader says. */
  readonly name: string;
  /** What is written on the button where no piece is drawn, or beside it. */
  readonly label?: string;
  /** The piece drawn on the button. */
  readonly piece?: Solid;
  /** How many there are. */
  readonly count?: number;
  readonly enabled: boolean;
  readonly chosen?: boolean;
  /** Whether this is the one thing to do next. */
  readonly isNext?: boolean;
  /** The key that does the same, shown on the button. */
  readonly key?: string;
}

export interface TrayGroup {
  readonly id: string;
  readonly title: string;
  readonly items: readonly TrayItem[];
  /** Whether there is nothing to press and only to read: the pieces of the opponent, say. */
  readonly plain?: boolean;
  /** Whose pieces these are: a rack of its own. Absent: nobody's. */
  readonly seat?: Seat;
  /** Whether its title is to be read where there is little room: how far a turn has come, say. */
  readonly isFirst?: boolean;
}

/** A line of explanation beside the board. `reason`: why something does not go. */
export interface BoardNote {
  readonly text: string;
  readonly kind: 'hint' | 'preview' | 'reason';
}

/** What lies before a seat and how it stands, beside the board. */
export interface SeatCard {
  readonly seat: Seat;
  readonly name: string;
  /** Crosses in piles, say: drawn as stacks of `height`. */
  readonly stacks: { readonly filled: number; readonly places: number; readonly height: number };
  /** The same in words: `7 of 12 crosses`. */
  readonly count: string;
  /** In words: `Full`, `Out`, and why. */
  readonly lines: readonly string[];
  readonly active: boolean;
  /** A thing that is the seat's own, where it is known. */
  readonly piece?: Solid;
}

/** What the layout around a board has to know of it. */
export interface BoardOutline {
  /** Width of the picture by its height. */
  readonly ratio: number;
  /** Lines of notes there are at most. */
  readonly lines: number;
  /** Whether there is anything on the rack. */
  readonly hasRack: boolean;
  readonly cards: { readonly title: string; readonly cards: readonly SeatCard[] } | null;
  readonly toggles: readonly BoardToggle[];
  /** Which of them are on; `null` before there is a board. */
  readonly toggled: Toggled | null;
}

/** Before the board is there. */
export const NO_OUTLINE: BoardOutline = {
  ratio: 1,
  lines: 2,
  hasRack: true,
  cards: null,
  toggles: [],
  toggled: null,
};

/** A line of the explanation of a finished game. */
export interface EndLine {
  readonly text: string;
  readonly piece?: Solid;
}

/** A setting of the picture alone, switched by a person: live territory, heights. */
export interface BoardToggle {
  readonly id: string;
  readonly name: string;
  /** Whether it is on for somebody who never touched it. */
  readonly initially: boolean;
}

/**
 * What a game knows of its picture. The board draws and collects; the rules judge: a module offers no move that is
 * not among `choices`.
 */
export interface BoardModule<V extends View = View, H = unknown> {
  /** Holding nothing. */
  readonly nothing: H;
  /** Whether a first touch only points, so that the preview is seen, and the second plays. */
  readonly touchPointsFirst: boolean;
  scene(table: Table<V, H>): Scene;
  tray(table: Table<V, H>): readonly TrayGroup[];
  notes(table: Table<V, H>): readonly BoardNote[];
  /** A target was pressed. */
  press(table: Table<V, H>, target: string): Step<H>;
  /** A button of the tray, or of the scene's chooser, was pressed. */
  pick(table: Table<V, H>, item: string): Step<H>;
  /** Something is dragged from a target with a grip; `to` is `null` until it is let go. Absent: a drag is a press on each. */
  drag?(table: Table<V, H>, from: string, to: string | null): Step<H>;
  /** What one may switch on and off in the picture. Absent: nothing. */
  toggles?(): readonly BoardToggle[];
  /** Whether something is held that a finger carries over the board. Absent: whatever is not nothing. */
  carries?(held: H): boolean;
  /** What the button says that confirms a preview. Absent: `Place`. */
  confirm?(view: V): string;
  /** What is held once everything has been put back: the key Escape. Absent: nothing. */
  putBack?(held: H): H;
  /** What lies before the seats, where that is not on the board. Then nobody has points before the end. */
  cards?(table: Table<V, H>): { readonly title: string; readonly cards: readonly SeatCard[] };
  /** How a finished game came to its end, for everybody: who scored what and where, what was hidden. */
  explain?(view: V, setup: Setup, people: People): readonly EndLine[];
  /** How many lines of notes there are at most, so that nothing jumps beside the board as one points about. Absent: two. */
  readonly noteLines?: number;
  /** Whether the picture is the same from every seat, so that there is nothing to turn. */
  readonly oneSided?: boolean;
  /** Turns what is held by a quarter: the key R, the wheel, a button. Absent where nothing turns. */
  turn?(table: Table<V, H>): H;
  /** What stays held when the position has changed. Absent: nothing. */
  keep?(table: Table<V, H>): H;
  /** What whoever is to move is to do where that is not always the same: the last part of a message's key. Absent: always the same. */
  task?(view: V): string | null;
  /** Said to everybody when a phase or a round has just begun, instead of who had to pass before it; empty at any other moment. */
  begins?(view: V, people: People): readonly string[];
  /** What the message about the end of the game (`end_<game>`) takes beside the names of the winners. Absent: nothing. */
  endInputs?(view: V): Readonly<Record<string, string | number>>;
  /** What happened between two views, in words, for those who do not see the picture. */
  announce(before: V, after: V, people: People): readonly string[];
}
