import type { Game, Move, View } from '@tablier/core';
import type { BoardModule } from './board-module.ts';

interface Rules {
  readonly game: Game;
  readonly board: BoardModule;
}

/** What a seat sees after a move at its turn; `null` where hidden things decide it, which differ in two samples. */
export function viewAfter({ game, board }: Rules, view: View, move: Move): View | null {
  if (board.after !== undefined) return board.after(view, move);
  const [one, other] = [0, 1].map((from) => {
    const position = game.secrets.sample(view, { below: (limit) => from * (limit - 1) });
    position.play(move);
    return game.view(position, view.turn);
  });
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other) ? one : null;
}
