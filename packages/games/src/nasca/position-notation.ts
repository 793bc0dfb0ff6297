import { NOBODY, type Seat } from '@tablier/core';
import { type PositionFields, readList, writeList, wrong } from '../shared/position-notation.ts';
import { NascaBoard, NEUTRAL, SEAT_COLOURS } from './board.ts';
import { deals, landscapeOf } from './deal.ts';
import type { NascaOptions } from './facts.ts';
import { formatMove, parsePlacement, SIZES } from './placements.ts';
import { NascaPosition } from './position.ts';
import { type NascaBoardView, type NascaView, viewOf } from './view.ts';

/* The letters of the terminal: x for Dark, o for Light, n for the neutral pieces. */
const OWNERS = 'xon';
const NAMES = ['board', 'earlier'] as const;

interface Laid {
  readonly owner: Seat | 'neutral';
  readonly placement: number;
}

const writeBoard = ({ pieces }: NascaBoardView): string =>
  writeList(pieces.map(({ owner, at }) => `${OWNERS.charAt(owner === 'neutral' ? 2 : owner)}${at}`));

const readBoard = (field: string, text: string): Laid[] =>
  readList(text).map((piece) => {
    const owner = OWNERS.indexOf(piece.charAt(0));
    const placement = parsePlacement(piece.slice(1));
    if (owner < 0 || placement === null || (owner < 2 && (SIZES[placement] ?? 0) < 2)) {
      return wrong(field, 'unreadable', piece);
    }
    return { owner: owner === 2 ? 'neutral' : owner, placement };
  });

function checkLandscape(options: NascaOptions, laid: readonly Laid[]): number[] {
  const neutrals = laid.filter(({ owner }) => owner === 'neutral').map(({ placement }) => placement);
  const texts = neutrals.map(formatMove);
  const isDealt = options.landscape === 'custom' || options.landscape === 'random';
  const deal = deals.parse(options, 2, isDealt ? { neutrals: texts } : null);
  const isLandscape = deal.ok && landscapeOf(options, deal.value).map(formatMove).join() === texts.join();
  return isLandscape ? neutrals : wrong('board', 'misfit', `landscape=${options.landscape}`);
}

/** Plays the pieces of one round into a position that has begun it. */
function layRound(position: NascaPosition, field: string, laid: readonly Laid[]): void {
  const landscape = laid.slice(0, position.neutrals.length).map(({ placement }) => placement);
  if (landscape.join() !== position.neutrals.join()) wrong(field, 'misfit', `landscape=${position.neutrals.length}`);
  for (const { owner, placement } of laid.slice(position.neutrals.length)) {
    const text = formatMove(placement);
    const length = SIZES[placement] ?? 0;
    if (owner === 'neutral') return wrong(field, 'place', `n${text}`);
    if (position.inHand(owner, length) === 0) wrong(field, 'pieces', text);
    const colour = SEAT_COLOURS[owner] ?? NEUTRAL;
    if (!position.board.allows(placement, colour)) wrong(field, 'place', text);
    position.board.place(placement, colour);
    position.take(owner, length);
  }
}

export const fields: PositionFields<NascaPosition, NascaView, NascaOptions, (typeof NAMES)[number]> = {
  names: NAMES,
  write: (view) => ({ board: writeBoard(view), earlier: view.earlier.map(writeBoard).join('/') || '.' }),
  read(texts, { options, turn, turnIndex, passed }) {
    const laid = readBoard('board', texts.board);
    const position = new NascaPosition(options, checkLandscape(options, laid));
    const rounds = texts.earlier === '.' ? [] : texts.earlier.split('/');
    if (rounds.length >= position.rounds) wrong('earlier', 'misfit', `rounds=${position.rounds}`);
    for (const [round, text] of rounds.entries()) {
      layRound(position, 'earlier', readBoard('earlier', text));
      const board = new NascaBoard();
      board.copyFrom(position.board);
      position.earlierBoards = [...position.earlierBoards, board];
      position.earlier = [...position.earlier, position.boardPoints()];
      position.beginRound(round + 1);
    }
    layRound(position, 'board', laid);
    if (turn === NOBODY && rounds.length + 1 < position.rounds) wrong('turn', 'misfit', 'earlier');
    Object.assign(position, { turn, turnIndex, passed });
    return { view: viewOf(position), position, canPlay: true };
  },
};
