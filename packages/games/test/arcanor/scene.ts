import { legalMoveTexts, type Seat, type Setup } from '@tablier/core';
import { playTexts, setupOf as testSetup } from '@tablier/testkit';
import { type ArcanorKnowledge, type ArcanorPosition, arcanor, type Piece, stackOf } from '../../src/arcanor/index.ts';

export type Table = 'memory' | 'open';

export const setupOf = (table: Table): Setup => testSetup(arcanor, { options: { table } });

export const startOf = (table: Table = 'memory'): ArcanorPosition => arcanor.start(setupOf(table));

/** `a1` is 0, `h7` is 55. */
export const cellOf = (text: string): number => 'abcdefgh'.indexOf(text.charAt(0)) + 8 * (Number(text.charAt(1)) - 1);

/** `L1D2` is a Light 1 that holds a Dark 2. */
export const piecesOfText = (text: string): Piece[] =>
  (text.match(/../g) ?? []).map((piece) => ({ owner: 'LD'.indexOf(piece.charAt(0)), size: Number(piece.charAt(1)) }));

/** A position from `a1 L1L2, c3 D2`, without a history. */
export function scene(
  text: string,
  given: { readonly turn?: Seat; readonly quiet?: number; readonly table?: Table } = {},
): ArcanorPosition {
  const stacks = Array.from({ length: 56 }, () => 0);
  for (const [, cell, pieces] of text.matchAll(/([a-h][1-7]) ((?:[LD][1-4])+)/g)) {
    stacks[cellOf(cell ?? '')] = stackOf(piecesOfText(pieces ?? ''));
  }
  const knowledge: ArcanorKnowledge = {
    options: { table: given.table ?? 'memory' },
    stacks,
    turn: given.turn ?? 0,
    turnIndex: 0,
    passed: [],
    quiet: given.quiet ?? 0,
    history: [],
    end: null,
    winner: -1,
  };
  return arcanor.secrets.sample(knowledge, { below: () => 0 });
}

export const texts = (position: ArcanorPosition): string[] => legalMoveTexts(arcanor, position);

/** The texts of the moves from a cell, without the cell: `-b2`, `^b2`, `xb2`. */
export const textsFrom = (position: ArcanorPosition, cell: string): string[] =>
  texts(position)
    .filter((text) => text.startsWith(cell))
    .map((text) => text.slice(2));

/** Plays moves that must be legal, in place. */
export const play = (position: ArcanorPosition, moves: string): ArcanorPosition => playTexts(arcanor, position, moves);

/** The stack on a cell as text (`L1D2`), even if the view hides it. Empty for an empty cell. */
export function stackAt(position: ArcanorPosition, cell: string): string {
  const view = arcanor.view(position.options.table === 'open' ? position : opened(position), 'spectator');
  const shown = view.cells[cellOf(cell)];
  if (shown === null || shown === undefined) return '';
  return [shown, ...(shown.contents ?? [])].map(({ owner, size }) => `${'LD'.charAt(owner)}${size}`).join('');
}

const opened = (position: ArcanorPosition): ArcanorPosition =>
  arcanor.secrets.sample({ ...arcanor.secrets.knowledge(position, 0), options: { table: 'open' } }, { below: () => 0 });
