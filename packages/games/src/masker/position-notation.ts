import { NOBODY, SeededRng } from '@tablier/core';
import {
  type Conditions,
  type PositionFields,
  readList,
  readNumber,
  readRows,
  readSeat,
  writeList,
  writeRows,
  writeSeat,
  wrong,
} from '../shared/position-notation.ts';
import type { MaskerOptions } from './facts.ts';
import { type MaskerPosition, TURN_CAPTURES } from './position.ts';
import { possibleColours, secrets } from './secrets.ts';
import {
  cellsOf,
  COLOUR_CROSSES,
  COLOUR_LETTERS,
  type ColourLetter,
  fullPile,
  seatsOf,
  sideCount,
  sideOf,
  WHITE_CROSSES,
} from './board.ts';
import {
  type CaptureView,
  type EliminationView,
  formatCell,
  type MaskerView,
  parseCell,
  type SeatView,
  viewOf,
} from './view.ts';

const NAMES = ['viewer', 'board', 'free', 'piles', 'debtor', 'taken', 'before', 'exits'] as const;
/** A cross, or in the tower a stack, the bottom first. */
const CELL = /[RYGBPWN]|\([RYGBPWN]+\)/;
const FREE = { isolation: 'i', white: 'w' } as const;

const sizeOf = (options: MaskerOptions): number => (options.board === 'tower' ? 3 : 6);

const writeBoard = ({ board, options }: MaskerView): string =>
  writeRows(
    board.map(({ crosses }) => (crosses.length > 1 ? `(${crosses})` : crosses)),
    sizeOf(options),
  );

const writeCaptures = (captures: readonly CaptureView[]): string =>
  writeList(captures.map(({ cell, cross }) => `${cell}${cross}`));

function readCaptures(field: string, text: string): CaptureView[] {
  const captures = readList(text).map((part) => ({ cell: part.slice(0, -1), cross: part.slice(-1) }));
  const bad = captures.find(({ cell, cross }) => parseCell(cell) < 0 || !/^[RYGBPW]$/.test(cross));
  if (bad !== undefined) wrong(field, 'unreadable', `${bad.cell}${bad.cross}`);
  return captures.length > TURN_CAPTURES ? wrong(field, 'parts', `≤ ${TURN_CAPTURES}`) : captures;
}

const writeExit = ({ seats, colour, by, turn, given }: EliminationView): string =>
  `${writeSeat(seats[0] ?? null)}${colour}${writeSeat(by)}@${turn}${given.map(({ from, count }) => `+${count}x${writeSeat(from)}`).join('')}`;

function readExit(text: string, players: number): EliminationView {
  const match = /^(\d)([RYGBP])(\d)@(\d+)((?:\+\d+x[1-3])*)$/.exec(text);
  if (match === null) return wrong('exits', 'unreadable', text);
  const [, seat = '', colour = '', by = '', turn = '', given = ''] = match;
  return {
    seats: seatsOf(players, sideOf(players, readSeat('exits', seat, players) ?? 0)),
    colour: colour as ColourLetter,
    by: readSeat('exits', by, players) ?? 0,
    turn: readNumber('exits', turn),
    given: [...given.matchAll(/(\d+)x(\d)/g)].map(([, count, from]) => ({
      from: Number(from) - 1,
      count: Number(count),
    })),
  };
}

function readPiles(text: string, players: number): Pick<SeatView, 'crosses' | 'pile' | 'colour'>[] {
  const piles = text.split('/').map((part) => {
    const [, crosses = '', colour = ''] = /^([RYGBPW]*)=([RYGBP?])$/.exec(part) ?? wrong('piles', 'unreadable', part);
    if (crosses.length > fullPile(players)) wrong('piles', 'pieces', part);
    return { crosses, pile: crosses.length, colour: COLOUR_LETTERS.find((letter) => letter === colour) ?? null };
  });
  const sides = piles.slice(0, sideCount(players)).flatMap(({ colour }) => colour ?? []);
  if (new Set(sides).size < sides.length) wrong('piles', 'misfit', sides.join('='));
  return piles.length === players ? piles : wrong('piles', 'parts', players);
}

function readBoard(text: string, options: MaskerOptions): MaskerView['board'] {
  const size = sizeOf(options);
  const cells = readRows(text, CELL, { rows: size, columns: size });
  return cellsOf(options.board).map((cell, at) => ({
    cell: formatCell(cell),
    crosses: (cells[at] ?? '').replaceAll(/[()]/g, ''),
  }));
}

function countCrosses(
  board: MaskerView['board'],
  piles: readonly { readonly crosses: string }[],
): MaskerView['inPlay'] {
  const lying = board.map(({ crosses }) => crosses).join('');
  const all = lying + piles.map(({ crosses }) => crosses).join('');
  const count = (letter: string, text: string): number => text.split(letter).length - 1;
  if (count('N', lying) !== 1 || board.some(({ crosses }) => crosses.slice(0, -1).includes('N') || crosses.length > 5))
    wrong('board', 'pieces', 'N');
  for (const letter of [...COLOUR_LETTERS, 'W']) {
    const most = letter === 'W' ? WHITE_CROSSES : COLOUR_CROSSES;
    if (count(letter, all) > most) wrong('board', 'pieces', letter);
  }
  const [R = 0, Y = 0, G = 0, B = 0, P = 0, W = 0] = [...'RYGBPW'].map((letter) => count(letter, lying));
  return { R, Y, G, B, P, W };
}

function knowledgeFrom(
  texts: Readonly<Record<(typeof NAMES)[number], string>>,
  given: Conditions<MaskerOptions>,
): MaskerView {
  const { options, players } = given;
  const board = readBoard(texts.board, options);
  const piles = readPiles(texts.piles, players);
  const debtor = readSeat('debtor', texts.debtor, players);
  const exits = readList(texts.exits).map((text) => readExit(text, players));
  if (exits.length > 2) wrong('exits', 'parts', '≤ 2');
  const [by = '', captures = '-'] = texts.before.split(':');
  const lastSeat = readSeat('before', by, players);
  return {
    ...given,
    outcome: null,
    seat: readSeat('viewer', texts.viewer, players),
    ...{ board, neutral: '', capturesLeft: 0, gift: null, fullPile: fullPile(players) },
    inPlay: countCrosses(board, piles),
    seats: piles.map((pile, seat) => ({
      ...pile,
      ...{ stacks: 0, loose: 0, full: false, out: false, owes: Number(seat === debtor) },
    })),
    captures: readCaptures('taken', texts.taken),
    lastTurn: lastSeat === null ? null : { seat: lastSeat, captures: readCaptures('before', captures) },
    free: texts.free === 'w' ? 'white' : null,
    eliminations: exits,
  };
}

export const fields: PositionFields<MaskerPosition, MaskerView, MaskerOptions, (typeof NAMES)[number]> = {
  names: NAMES,
  write: (view) => ({
    viewer: writeSeat(view.seat),
    board: writeBoard(view),
    free: view.free === null ? '-' : FREE[view.free],
    piles: view.seats.map(({ crosses, colour }) => `${crosses}=${colour ?? '?'}`).join('/'),
    debtor: writeSeat(view.seats.findIndex(({ owes }) => owes > 0)),
    taken: writeCaptures(view.captures),
    before: view.lastTurn === null ? '-' : `${writeSeat(view.lastTurn.seat)}:${writeCaptures(view.lastTurn.captures)}`,
    exits: writeList(view.eliminations.map(writeExit)),
  }),
  read(texts, conditions) {
    const knowledge = knowledgeFrom(texts, conditions);
    const unknown = knowledge.seats.slice(0, sideCount(knowledge.players)).filter(({ colour }) => colour === null);
    if (unknown.length > possibleColours(knowledge).length) wrong('piles', 'misfit', 'exits');
    const position = secrets.sample(knowledge, new SeededRng('a position'));
    const viewer = knowledge.seat ?? (unknown.length === 0 ? 'open' : 'spectator');
    const canPlay = conditions.turn === NOBODY || knowledge.seats[conditions.turn]?.colour !== null;
    return { view: viewOf(position, viewer), position, canPlay };
  },
};
