import { isObject, NOBODY, SeededRng } from '@tablier/core';
import { type AddedGame, cellsOf } from '@tablier/games';
import { setupOf } from './play.ts';

/** The game breaks its contract. */
export class Breach extends Error {}

/** Enough to see each kind of piece; a game that fails other checks may have no end. Moves. */
const SEEN = 200;

/** The cells of each position are some that can be drawn. */
export function checkCells(game: AddedGame, seed: string): void {
  const rng = new SeededRng(`${seed} ${game.id} cells`);
  const setup = setupOf(game, {}, rng);
  const position = game.start(setup);
  for (let ply = 0; ply < SEEN; ply++) {
    const { columns, pieces, text = '' } = cellsOf(game, game.view(position, 'spectator'));
    if (!(Number.isInteger(columns) && columns > 0)) throw new Breach(`cells has ${columns} columns`);
    const list: unknown = pieces;
    if (!Array.isArray(list)) throw new Breach('cells has no list of pieces');
    const wrong = Array.from<unknown>(list).find((piece) => !isPiece(piece, setup.players));
    if (wrong !== undefined) throw new Breach(`a piece of cells cannot be drawn: ${JSON.stringify(wrong)}`);
    if (typeof text !== 'string') throw new Breach('the text of cells is no text');
    if (position.turn === NOBODY) return;
    position.play(position.randomMove(rng));
  }
}

function isPiece(data: unknown, players: number): boolean {
  if (!isObject(data)) return data === null;
  const { seat = 0, text = '●' } = data;
  return Number.isInteger(seat) && Number(seat) >= 0 && Number(seat) < players && /^.{1,2}$/u.test(String(text));
}
