import { legalMoveTexts, NOBODY } from '@tablier/core';
import { playTexts } from '@tablier/testkit';
import { firstPiece, type IsaacOptions, IsaacPosition, isaac, LENGTHS } from '../../src/isaac/index.ts';
import { PRESETS } from '../../src/isaac/facts.ts';

export const PAGE: IsaacOptions = PRESETS.page;
export const PUBLISHED: IsaacOptions = PRESETS.published;
export const UP_TO: IsaacOptions = { ...PAGE, counter: 'upTo' };
export const PASSER: IsaacOptions = { ...PAGE, scoringStarts: 'passer' };

/** A position set up by hand. Pieces are slots, `00-02`; hands are lengths, `3 3 7`. All fields are optional. */
export interface Scene {
  readonly options?: IsaacOptions;
  readonly phase?: 'placing' | 'scoring';
  readonly turn?: number;
  readonly dark?: string;
  readonly light?: string;
  readonly hands?: readonly [dark: string, light: string];
  readonly scores?: readonly [dark: number, light: number];
  readonly longest?: readonly [dark: number, light: number];
  readonly out?: readonly number[];
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** The move with this text. Throws if there is none. */
export const move = (text: string): number => {
  const parsed = isaac.parseMove(text);
  if (parsed === null) throw new Error(`no move ${text}`);
  return parsed;
};

/** The length of `00-02`. */
const lengthOf = (slot: string): number => {
  const [from = 0, to = 0] = slot.split('-').map(Number);
  return to - from < 10 ? to - from + 1 : (to - from) / 10 + 1;
};

/** One player's pieces, each with the next free id of its length. */
function piecesOf(seat: number, slots: string): { piece: number; slot: number }[] {
  const used = new Map<number, number>();
  return words(slots).map((slot) => {
    const length = lengthOf(slot);
    const copy = used.get(length) ?? 0;
    used.set(length, copy + 1);
    return { piece: firstPiece(seat, length - 3) + copy, slot: move(slot) };
  });
}

const handOf = (hand: string): number[] =>
  LENGTHS.map((length) => words(hand).filter((word) => Number(word) === length).length);

/** The position of a scene. */
export function scene(given: Scene): IsaacPosition {
  const position = new IsaacPosition(given.options ?? PAGE);
  position.restore({
    phase: given.phase ?? 'scoring',
    turn: given.turn ?? 0,
    turnIndex: 0,
    passed: [],
    firstToPass: null,
    pending: null,
    out: given.out ?? [],
    scores: given.scores ?? [0, 0],
    longestRemoved: given.longest ?? [0, 0],
    hands: (given.hands ?? ['', '']).map(handOf),
    pieces: [...piecesOf(0, given.dark ?? ''), ...piecesOf(1, given.light ?? '')],
  });
  return position;
}

/** Plays moves, each of which must be legal. */
export const play = (position: IsaacPosition, moves: string): IsaacPosition => playTexts(isaac, position, moves);

/** The texts of the legal moves, sorted. */
export const legal = (position: IsaacPosition): string[] => legalMoveTexts(isaac, position);

/** The position after these moves from the start. */
export const opening = (options: IsaacOptions, moves: string): IsaacPosition => play(new IsaacPosition(options), moves);

export const isOver = (position: IsaacPosition): boolean => position.turn === NOBODY;

export const scores = (position: IsaacPosition): readonly number[] => position.outcome().scores;

/** A scene in which a piece of length 7 can only be placed along row 9 (90 to 99). */
export const ONLY_ROW_9_TAKES_A_7 = { dark: '30-35 43-83', light: '36-39 03-23', phase: 'placing' } as const;
/** The same with row 9 blocked too. */
export const NOTHING_TAKES_A_7 = { dark: '30-35 43-93', light: '36-39 03-23', phase: 'placing' } as const;
