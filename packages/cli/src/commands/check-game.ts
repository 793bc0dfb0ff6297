import { isObject, NOBODY } from '@tablier/core';
import { type AddedGame, cellsOf } from '@tablier/games';
import { Breach, type CheckGameSize, conformanceOf, type GameCheck } from '@tablier/testkit/conformance';
import { gameOfFile } from '../shared/flags.ts';
import { tally, UsageError, writeLine } from '../shared/output.ts';
import { dealtSetup, gameRng, readConditions, seedOr } from '../shared/setup.ts';
import { endIfStuck } from '../shared/stuck.ts';

interface CheckGameFlags {
  readonly games: number;
  readonly fixed?: string;
  readonly seed?: string;
}

/** `tablier check-game FILE`: a line for each check, and the number of those that failed. */
export async function checkGameFile(path: string, { games, fixed, seed }: CheckGameFlags): Promise<number> {
  const { pass, fail, finish } = tally();
  for await (const { name, fault } of checksOf(path, { games, fixedFields: fixed?.split(',') ?? [] }, seed)) {
    if (fault !== null) await fail(`FAIL  ${name}: ${fault}`);
    else {
      pass();
      await writeLine(`ok    ${name}`);
    }
  }
  return finish();
}

/** Before `tablier serve --game FILE`: a server has no use for a game that breaks the contract, and must not be stuck in it. */
export async function checkServedGame(path: string): Promise<void> {
  for await (const { name, fault } of checksOf(path, { games: 1 }, 'serve'))
    if (fault !== null)
      throw new UsageError(`${path} breaks the contract of a game: ${name}: ${fault} (see tablier check-game)`);
}

interface Checked {
  readonly name: string;
  /** `null`: none. */
  readonly fault: string | null;
}

/** The program ends here if the game never returns. */
async function* checksOf(path: string, size: CheckGameSize, wanted?: string): AsyncGenerator<Checked> {
  const watch = endIfStuck(path);
  try {
    const game = await gameOfFile(path);
    const seed = seedOr(wanted);
    const board = [{ name: 'cells in a random game', run: () => checkCells(game, seed) }];
    const boards = game.cells === undefined ? [] : [{ title: 'the board', checks: board }];
    for (const { title, checks } of [...conformanceOf(game, { ...size, onMove: watch.beat }, seed), ...boards])
      for (const check of checks) {
        const fault = faultOf(check);
        yield { name: `${title}: ${check.name}`, fault };
        if (fault === null) continue;
        // What comes after a failed check relies on it: it might never end.
        if (title === game.id) return;
        break;
      }
  } finally {
    watch.end();
  }
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
