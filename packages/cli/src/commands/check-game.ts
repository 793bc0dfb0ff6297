import { isObject, NOBODY } from '@tablier/core';
import { type AddedGame, cellsOf } from '@tablier/games';
import { Breach, conformanceOf, type GameCheck } from '@tablier/testkit/conformance';
import { gameOfFile } from '../shared/flags.ts';
import { tally, writeLine } from '../shared/output.ts';
import { dealtSetup, gameRng, readConditions, seedOr } from '../shared/setup.ts';

interface CheckGameFlags {
  readonly games: number;
  readonly fixed?: string;
  readonly seed?: string;
}

/** `tablier check-game FILE`: a line for each check, and the number of those that failed. */
export async function checkGameFile(path: string, { games, fixed, seed }: CheckGameFlags): Promise<number> {
  const game = await gameOfFile(path);
  const { pass, fail, finish } = tally();
  const size = { games, fixedFields: fixed?.split(',') ?? [] };
  const used = seedOr(seed);
  const board = { title: 'the board', checks: [{ name: 'cells in a random game', run: () => checkCells(game, used) }] };
  for (const { title, checks } of [...conformanceOf(game, size, used), ...(game.cells === undefined ? [] : [board])])
    for (const check of checks) {
      const fault = faultOf(check);
      if (fault === null) {
        pass();
        await writeLine(`ok    ${title}: ${check.name}`);
        continue;
      }
      await fail(`FAIL  ${title}: ${check.name}: ${fault}`);
      // What comes after a failed check relies on it: it might never end.
      if (title === game.id) return finish();
      break;
    }
  return finish();
}

/** Enough to see each kind of piece; a game that fails other checks may have no end. Moves. */
const SEEN = 200;

/** The cells of each position are some that can be drawn. */
function checkCells(game: AddedGame, seed: string): void {
  const rng = gameRng(seed, 0);
  const setup = dealtSetup(readConditions(game, {}), rng);
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

function faultOf({ run }: GameCheck): string | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Breach) return error.message;
    // A mistake in the game: the first place says where.
    const [what = '', at = ''] = (error instanceof Error ? (error.stack ?? '') : String(error)).split('\n');
    return `${what} ${at.trim()}`;
  }
}
