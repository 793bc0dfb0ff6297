import { NOBODY } from '@tablier/core';
import {
  type PositionFields,
  readNumber,
  readRows,
  readSeat,
  writeRows,
  writeSeat,
  wrong,
} from '../shared/position-notation.ts';
import { COLUMNS, type Piece, PIECES, ROWS, SIZES, stackOf } from './board.ts';
import type { ArcanorOptions } from './facts.ts';
import { ENDS } from './layout.ts';
import { ArcanorPosition } from './position.ts';
import { type ArcanorCell, type ArcanorView, viewOf } from './view.ts';

/** By side, by size from the largest: Light `ABCD`, Dark `abcd`. */
const LETTERS = ['ABCD', 'abcd'] as const;
const NAMES = ['board', 'quiet', 'repeats', 'end', 'winner'] as const;
/** A top, then what it holds, the outermost first; `?` if that is hidden. */
const CELL = /[A-Da-d](?:\?|\([A-Da-d]+\))?/;

const letterOf = ({ owner, size }: Piece): string => LETTERS[owner]?.charAt(size - 1) ?? '';

function writeCell(cell: ArcanorCell | null): string {
  if (cell === null) return '';
  const { contents, size } = cell;
  if (contents === null) return `${letterOf(cell)}${size < SIZES ? '?' : ''}`;
  return contents.length === 0 ? letterOf(cell) : `${letterOf(cell)}(${contents.map(letterOf).join('')})`;
}

const pieceOf = (letter: string): Piece => {
  const owner = LETTERS[0].includes(letter) ? 0 : 1;
  return { owner, size: LETTERS[owner].indexOf(letter) + 1 };
};

function readStacks(text: string): number[] {
  const letters = text.replaceAll(/[^A-Da-d]/g, '');
  for (const letter of LETTERS.join('')) {
    const count = letters.split(letter).length - 1;
    if (count > PIECES / SIZES) wrong('board', 'pieces', `${count} ${letter}`);
  }
  return readRows(text, CELL, { rows: ROWS, columns: COLUMNS }).map((cell) =>
    stackOf([...cell.replaceAll(/[?()]/g, '')].map(pieceOf)),
  );
}

export const fields: PositionFields<ArcanorPosition, ArcanorView, ArcanorOptions, (typeof NAMES)[number]> = {
  names: NAMES,
  write: (view) => ({
    board: writeRows(view.cells.map(writeCell), COLUMNS),
    quiet: String(view.quiet),
    repeats: String(view.repeats ?? '?'),
    end: view.end ?? '-',
    winner: view.end === null ? '-' : writeSeat(view.outcome?.places[1] === 1 ? winnerOf(view) : 0),
  }),
  read(texts, { options, turn, turnIndex, passed }) {
    const isHidden = texts.repeats === '?';
    const end =
      texts.end === '-' ? null : (ENDS.find((name) => name === texts.end) ?? wrong('end', 'unreadable', texts.end));
    if ((end === null) !== turn >= 0) wrong('turn', 'misfit', `end ${texts.end}`);
    const position = new ArcanorPosition(options);
    position.setData({
      ...{ options, turn, turnIndex, passed, end, history: [] },
      stacks: readStacks(texts.board),
      quiet: readNumber('quiet', texts.quiet),
      winner: readSeat('winner', texts.winner, 2) ?? NOBODY,
    });
    if (isHidden) return { view: viewOf(position, 'spectator'), position, canPlay: false };
    // The moves that led here are not part of the text: a game that goes on from it counts its own repetitions [A13].
    const repeats = readNumber('repeats', texts.repeats);
    return { view: { ...viewOf(position, 'open'), repeats }, position, canPlay: true };
  },
};

const winnerOf = ({ outcome }: ArcanorView): number => (outcome?.places[0] === 1 ? NOBODY : 1);
