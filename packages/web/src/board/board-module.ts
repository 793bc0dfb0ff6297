import type { Game, Move, Seat, Setup, View, Viewer } from '@tablier/core';
import type { IconName } from '../design/icons.ts';
import { People } from '../lib/people.ts';
import type { Scene, Solid, Tone } from './scene/scene.ts';
import type { Cue } from './sound/knocks.ts';
import type { Shortcut } from './shortcuts.ts';
import type { Toggles } from './board-input.svelte.ts';

/** The input of a board. `H` is the type of `held`: what the player holds before it becomes a move, such as a chosen piece. */
export interface BoardState<V extends View, H> {
  readonly view: V;
  readonly choices: readonly Move[];
  /** A seat, `spectator`, or `open` for a review in which everything the view contains may be shown. */
  readonly viewer: Viewer;
  /** Whether several people play on this device, so that secrets of one must be hidden from the others. */
  readonly shared: boolean;
  readonly bottom: Seat;
  readonly held: H;
  readonly pointed: string | null;
  readonly people: People;
  /** Whether the user touches the screen: hints then name no keys and no wheel. */
  readonly touch: boolean;
  /** Whether what is pointed at has also been pressed: that asks why nothing happens, and passing over it does not. */
  readonly tried: boolean;
  readonly lastMoves: readonly Move[];
  readonly peeks: readonly SeenPeek[];
  readonly turns?: readonly ScoredTurn[];
  readonly toggled: ReadonlySet<string>;
  /** Whether the last step may be undone: it was made on this device and revealed nothing. */
  readonly undoable: boolean;
}

export interface ScoredTurn {
  readonly seat: Seat;
  readonly moves: readonly Move[];
  readonly gain: number;
}

export interface SeenPeek {
  readonly seat: Seat;
  readonly peek: string;
  readonly seen: unknown;
}

export interface Step<H> {
  readonly held: H;
  readonly move?: Move;
  readonly peek?: string;
  readonly undo?: boolean;
}

export interface TrayItem {
  readonly id: string;
  readonly name: string;
  readonly label?: string;
  readonly icon?: IconName;
  readonly piece?: Solid;
  readonly count?: number;
  readonly enabled: boolean;
  readonly chosen?: boolean;
  readonly isNext?: boolean;
  readonly key?: string;
}

export interface TrayGroup {
  readonly id: string;
  readonly title: string;
  readonly items: readonly TrayItem[];
  /** Whether the items are only information and cannot be pressed, such as the pieces of the opponent. */
  readonly plain?: boolean;
  /** The seat whose pieces these are: they get their own rack. Absent: the pieces belong to no player. */
  readonly seat?: Seat;
  /** The tone of a cross in which it is painted. */
  readonly paint?: Tone;
  /** Whether it is only shown where there is room next to the board. */
  readonly isExtra?: boolean;
  /** Whether its title stays visible on small screens, for example how far a turn has come. */
  readonly isFirst?: boolean;
}

export interface BoardNote {
  readonly text: string;
  readonly kind: 'hint' | 'preview' | 'reason';
  /** The keys of the coach's sentences that say the same: one of them in the bubble replaces the note. */
  readonly saidBy?: readonly string[];
}

export interface Picture {
  readonly width: number;
  readonly depth: number;
  readonly solids: readonly Solid[];
}

export interface SeatCard {
  readonly seat: Seat;
  readonly name: string;
  readonly pile: Picture;
  readonly count: string;
  readonly contents: string | null;
  /** In words: `Full`, `Out`, and the reason. */
  readonly lines: readonly string[];
  readonly active: boolean;
  readonly piece?: Solid;
}

export interface Section {
  readonly title: string;
  /** From the outermost to the innermost, as far as they are known. */
  readonly layers: readonly SectionLayer[];
  readonly text: string | null;
  readonly card: { readonly title: string; readonly text: string };
}

export interface SectionLayer {
  readonly width: number;
  /** `null`: what is there is hidden. */
  readonly tone: 'light' | 'dark' | null;
  readonly marking?: string;
  readonly isHollow?: boolean;
  readonly text: string;
}

/** A secret of one player as a phone shows it below a lid. */
export interface Secret {
  readonly name: string;
  readonly piece: Solid;
  /** The tone of a cross in which it is painted. */
  readonly paint: Tone;
  /** How many pieces of it are in play. */
  readonly left: number;
  /** The other seats that share it. */
  readonly with: readonly Seat[];
}

export interface BoardOutline {
  readonly ratio: number;
  readonly lines: number;
  readonly hasRack: boolean;
  readonly cards: readonly SeatCard[];
  readonly toggles: readonly BoardToggle[];
  readonly toggled: Toggles | null;
  readonly shortcuts: readonly Shortcut[];
  /** What is on the board instead of the position, in words; `null` for the position. */
  readonly instead: string | null;
}

export const NO_OUTLINE: BoardOutline = {
  ratio: 1,
  lines: 2,
  hasRack: true,
  cards: [],
  toggles: [],
  toggled: null,
  shortcuts: [],
  instead: null,
};

export interface PlayedTurn<V extends View = View> {
  readonly before: V;
  readonly moves: readonly Move[];
  readonly after: V;
}

export interface MoveSign {
  readonly sign: string;
  readonly name: string;
}

export interface Gain {
  readonly points: number;
  /** How they arose, in a few signs: `3 × 6 × 2`, `4 on c7`. Absent: the number says it all. */
  readonly how?: string;
}

export interface EndLine {
  readonly text: string;
  readonly piece?: Solid;
}

/** A moment between two positions that is shown over the board: a curtain that falls and rises, or the card of a round. */
export interface Curtain {
  readonly title: string;
  readonly text?: string;
  /** A round that is over. The card waits for its button, called `next`, as the board does for its own. */
  readonly round?: {
    readonly scores: readonly number[];
    readonly gains: readonly (readonly Gain[])[];
    readonly next: string;
  };
}

export interface ListedTurn {
  readonly texts: readonly string[];
  readonly before: readonly string[];
  readonly ply: number;
}

export interface Chapter {
  readonly title: string;
  readonly countsAnew: boolean;
}

export interface Confirmation {
  readonly label: string;
  readonly progress?: string;
}

export interface BoardToggle {
  readonly id: string;
  readonly name: string;
  readonly initially: boolean;
}

/** The board of a game draws and collects input. It offers no move that is not among `choices`: the rules decide what is legal. */
export interface BoardModule<V extends View = View, H = unknown> {
  readonly nothing: H;
  /** Whether the first touch only shows a preview and the second one plays. */
  readonly touchPointsFirst: boolean;
  scene(state: BoardState<V, H>): Scene;
  tray(state: BoardState<V, H>): readonly TrayGroup[];
  notes(state: BoardState<V, H>): readonly BoardNote[];
  press(state: BoardState<V, H>, target: string): Step<H>;
  /** A piece that a press on a target takes up with an empty hand, for the next press; `null` if none fits. Absent: never. */
  takeUp?(state: BoardState<V, H>, target: string): H | null;
  pick(state: BoardState<V, H>, item: string): Step<H>;
  /** A piece is dragged from a target with a grip; `to` is `null` until it is released. Absent: a drag presses both targets. */
  drag?(state: BoardState<V, H>, from: string, to: string | null): Step<H>;
  toggles?(): readonly BoardToggle[];
  /** What only the viewer may know; `null` for nothing. Absent: nothing ever. */
  secret?(view: V): Secret | null;
  /** The same view without it, for a screen that others may see. */
  cover?(view: V): V;
  /** Whether a phone next to a shared screen shows only the part of the board where something can be done. Absent: all of it. */
  readonly closesUp?: boolean;
  /** Whether a piece is held that a finger carries over the board. Absent: whenever something is held. */
  carries?(held: H): boolean;
  /** Whether a move has begun, so that its hint needs the space of the goal. Absent: while a piece is carried. */
  isMoving?(held: H): boolean;
  /** The button that confirms a preview; `null` while a press on another button is the move. Absent: `Place`. */
  confirm?(state: BoardState<V, H>): Confirmation | null;
  /** Whether a preview is all there is to cancel, which the next touch does: then no button does it. */
  readonly holdsNothing?: boolean;
  /** What is held after Escape. Absent: nothing. */
  putBack?(held: H): H;
  /** The pieces in front of the seats, if they are not on the board. In such a game no points are shown before the end. */
  cards?(state: BoardState<V, H>): readonly SeatCard[];
  /** What is known of the stack in question. Absent: nothing stands in anything. */
  section?(state: BoardState<V, H>): Section;
  /** Whether points are made move by move and stay: the result then shows each gain. Absent: no. */
  readonly keepsPoints?: boolean;
  /** The part of the game that a turn opens in the list of moves. `view`: a later position. Absent: the game has no parts. */
  chapter?(turn: ListedTurn, view: V): Chapter | null;
  /** By ply, a sign behind the move in the list, and the same in words; `null` for none. Absent: no signs. */
  signs?(view: V): readonly (MoveSign | null)[];
  /** How the moves of a turn made the points of a seat, in a few signs; `null` if that is not simple. Only with `keepsPoints`. */
  howScored?(turn: PlayedTurn<V>, seat: Seat): string | null;
  /** The points of each seat at the end, part by part, the greatest first. Absent: those of `keepsPoints`, or one sum. */
  parts?(view: V): readonly (readonly Gain[])[];
  partsTitle?(view: V): string;
  /** How many points win. Absent: there is no such number. */
  readonly winningPoints?: number;
  /** Explains the result of a finished game to all viewers: the points and their sources, what was hidden. */
  explain?(view: V, setup: Setup, people: People): readonly EndLine[];
  /** The greatest number of note lines; their space is reserved, so nothing moves. Absent: two. */
  readonly noteLines?: number;
  /** Whether the picture is the same from every seat, so flipping it makes no sense. */
  readonly oneSided?: boolean;
  /** Turns the held piece by a quarter: the key R, the wheel, a button. Absent: nothing turns. */
  turn?(state: BoardState<V, H>): H;
  /** What stays held after a change of the position. Absent: nothing. */
  keep?(state: BoardState<V, H>): H;
  /** The same position at the turn of a seat, for what it plans while others move. Absent: only the turn differs. */
  atTurn?(view: V, seat: Seat): V;
  /** What the mover sees after its move. Absent: the rules say it, from what is not hidden. */
  after?(view: V, move: Move): V;
  /** Whether a move needs a second press, because it cannot be undone. Absent: none does. */
  asksFirst?(view: V, move: Move): boolean;
  /** What is on the board instead of the position, such as a round that is over, in words. Absent or `null`: the position. */
  instead?(state: BoardState<V, H>): string | null;
  /** The task of the player to move, as the last part of a message key. Absent: always the same task. */
  task?(view: V): string | null;
  /** Sentences about a phase or round that has just begun; they replace the passes before it. Empty at other moments. */
  begins?(view: V, people: People): readonly string[];
  /** What is worth a curtain between two positions, such as a new phase; the table announces it elsewhere. Absent or `null`: nothing. */
  curtain?(before: V, after: V, people: People): Curtain | null;
  /** Inputs of the message about the end of the game (`end_<game>`), besides the names of the winners. Absent: none. */
  endInputs?(view: V): Readonly<Record<string, string | number>>;
  /** A secret of the game in words; its value in notation, as the review gets it. Absent: the notation. */
  secretName?(value: string, people: People): string;
  /** The piece of such a secret. Absent: it has none. */
  secretPiece?(value: string): Solid;
  /** The sounds of the move between two views. Absent: that of a placed piece. */
  sounds?(before: V, after: V): readonly Cue[];
  /** The moves of the last turn in a sentence, at `view` after them; it begins with `by`: `Ada`. Absent or `null`: only the notation says them. */
  played?(moves: readonly Move[], view: V, by: string): string | null;
  /** Whether the scene shows what the last turn did, so that its sentence is for those who hear it. Absent: no. */
  readonly showsTurn?: boolean;
  /** What is neither the move nor in the status of the table, such as points, nor in the coach's sentence with this key. Absent: nothing. */
  announceEffects?(before: V, after: V, people: People, coach?: string): readonly string[];
  /** For the typed commands: whether a piece of this seat is on a target. Absent: never. */
  owns?(state: BoardState<V, H>, target: string, seat: Seat): boolean;
  /** Why a move that the notation can write is not among the choices, in words. Absent or `null`: nothing is known. */
  whyNot?(state: BoardState<V, H>, move: Move): string | null;
  /** For the typed commands: whether a move takes something. Absent: none does. */
  takes?(move: Move): boolean;
  /** A question before a typed move that cannot be undone; `null` for most moves. Absent: there are none. */
  doubt?(state: BoardState<V, H>, move: Move): string | null;
  /** The view with what both players know without having seen it. Absent: the view itself. */
  known?(state: BoardState<V, H>): V;
}

/** The state of a board without input, as a spectator sees it from seat 0: nothing is held, pointed at or to choose. */
export const stillState = <V extends View, H>(game: Game, board: BoardModule<V, H>, view: V): BoardState<V, H> => ({
  view,
  choices: [],
  viewer: 'spectator',
  shared: false,
  bottom: 0,
  held: board.nothing,
  pointed: null,
  people: new People(game),
  touch: false,
  tried: false,
  lastMoves: [],
  peeks: [],
  toggled: new Set(),
  undoable: false,
});
