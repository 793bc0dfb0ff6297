import { type Game, type Move, NOBODY, type Position, type Seat, type View } from '@tablier/core';
import {
  type ArcanorView,
  CAPTURE,
  formatCell,
  goalRowOf,
  kindOf,
  originOf,
  rowOf,
  targetOf,
} from '@tablier/games/arcanor';
import { formatSlot, type IsaacView, positionOf, removalWorth } from '@tablier/games/isaac';
import { isCapture } from '@tablier/games/masker';
import type { NascaView } from '@tablier/games/nasca';
import type { FactInput } from '../../../src/games/coaches.ts';

/** A statement about the moves between two positions. */
export interface Stated {
  readonly game: Game;
  readonly before: Position;
  readonly after: Position;
  readonly moves: readonly Move[];
  /** Who made the moves. */
  readonly seat: Seat;
  /** Whom the coach speaks to. */
  readonly own: Seat;
  readonly inputs: Readonly<Record<string, FactInput>>;
}

function legal(game: Game, position: Position): Move[] {
  const moves = new Uint16Array(game.maxMoves);
  return [...moves.subarray(0, position.legalMoves(moves))];
}

/** The same position with another seat to move. */
const turned = (position: Position, turn: Seat): Position => Object.assign(position.clone(), { turn });

/** In a draw all have the first place. */
const wins = ({ after, seat }: Stated): boolean =>
  after.turn === NOBODY && after.outcome().places[seat] === 1 && after.outcome().places.some((place) => place > 1);
const scoreOf = (position: Position, seat: Seat): number => position.outcome().scores[seat] ?? 0;
const gain = ({ before, after }: Stated, seat: Seat): number => scoreOf(after, seat) - scoreOf(before, seat);

/** What a seat can gain with each whole turn. */
function gains(game: Game, start: Position, seat: Seat): number[] {
  const { turnIndex } = start;
  const ends = (position: Position): Position[] =>
    position.turn === seat && position.turnIndex === turnIndex
      ? legal(game, position).flatMap((move) => {
          const next = position.clone();
          next.play(move);
          return ends(next);
        })
      : [position];
  return ends(start).map((end) => scoreOf(end, seat) - scoreOf(start, seat));
}

/** The points that the counter of the mover may go after the removal. */
function removalPoints({ game, moves, before, seat }: Stated): number {
  const position = before.clone();
  position.play(moves[0] ?? -1);
  const made = scoreOf(position, seat) - scoreOf(before, seat);
  // Without a choice of the way the counter has gone already, and the next turn may be of the same seat.
  if (position.turn !== seat || position.turnIndex !== before.turnIndex) return made;
  return Math.max(...gains(game, position, seat));
}
const removes = (stated: Stated): boolean => removalPoints(stated) === stated.inputs['points'];

const isaacOf = ({ game }: Stated, position: Position) => game.view(position, 'open') as IsaacView;
const worthOf = (view: IsaacView, slot: number): number => removalWorth(view, slot)?.worth ?? 0;
/** The cells of a place, as column and row. */
function cellsOf(slot: number): string[] {
  const [column = 0, row = 0, lastColumn = 0, lastRow = 0] = [...formatSlot(slot).replace('-', '')].map(Number);
  const length = Math.abs(lastColumn - column) + Math.abs(lastRow - row) + 1;
  const [across, along] = [Math.sign(lastColumn - column), Math.sign(lastRow - row)];
  return Array.from({ length }, (_, step) => `${column + step * across}${row + step * along}`);
}
/** Whether a piece of a length has room: so many empty cells in a line, on ten by ten. */
function hasRoom({ pieces }: IsaacView, length: number): boolean {
  const full = new Set(pieces.flatMap(({ slot }) => cellsOf(slot)));
  const lines = Array.from({ length: 10 }, (_, line) =>
    [0, 1].map((isColumn) =>
      Array.from({ length: 10 }, (_each, at) => full.has(isColumn === 1 ? `${line}${at}` : `${at}${line}`)),
    ),
  );
  return lines.flat().some((line) =>
    line
      .map((isFull) => (isFull ? '#' : '.'))
      .join('')
      .includes('.'.repeat(length)),
  );
}

const arcanorOf = ({ game }: Stated, position: Position) => game.view(position, 'open') as ArcanorView;
const topAt = (stated: Stated, position: Position) =>
  arcanorOf(stated, position).cells.find((_, cell) => formatCell(cell) === stated.inputs['cell']) ?? null;
const attacked = ({ game }: Stated, position: Position, by: Seat): string[] =>
  legal(game, turned(position, by))
    .filter((move) => kindOf(move) === CAPTURE)
    .map((move) => formatCell(targetOf(move)));
const rowsFrom = (seat: Seat, cell: number): number => Math.abs(goalRowOf(seat) - rowOf(cell));
const last = ({ moves }: Stated): Move => moves.at(-1) ?? 0;
const isOfSize = (stated: Stated, position: Position, owner: Seat): boolean =>
  topAt(stated, position)?.size === stated.inputs['size'] && topAt(stated, position)?.owner === owner;

interface Crosses extends View {
  readonly inPlay: Readonly<Record<string, number>>;
  readonly board: readonly { readonly cell: string; readonly crosses: string }[];
  readonly seats: readonly { readonly colour: string | null; readonly out: boolean }[];
}
const crossesOf = ({ game }: Stated, position: Position) => game.view(position, 'open') as Crosses;
const COLOURS: Readonly<Record<string, string>> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue', P: 'purple' };
const colourOf = (stated: Stated, seat: Seat): string => crossesOf(stated, stated.after).seats[seat]?.colour ?? '';
/** How many crosses of a colour the moves took. */
const taken = (stated: Stated, colour: string): number =>
  (crossesOf(stated, stated.before).inPlay[colour] ?? 0) - (crossesOf(stated, stated.after).inPlay[colour] ?? 0);
const leftOf = (stated: Stated, colour: string): number | undefined => crossesOf(stated, stated.after).inPlay[colour];
const goesOut = (stated: Stated, seat: Seat): boolean =>
  crossesOf(stated, stated.after).seats[seat]?.out === true &&
  crossesOf(stated, stated.before).seats[seat]?.out === false;
/** The colours that an input names, in the keys of its words. */
const named = (input: FactInput | undefined): string[] =>
  typeof input === 'object' && 'words' in input ? input.words.map((word) => word.split('_').at(-1) ?? '') : [];
const letters = (words: readonly string[]): string[] =>
  Object.keys(COLOURS).filter((letter) => words.includes(COLOURS[letter] ?? ''));
const isFree = (stated: Stated): boolean =>
  legal(stated.game, stated.after).filter(isCapture).length ===
  crossesOf(stated, stated.after).board.filter(({ crosses }) => crosses !== '' && crosses !== 'N').length;

/** The most that a seat can remove at once. */
function mostOf(view: IsaacView, seat: Seat): number {
  const position = positionOf({ ...view, turn: seat });
  const moves = new Uint16Array(600);
  const worths = [...moves.subarray(0, position.legalMoves(moves))].map((move) => removalWorth(view, move)?.worth ?? 0);
  return Math.max(0, ...worths);
}
/** What another seat can gain with its next turn. */
const nextGains = ({ game, after, seat }: Stated): number =>
  Math.max(0, ...gains(game, turned(after, 1 - seat), 1 - seat));
/** The letters of the crosses next to the colourless one. */
const touched = (each: Stated, position: Position): string[] => {
  const { board } = crossesOf(each, position);
  return legal(each.game, position)
    .filter(isCapture)
    .map((move) => board.find(({ cell }) => cell === each.game.formatMove(move))?.crosses.at(-1) ?? '');
};
const isSafe = (each: Stated): boolean =>
  topSize(each) === each.inputs['size'] &&
  !attacked(each, each.after, 1 - each.seat).includes(formatCell(targetOf(last(each))));
const topSize = (each: Stated): number | undefined => arcanorOf(each, each.after).cells[targetOf(last(each))]?.size;

/** What the rules say about each statement, without the code that made it. */
export const TRUTHS: Readonly<Record<string, (stated: Stated) => boolean>> = {
  moment_wins: (each) => wins(each),
  coach_wins: (each) => wins(each),
  reason_isaac_alone: (each) => worthOf(isaacOf(each, each.after), each.moves[0] ?? -1) === 0,
  reason_nasca_stops: (each) => nextGains(each) === 0,
  reason_nasca_leaves: (each) => nextGains(each) === each.inputs['points'],
  reason_nasca_round: (each) => {
    const { earlier } = each.game.view(each.after, 'open') as NascaView;
    const [own, other] = [each.seat, 1 - each.seat].map((seat) => earlier.at(-1)?.territory[seat]?.length);
    return own === each.inputs['points'] && other === each.inputs['other'];
  },
  reason_arcanor_safe: isSafe,
  reason_arcanor_attacks: (each) =>
    isSafe(each) &&
    legal(each.game, turned(each.after, each.seat)).some(
      (move) => kindOf(move) === CAPTURE && originOf(move) === targetOf(last(each)),
    ),
  reason_masker_any: (each) => each.after.turn === each.seat && isFree(each),
  reason_masker_last: (each) =>
    letters(named(each.inputs['colour'])).every((colour) => taken(each, colour) === 1 && leftOf(each, colour) === 0),
  reason_masker_other: (each) =>
    letters(named(each.inputs['some'])).every(
      (colour) =>
        colour !== colourOf(each, each.seat) &&
        taken(each, colour) === 1 &&
        leftOf(each, colour) === each.inputs['left'],
    ),
  reason_masker_away: (each) => !touched(each, each.after).includes(colourOf(each, each.seat)),
  reason_masker_stop: (each) => !touched(each, each.after).includes(colourOf(each, each.seat)),
  reason_masker_forced: (each) =>
    touched(each, each.before).every((colour) => colour === colourOf(each, each.seat)) &&
    taken(each, colourOf(each, each.seat)) === 1,
  reason_masker_keeps: (each) => taken(each, colourOf(each, each.seat)) === 0,
  moment_missed: ({ game, before, seat, inputs }) => gains(game, before, seat).includes(Number(inputs['points'])),
  moment_isaac_takes: removes,
  moment_isaac_multiplies: removes,
  moment_isaac_lowers: (each) =>
    removes(each) && mostOf(isaacOf(each, each.after), 1 - each.seat) === each.inputs['has'],
  moment_isaac_ends_rival: removes,
  moment_isaac_advances: (each) => gain(each, each.seat) === each.inputs['points'],
  moment_isaac_blocks: (each) =>
    hasRoom(isaacOf(each, each.before), Number(each.inputs['length'])) &&
    !hasRoom(isaacOf(each, each.after), Number(each.inputs['length'])),
  moment_isaac_raises: (each) => {
    const [before, after] = [isaacOf(each, each.before), isaacOf(each, each.after)];
    const own = before.pieces.filter(({ seat }) => seat === each.seat);
    const rise = own.reduce((sum, { slot }) => sum + worthOf(after, slot) - worthOf(before, slot), 0);
    return rise === each.inputs['points'];
  },
  moment_isaac_prepares: (each) =>
    worthOf(isaacOf(each, each.after), each.moves[0] ?? -1) === each.inputs['points'] &&
    cellsOf(each.moves[0] ?? -1).length === each.inputs['length'],
  moment_nasca_closes: (each) => gain(each, each.seat) === each.inputs['points'],
  moment_nasca_opens: (each) => -gain(each, 1 - each.seat) === each.inputs['points'],
  moment_nasca_threatens: ({ game, after, seat, inputs }) =>
    Math.max(...gains(game, turned(after, seat), seat)) === inputs['points'],
  moment_nasca_hinders: ({ game, before, after, seat, inputs }) =>
    gains(game, turned(before, 1 - seat), 1 - seat).includes(Number(inputs['points'])) &&
    Math.max(...gains(game, turned(after, 1 - seat), 1 - seat)) < Number(inputs['points']),
  moment_arcanor_arrives: (each) =>
    gain(each, each.seat) === each.inputs['size'] && 12 - scoreOf(each.after, each.seat) === each.inputs['left'],
  moment_arcanor_captures: (each) =>
    isOfSize(each, each.before, 1 - each.seat) && topAt(each, each.after)?.owner === each.seat,
  moment_arcanor_threatens: (each) =>
    isOfSize(each, each.after, 1 - each.seat) &&
    attacked(each, each.after, each.seat).some((cell) => cell === each.inputs['cell']),
  moment_arcanor_frees: (each) => isOfSize(each, each.after, each.seat) && !isOfSize(each, each.before, each.seat),
  moment_arcanor_frees_rival: (each) =>
    isOfSize(each, each.after, 1 - each.seat) && !isOfSize(each, each.before, 1 - each.seat),
  moment_arcanor_escapes: (each) =>
    attacked(each, each.before, 1 - each.seat).includes(formatCell(originOf(last(each)))) &&
    !attacked(each, each.after, 1 - each.seat).some((cell) => cell === each.inputs['cell']),
  moment_arcanor_nears: (each) =>
    legal(each.game, turned(each.after, each.seat)).some(
      (move) => formatCell(originOf(move)) === each.inputs['cell'] && rowOf(targetOf(move)) === goalRowOf(each.seat),
    ),
  moment_arcanor_advances: (each) =>
    rowsFrom(each.seat, targetOf(last(each))) === each.inputs['rows'] &&
    rowsFrom(each.seat, originOf(last(each))) > Number(each.inputs['rows']),
  moment_masker_ends_colour: (each) =>
    letters(named(each.inputs['colour'])).every(
      (colour) =>
        taken(each, colour) > 0 &&
        leftOf(each, colour) === 0 &&
        crossesOf(each, each.after).seats.every((seat) => seat.colour !== colour),
    ),
  moment_masker_takes_yours: (each) =>
    taken(each, colourOf(each, each.own)) === each.inputs['count'] &&
    leftOf(each, colourOf(each, each.own)) === each.inputs['left'],
  moment_masker_puts_you_out: (each) => goesOut(each, each.own),
  moment_masker_puts_self_out: (each) => goesOut(each, each.seat),
  moment_masker_puts_out: (each) => {
    const { rival } = each.inputs;
    return typeof rival === 'object' && 'seat' in rival && goesOut(each, rival.seat);
  },
  moment_masker_frees_you: isFree,
  moment_masker_frees_next: isFree,
  moment_masker_thins: (each) =>
    letters(named(each.inputs['some'])).every(
      (colour) => taken(each, colour) > 0 && leftOf(each, colour) === each.inputs['left'],
    ),
  moment_masker_takes: (each) =>
    Object.keys(COLOURS)
      .filter((colour) => taken(each, colour) > 0)
      .join() === letters(named(each.inputs['colours'])).join(),
};
