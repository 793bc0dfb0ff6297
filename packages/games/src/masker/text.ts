import type { Seat } from '@tablier/core';
import { drawGrid, type GameText, type Ink, inkOf, notationIn, type Span, type TextBoard } from '../shared/text.ts';
import { sideOf } from './board.ts';
import { choicesOf, type EliminationView, formatMove, type MaskerView, type SeatView } from './view.ts';

const SEAT_NAMES = ['first', 'second', 'third', 'fourth'] as const;

const INKS: Readonly<Record<string, Ink>> = {
  R: 'red',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
  P: 'purple',
  W: 'white',
  N: 'strong',
};
const EMPTY: Span = ['·', 'faint'];

/**
 * The board as text: crosses by letter, the colourless one as `N`, those that may be taken now in brackets. Stacks of the tower are bottom
 * first: the rightmost letter is the top.
 */
function draw(view: MaskerView): TextBoard {
  return [
    ...drawBoard(view),
    [],
    ...view.seats.map((seat, index) => seatLine(view, seat, index)),
    [],
    ...stateLines(view),
  ];
}

function drawBoard(view: MaskerView): TextBoard {
  const size = view.options.board === 'tower' ? 3 : 6;
  const most = size === 3 ? 4 : 1;
  const targets = new Set(choicesOf(view).map(formatMove));
  const drawCell = ({ cell, crosses }: MaskerView['board'][number]): Span[] => {
    const [open, close] = targets.has(cell) ? (['[', ']'] as const) : ([' ', ' '] as const);
    const gap = ' '.repeat(1 + most - Math.max(1, crosses.length));
    return crosses === '' ? [' ', EMPTY, ' ', gap] : [...pieces(crosses, open, close), gap];
  };
  return drawGrid({
    ...{ columns: size, rows: size, width: most + 3 },
    cell: (cell) => drawCell(view.board[cell] as MaskerView['board'][number]),
  });
}

const pieces = (crosses: string, open: string, close: string): Span[] =>
  crosses.split('').map((letter, at) => {
    const text = `${at === 0 ? open : ''}${letter}${at === crosses.length - 1 ? close : ''}`;
    return [text, INKS[letter] ?? 'neutral', 'piece'];
  });

const letters = (text: string): Span[] => text.split('').map((letter) => [letter, INKS[letter] ?? 'neutral']);

function seatLine(view: MaskerView, seat: SeatView, index: Seat): Span[] {
  const mark = index === view.turn ? '> ' : '  ';
  const name: Span = [(SEAT_NAMES[index] ?? '').padEnd(7), inkOf(index)];
  const pile =
    `${String(seat.pile).padStart(2)} of ${view.fullPile}: ${'III '.repeat(seat.stacks)}${'I'.repeat(seat.loose)}`.trimEnd();
  return [mark, name, pile, ...notes(view, seat, index).flatMap((note) => ['  ', ...note])];
}

function notes(view: MaskerView, seat: SeatView, index: Seat): Span[][] {
  const found: Span[][] = [];
  if (view.players === 4) found.push([`team ${sideOf(4, index) + 1}`]);
  if (seat.colour !== null) found.push(['colour ', ...letters(seat.colour)]);
  if (index === view.seat) found.push(['(you)']);
  if (seat.out) found.push(['out']);
  else if (seat.full) found.push(['full']);
  if (seat.owes > 0) found.push([`owes ${seat.owes}`]);
  if (view.outcome?.places[index] !== undefined) found.push([`place ${view.outcome.places[index]}`]);
  return found;
}

function stateLines(view: MaskerView): Span[][] {
  const lines: Span[][] = view.eliminations.map(eliminationLine);
  if (view.captures.length > 0) {
    const taken = view.captures.flatMap(({ cell, cross }) => [' ', ...letters(cross), ` ${cell}`]);
    lines.push(['Taken this turn:', ...taken]);
  }
  if (view.gift !== null) {
    const { missing, next, least, most } = view.gift;
    lines.push([
      `${missing} crosses to give: t${least} to t${most} from the ${SEAT_NAMES[next]} player, the rest from the other.`,
    ]);
  } else if (view.outcome === null) {
    lines.push([`Captures left: ${view.capturesLeft}.`]);
  }
  if (view.free === 'white') lines.push(['A white cross was taken: the next capture is of any cross.']);
  if (view.free === 'isolation') lines.push(['Nothing touches the plain cross: the next capture is of any cross.']);
  if (view.passed.length > 0) lines.push([`Skipped: ${view.passed.map((seat) => SEAT_NAMES[seat]).join(', ')}.`]);
  return lines;
}

function eliminationLine({ seats, colour, by, given }: EliminationView): Span[] {
  const who = seats.map((seat) => SEAT_NAMES[seat]).join(' and ');
  const gifts = given.map(({ from, count }) => `; ${count} from the ${SEAT_NAMES[from]}`).join('');
  return [`Out: ${who} (`, ...letters(colour), `), by the ${SEAT_NAMES[by]}${gifts}`];
}

export const text: GameText<MaskerView> = {
  draw,
  words: notationIn({
    en: [
      'Move the plain cross by the cell it takes: c3. End your turn with a dot: .',
      'Where crosses are to be handed over: t5.',
    ],
    fr: [
      'Déplacez la croix incolore par la case de la croix capturée\u00a0: c3. Finissez le tour par un point\u00a0: .',
      'Quand des croix sont à donner\u00a0: t5.',
    ],
    de: [
      'Zieh das neutrale Kreuz, indem du das Feld nennst, auf dem es schlägt: c3. Beende deinen Zug mit einem Punkt: .',
      'Wo Kreuze abzugeben sind: t5.',
    ],
    nl: [
      'Verzet het neutrale kruis door het veld te noemen waar het slaat: c3. Beëindig je beurt met een punt: .',
      'Waar kruisen moeten worden afgestaan: t5.',
    ],
  }),
};
