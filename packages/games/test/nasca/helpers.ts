import { readFileSync } from 'node:fs';
import { makeSetup, playOut, type Rng, SeededRng, type Setup } from '@tablier/core';
import { formatCell, nasca, type NascaPosition, parsePlacement } from '../../src/nasca/index.ts';
import { cellsOf } from '../../src/nasca/placements.ts';
import type { OracleOptions, Owner } from './oracle.ts';

export const fixture = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The four pairs of `corners` and `neutralWalls`, in the order of `scoring.txt`. */
export const WALL_PAIRS: readonly OracleOptions[] = (['closed', 'open'] as const).flatMap((corners) =>
  (['no', 'yes'] as const).map((neutralWalls) => ({ corners, neutralWalls })),
);

/** A setup; a deal is drawn where one is needed and none is given. */
export function setupOf(options: Record<string, unknown> = {}, rng?: Rng, deal?: unknown): Setup {
  const dealt = deal ?? nasca.deal({ landscape: 'none', ...options } as Setup['options'], 2, rng ?? new SeededRng(1));
  const setup = makeSetup(nasca, { options, deal: dealt });
  if (!setup.ok) throw new Error(`${setup.error.name} ${setup.error.detail}`);
  return setup.value;
}

export const customSetup = (neutrals: readonly string[], options: Record<string, unknown> = {}): Setup =>
  setupOf({ landscape: 'custom', ...options }, undefined, { neutrals });

export const cellTexts = (text: string): string[] => cellsOf(parsePlacement(text) ?? -1).map(formatCell);

export function legalTexts(position: NascaPosition): string[] {
  const moves = new Uint16Array(nasca.maxMoves);
  return Array.from(moves.subarray(0, position.legalMoves(moves)), nasca.formatMove);
}

/** Plays texts, each of which must be legal, and returns the position. */
export function playTexts(setup: Setup, texts: string): NascaPosition {
  const position = nasca.start(setup);
  for (const text of texts.split(' ').filter((each) => each !== '')) {
    if (!legalTexts(position).includes(text)) throw new Error(`${text} is illegal`);
    position.play(nasca.parseMove(text) ?? -1);
  }
  return position;
}

/** The position after some random moves; how many is random too. */
export function randomPosition(setup: Setup, seed: string): NascaPosition {
  const rng = new SeededRng(seed);
  const length = playOut(nasca.start(setup), new SeededRng(`${seed} length`));
  const position = nasca.start(setup);
  for (let plies = rng.below(length); plies > 0 && position.turn >= 0; plies--) position.play(position.randomMove(rng));
  return position;
}

const OWNERS: Readonly<Record<string, Owner>> = { P: 0, Q: 1, N: 'neutral' };

/** What a drawn top view shows; the first line is row 10. */
export function parseTopView(lines: readonly string[]): Map<string, Owner> {
  const shown = new Map<string, Owner>();
  for (const [index, line] of lines.entries()) {
    for (const [column, letter] of [...line].entries()) {
      const owner = OWNERS[letter];
      if (owner !== undefined) shown.set(`${String.fromCharCode(97 + column)}${10 - index}`, owner);
    }
  }
  return shown;
}
