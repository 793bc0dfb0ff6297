import {
  type CaptureView,
  COLOUR_LETTERS,
  type MaskerView,
  seatsOf,
  sideOf,
  stackAt,
  tokensOf,
} from '@tablier/games/masker';
import type { EndLine, Picture, SeatCard } from '../../board/board-module.ts';
import type { Box, Label, Raised, Solid } from '../../board/scene/scene.ts';
import { askedAt, type MaskerState, ownColour } from './held.ts';
import { crossBox, ledgeLabel, orderAt, pileBox, pileSize, raisedAt, slotBox } from './geometry.ts';
import { colourList, colourName, colourNames, givenWords, outWords, toneOf } from './words.ts';
import { m } from '../../paraglide/messages.js';
import type { Seat, Setup, Viewer } from '@tablier/core';
import type { People } from '../../lib/people.ts';

function crossSolid(id: string, letter: string, box: Box): Solid {
  const solid: Solid = { ...box, id, shape: 'masker/cross', tone: toneOf(letter) };
  return letter === 'N' ? solid : { ...solid, marking: letter };
}

const emptyPlace = (id: string, box: Box): Solid => ({ ...crossSolid(id, 'N', box), look: 'hollow' });

export const smallCross = (letter: string): Solid =>
  crossSolid(`small${letter}`, letter, { x: 0, y: 0, width: 1, depth: 1 });

export const trayCross = (letter: string): Solid =>
  crossSolid(`tray${letter}`, letter, { x: 0, y: 0, width: 1.6, depth: 1.6 });

/** Drawn above all others: the colourless cross, and captured ones on their way to the ledge. */
const NEUTRAL_ORDER = 30;
const CAPTURED_ORDER = 31;

/** All crosses on the board. The id stays the same during a game: the cell and level of the deal. */
export function boardSolids(state: MaskerState, capturable: ReadonlySet<string>): Solid[] {
  const { view } = state;
  const own = ownColour(state);
  const areAll = view.board.every(({ cell, crosses }) => !/^[^N]+$/.test(crosses) || capturable.has(cell));
  return view.board.flatMap(({ cell, crosses }) =>
    crosses.split('').flatMap((letter, level): Solid[] => {
      const isTop = level === crosses.length - 1;
      const id = letter === 'N' ? 'N' : `${cell}-${level}`;
      const cross = {
        ...inStack(crossSolid(id, letter, crossBox(view, cell, level)), isTop),
        level: letter === 'N' ? NEUTRAL_ORDER : orderAt(view, cell) + level,
        raised: raisedAt(view, level),
        ...(letter === own
          ? { own: isTop && askedAt(state) === cell ? ('shaken' as const) : ('marked' as const) }
          : {}),
      };
      const look = lookOf(state, { cell, letter, isTop, areAll }, capturable);
      return [look === undefined ? cross : { ...cross, look, level: cross.level + 0.5 }];
    }),
  );
}

interface CrossAt {
  readonly cell: string;
  readonly letter: string;
  readonly isTop: boolean;
  /** Whether every cross can be captured: the text says so, and no rims are needed. */
  readonly areAll: boolean;
}

/** Crosses that can be captured are lifted and ringed; the others keep their colours. */
function lookOf(
  state: MaskerState,
  { cell, letter, isTop, areAll }: CrossAt,
  capturable: ReadonlySet<string>,
): Solid['look'] {
  const { pointed, held } = state;
  if (held.sought !== null && letter !== held.sought) return 'faint';
  if (isTop && capturable.has(cell)) {
    if (pointed === cell || askedAt(state) === cell) return 'chosen';
    return areAll ? undefined : 'lit';
  }
  return undefined;
}

const inStack = (cross: Solid, isTop: boolean): Solid => (isTop ? cross : { ...cross, covered: true });

/** A pile in stacks of three [M11], as a picture: the captured crosses, and the empty places of stacks that are not begun. */
function pilePicture(crosses: string, places: number): Picture {
  const solids = Array.from({ length: places }, (_, index): Solid[] => {
    const letter = crosses.charAt(index);
    const isTop = index % 3 === 2 || index === crosses.length - 1;
    if (letter !== '') return [inStack(crossSolid(`kept${index}`, letter, pileBox(index)), isTop)];
    return index % 3 === 0 ? [emptyPlace(`place${index}`, pileBox(index))] : [];
  });
  return { ...pileSize(places), solids: solids.flat() };
}

/** In space the captures of a turn lie in hollows of the rim, so they do not hide the letters behind them. */
const SUNK: Raised = { dx: 0, dy: 0, up: -0.5 };

export function ledge({ view, people }: MaskerState): { solids: Solid[]; labels: Label[] } {
  const own = view.captures.length > 0 || view.lastTurn === null;
  const captures = own ? view.captures : (view.lastTurn?.captures ?? []);
  const seat = own ? view.turn : (view.lastTurn?.seat ?? view.turn);
  const text = m.masker_ledge({ player: people.title(seat), who: people.who(seat) });
  const places = [0, 1, 2].map((index) => emptyPlace(`slot${index}`, slotBox(view, index)));
  const taken = captures.map(({ cross }, index): Solid => ({
    ...crossSolid(idOf(view, captures, index), cross, slotBox(view, index)),
    level: CAPTURED_ORDER,
    raised: SUNK,
  }));
  return { solids: [...places, ...taken], labels: captures.length === 0 ? [] : [ledgeLabel(view, text)] };
}

/** The id that a captured cross had on the board. Its level is the number of crosses left there and captured there after it. */
function idOf(view: MaskerView, captures: readonly CaptureView[], index: number): string {
  const cell = captures[index]?.cell ?? '';
  const after = captures.slice(index + 1).filter((capture) => capture.cell === cell).length;
  return `${cell}-${stackAt(view, cell).length + after}`;
}

export const cards = ({ view, viewer, people }: MaskerState): SeatCard[] =>
  view.seats.map((_, seat) => cardOf(view, seat, viewer, people));

function cardOf(view: MaskerView, seat: Seat, viewer: Viewer, people: People): SeatCard {
  const { pile = 0, crosses = '', out = false, colour = null } = view.seats[seat] ?? {};
  const card: SeatCard = {
    seat,
    name: people.title(seat),
    pile: pilePicture(crosses, view.fullPile),
    contents: crosses === '' ? null : m.masker_kept({ colours: colourList(crosses.split('')) }),
    count: m.masker_count({ count: pile, full: view.fullPile }),
    lines: [...linesOf(view, seat, people), ...(viewer === 'open' ? colourLine(view, seat) : [])],
    active: view.turn === seat,
  };
  // During play a secret lies face down [M3].
  const isShown = colour !== null && (viewer === 'open' || out || view.outcome !== null);
  return isShown ? { ...card, piece: smallCross(colour) } : card;
}

function linesOf(view: MaskerView, seat: Seat, people: People): string[] {
  const { out = false, full = false, owes = 0, colour = null } = view.seats[seat] ?? {};
  const exit = view.eliminations.find(({ seats }) => seats.includes(seat));
  const first = view.eliminations[0];
  const given = exit === undefined ? null : givenWords(exit, people);
  return [
    ...(view.players === 4 ? [m.masker_team({ names: people.titles(seatsOf(4, sideOf(4, seat))) })] : []),
    ...(exit === undefined ? [] : [outWords(exit, people)]),
    ...(given === null ? [] : [given]),
    ...(full && !out && view.outcome === null ? [m.masker_full()] : []),
    ...(owes > 0 && first !== undefined ? [m.masker_owes({ count: owes, player: people.names(first.seats) })] : []),
    ...(view.outcome !== null && !out && colour !== null ? [m.masker_last_in({ colour: colourName(colour) })] : []),
  ];
}

function colourLine(view: MaskerView, seat: Seat): string[] {
  const { colour = null, out = false } = view.seats[seat] ?? {};
  return colour === null || out || view.outcome !== null ? [] : [m.masker_card_colour({ colour: colourName(colour) })];
}

/** Which seats had which colours, and when and by whom seats were put out; also for a game that ended by resignation. */
export function explain(view: MaskerView, setup: Setup, people: People): EndLine[] {
  const tokens = tokensOf(setup);
  const lines = tokens.map((colour, side): EndLine => {
    const seats = seatsOf(setup.players, side);
    const exit = view.eliminations.find((elimination) => elimination.colour === colour);
    const fate = exit === undefined ? m.masker_stayed({ count: view.inPlay[colour] }) : outWords(exit, people);
    return {
      text: m.masker_end_side({ names: people.titles(seats), colour: colourName(colour), fate }),
      piece: smallCross(colour),
    };
  });
  const unowned = COLOUR_LETTERS.filter((letter) => !tokens.includes(letter));
  return [...lines, { text: m.masker_unowned({ colours: colourNames(unowned) }) }];
}
