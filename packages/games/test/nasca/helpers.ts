import { readFileSync } from 'node:fs';
import { legalMoveTexts, playOut, type Rng, SeededRng, type Setup } from '@tablier/core';
import { playTexts as playLegal, setupOf as testSetup } from '@tablier/testkit';
import { formatCell, nasca, type NascaPosition, parsePlacement } from '../../src/nasca/index.ts';
import { NascaBoard, NEUTRAL, SEAT_COLOURS } from '../../src/nasca/board.ts';
import { cellsOf } from '../../src/nasca/placements.ts';
import type { OracleOptions, Owner } from './oracle.ts';

export const fixture = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The four pairs of `corners` and `neutralWalls`, in the order of `scoring.txt`. */
export const WALL_PAIRS: readonly OracleOptions[] = (['closed', 'open'] as const).flatMap((corners) =>
  (['no', 'yes'] as const).map((neutralWalls) => ({ corners, neutralWalls })),
);

/** A setup. If a deal is needed and none is given, one is drawn. */
export const setupOf = (options: Record<string, unknown> = {}, rng?: Rng, deal?: unknown): Setup =>
  testSetup(nasca, { options, deal }, rng);

export const customSetup = (neutrals: readonly string[], options: Record<string, unknown> = {}): Setup =>
  setupOf({ landscape: 'custom', ...options }, undefined, { neutrals });

export const cellTexts = (text: string): string[] => cellsOf(parsePlacement(text) ?? -1).map(formatCell);

export const legalTexts = (position: NascaPosition): string[] => legalMoveTexts(nasca, position);

/** Plays texts, each of which must be legal, and returns the position. */
export const playTexts = (setup: Setup, texts: string): NascaPosition => playLegal(nasca, nasca.start(setup), texts);

/** The position after a random number of random moves. */
export function randomPosition(setup: Setup, seed: string): NascaPosition {
  const rng = new SeededRng(seed);
  const length = playOut(nasca.start(setup), new SeededRng(`${seed} length`));
  const position = nasca.start(setup);
  for (let plies = rng.below(length); plies > 0 && position.turn >= 0; plies--) position.play(position.randomMove(rng));
  return position;
}

const OWNERS: Readonly<Record<string, Owner>> = { P: 0, Q: 1, N: 'neutral' };

/** Parses a drawn top view. The first line is row 10. */
export function parseTopView(lines: readonly string[]): Map<string, Owner> {
  const shown = new Map<string, Owner>();
  for (const [index, line] of lines.entries()) {
    for (const [column, letter] of line.split('').entries()) {
      const owner = OWNERS[letter];
      if (owner !== undefined) shown.set(`${String.fromCharCode(97 + column)}${10 - index}`, owner);
    }
  }
  return shown;
}

export interface TopView {
  readonly title: string;
  readonly lines: readonly string[];
  readonly points: readonly (readonly number[])[];
}

/** The views of `scoring.txt`: a title, ten lines, and the points with the four pairs of options. */
export function topViews(): TopView[] {
  return fixture('scoring.txt')
    .split(/^# (?=\d+:)/m)
    .slice(1)
    .map((block) => {
      const lines = block.split('\n');
      const points = (lines[11] ?? '').replace('>', '').split('|');
      return {
        title: lines[0] ?? '',
        lines: lines.slice(1, 11),
        points: points.map((pair) => pair.trim().split(' ').map(Number)),
      };
    });
}

const COLOURS: Readonly<Record<string, number>> = { '0': SEAT_COLOURS[0], '1': SEAT_COLOURS[1], n: NEUTRAL };

/** A board with these pieces (`0:a1-a3 1:c1-c2 n:d6`), ignoring turns and hands. Each placement must be legal. */
export function lay(pieces: string): NascaBoard {
  const board = new NascaBoard();
  for (const piece of pieces.split(' ')) {
    const [owner = '', text = ''] = piece.split(':');
    const [placement, colour] = [parsePlacement(text), COLOURS[owner]];
    if (placement === null || colour === undefined || !board.allows(placement, colour))
      throw new Error(`${piece} is illegal`);
    board.place(placement, colour);
  }
  return board;
}

/** Whether a placement (`0:a1-c1`) is legal. Checks that both methods of the board agree. */
export function mayLie(board: NascaBoard, piece: string): boolean {
  const [owner = '', text = ''] = piece.split(':');
  const [placement, colour] = [parsePlacement(text) ?? -1, COLOURS[owner] ?? -1];
  const allowed = board.allows(placement, colour);
  const moves = new Uint16Array(nasca.maxMoves);
  if (moves.subarray(0, board.list(colour, 0b111100, moves)).includes(placement) !== allowed)
    throw new Error(`${piece}: the methods disagree`);
  return allowed;
}
