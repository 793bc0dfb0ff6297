import { allOptions, legalMoveTexts, NOBODY, SeededRng, type Setup } from '@tablier/core';
import { playTexts as playLegal, setupOf as testSetup } from '@tablier/testkit';
import {
  type MaskerDeal,
  type MaskerOptions,
  type MaskerPosition,
  type MaskerView,
  masker,
} from '../../src/masker/index.ts';

export interface Case {
  readonly title: string;
  readonly options: MaskerOptions;
  readonly players: number;
}

/** Every combination of options and players: 12. */
export const CASES: readonly Case[] = masker.players.flatMap((players) =>
  allOptions(masker.options).map((options) => ({
    title: `${players} players, touch=${options['touch']}, board=${options['board']}`,
    players,
    options: {
      touch: options['touch'] === 'corner' ? 'corner' : 'side',
      board: options['board'] === 'tower' ? 'tower' : 'flat',
    },
  })),
);

/** A checked setup. If no deal is given, the seed draws one. */
export function setupOf(
  { options, players }: Omit<Case, 'title'>,
  deal: { grid: string; tokens: string } | string,
): Setup & { readonly deal: MaskerDeal } {
  const setup =
    typeof deal === 'string'
      ? testSetup(masker, { options, players }, new SeededRng(deal))
      : testSetup(masker, { options, players, deal });
  return { ...setup, deal: readDeal(setup.deal) };
}

function readDeal(deal: unknown): { grid: string; tokens: string } {
  if (typeof deal !== 'object' || deal === null || !('grid' in deal) || !('tokens' in deal)) throw new Error('no deal');
  return { grid: String(deal.grid), tokens: String(deal.tokens) };
}

/** Plays texts, each of which must be legal. */
export const playTexts = (position: MaskerPosition, moves: string): MaskerPosition =>
  playLegal(masker, position, moves);

export const movesOf = (position: MaskerPosition): string => legalMoveTexts(masker, position).join(' ');

/** A situation in the middle of a game. Omitted fields are as at the start. */
export interface Situation {
  readonly players?: number;
  readonly touch?: 'side' | 'corner';
  readonly board?: 'flat' | 'tower';
  /** Rows from the top as in a deal; `.` is an empty cell, in the tower a stack that is gone. */
  readonly grid: string;
  readonly tokens: string;
  readonly piles?: readonly number[];
  readonly turn?: number;
  readonly white?: boolean;
}

/** The position of a situation: a sample of complete knowledge. */
export function situation(given: Situation): MaskerPosition {
  const {
    players = 2,
    touch = 'side',
    board = 'flat',
    grid,
    tokens,
    piles = [0, 0, 0, 0],
    turn = 0,
    white = false,
  } = given;
  const start = masker.start(setupOf({ options: { touch, board }, players }, 'any'));
  const stacks = grid
    .split('/')
    .toReversed()
    .flatMap((row) => row.split(board === 'tower' ? ',' : ''))
    .map((stack) => stack.replaceAll('.', ''));
  const blank = masker.view(start, 0);
  const count = (letter: string): number => stacks.join('').split(letter).length - 1;
  const neutral = stacks.findIndex((stack) => stack.includes('N'));
  const knowledge: MaskerView = {
    ...blank,
    turn,
    board: blank.board.map(({ cell }, index) => ({ cell, crosses: stacks[index] ?? '' })),
    neutral: blank.board[neutral]?.cell ?? '',
    inPlay: { R: count('R'), Y: count('Y'), G: count('G'), B: count('B'), P: count('P'), W: count('W') },
    seats: blank.seats.map((seat, index) => ({
      ...seat,
      pile: piles[index] ?? 0,
      crosses: 'W'.repeat(piles[index] ?? 0),
      colour: readColour(tokens[players === 4 ? index % 2 : index]),
    })),
    free: white ? 'white' : null,
  };
  return masker.secrets.sample(knowledge, new SeededRng(1));
}

function readColour(letter: string | undefined): 'R' | 'Y' | 'G' | 'B' | 'P' {
  if (letter === 'R' || letter === 'Y' || letter === 'G' || letter === 'B' || letter === 'P') return letter;
  throw new Error(`${letter} is no colour`);
}

/** The view of a spectator. */
export const seen = (position: MaskerPosition): MaskerView => masker.view(position, 'spectator');
export const pilesOf = (position: MaskerPosition): number[] => seen(position).seats.map(({ pile }) => pile);
export const isOver = (position: MaskerPosition): boolean => position.turn === NOBODY;

/** The task of a bot: a move for the seat to move, from its knowledge. */
export const taskOf = (position: MaskerPosition) => ({
  game: masker,
  options: position.options,
  knowledge: masker.secrets.knowledge(position, position.turn),
});
