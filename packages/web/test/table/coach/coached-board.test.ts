import '../../english.ts';
import { games } from '@tablier/games';
import { expect, it } from 'vitest';
import type { BoardModule } from '../../../src/board/board-module.ts';
import { board as isaac } from '../../../src/games/isaac/board.ts';
import { board as nasca } from '../../../src/games/nasca/board.ts';
import { coachedBoard } from '../../../src/table/coach/coached-board.ts';
import { boardState, trayItems } from '../../games/board-tools.ts';

it.each([
  ['isaac', isaac as BoardModule],
  ['nasca', nasca as BoardModule],
])('a piece of %s that the coach shows stays in the hand when it is pressed again', (id, plain) => {
  const game = games.find((each) => each.id === id);
  if (game === undefined) throw new Error(`no game ${id}`);
  const position = game.start({ options: Object.values(game.presets)[0] ?? {}, players: 2, deal: null });
  const empty = boardState(game, plain, position);
  const board = coachedBoard(plain, { move: empty.choices[0] ?? null, about: null });
  const pieces = trayItems(board, empty).filter(({ piece, enabled }) => piece !== undefined && enabled);
  const shown = pieces.find(({ isNext }) => isNext === true)?.id ?? '';
  const other = pieces.find(({ isNext }) => isNext !== true)?.id ?? '';
  for (const [item, stays] of [
    [shown, true],
    [other, false],
  ] as const) {
    const inHand = { ...empty, held: board.pick(empty, item).held };
    expect(inHand.held).not.toEqual(plain.nothing);
    expect(board.pick(inHand, item).held).toEqual(stays ? inHand.held : plain.pick(inHand, item).held);
    expect(plain.pick(inHand, item).held).not.toEqual(inHand.held);
  }
});
