import {
  botMove,
  candidate,
  type FoundPuzzle,
  provenPuzzle,
  type PuzzleTask,
  ratePuzzle,
  verifyPuzzle,
} from '@tablier/ai';
import {
  formatError,
  type Level,
  LEVELS,
  makeRecord,
  type Move,
  NOBODY,
  parseJson,
  type Puzzle,
  puzzleId,
  replayPuzzle,
  SeededRng,
} from '@tablier/core';
import { findGame } from '@tablier/games';
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { EXIT, note, UsageError, writeLine } from '../shared/output.ts';
import { withProgress } from '../shared/progress.ts';
import { eachLine } from '../shared/lines.ts';
import {
  type Conditions,
  dealtSetup,
  gameNamed,
  gameRng,
  readConditions,
  seedOr,
  type SetupFlags,
  taskOf,
} from '../shared/setup.ts';

interface PuzzlesFlags extends SetupFlags {
  readonly count: number;
  readonly perLevel?: number;
  readonly games: number;
  readonly nodes: number;
}

/** The bots that play the games: they make mistakes, and mistakes make puzzles. */
const PLAYERS = LEVELS.slice(0, 4);
/** Positions of one game look alike. */
const MAX_OF_A_GAME = 2;
/** The largest share of puzzles of one level, unless a flag sets the number, so that there are puzzles for everyone. */
const SHARE_OF_A_LEVEL = 0.3;

interface Collection {
  readonly ids: Set<string>;
  readonly levels: Map<Level, number>;
}

/** `tablier puzzles GAME`: puzzles as records, one per line. Equal seeds, nodes and counts give equal puzzles. */
export async function puzzles(id: string, flags: PuzzlesFlags): Promise<number> {
  const conditions = readConditions(gameNamed(id), flags);
  const seed = seedOr(flags.seed);
  const collection: Collection = { ids: new Set(), levels: new Map() };
  await withProgress(
    flags.count,
    async (at) => {
      for (let index = 0; index < flags.games && collection.ids.size < flags.count; index++) {
        for await (const puzzle of puzzlesOfGame(conditions, flags, { seed, index }, collection)) {
          await writeLine(JSON.stringify(puzzle));
          at(collection.ids.size);
        }
      }
    },
    'lines',
  );
  return EXIT.ok;
}

async function* puzzlesOfGame(
  conditions: Conditions,
  flags: PuzzlesFlags,
  { seed, index }: { readonly seed: string; readonly index: number },
  collection: Collection,
): AsyncGenerator<Puzzle> {
  const { game } = conditions;
  const setup = dealtSetup(conditions, gameRng(seed, index));
  const rng = new SeededRng(`${seed} puzzles ${index}`);
  const levels = Array.from({ length: setup.players }, () => PLAYERS[rng.below(PLAYERS.length)] ?? 1);
  const position = game.start(setup);
  const moves: Move[] = [];
  let found = 0;
  while (position.turn !== NOBODY && found < MAX_OF_A_GAME && collection.ids.size < flags.count) {
    await nextTurnOfLoop();
    const at = `${seed} ${index} ${moves.length}`;
    const puzzle = puzzleAt({ game, setup, position, nodes: flags.nodes, seed: at }, moves, collection, flags);
    if (puzzle !== null) {
      found++;
      yield puzzle;
    }
    const move = botMove(taskOf(game, setup, position), levels[position.turn] ?? 1, rng);
    position.play(move);
    moves.push(move);
  }
}

/** The puzzle at a position, which is then part of the collection; `null` if the position is no puzzle. */
function puzzleAt(
  task: PuzzleTask,
  moves: readonly Move[],
  { ids, levels }: Collection,
  { count, perLevel = Math.ceil(SHARE_OF_A_LEVEL * count) }: PuzzlesFlags,
): Puzzle | null {
  const { game, setup, position } = task;
  const seen = findBest(task);
  const id = puzzleId(game, position);
  if (seen === null || ids.has(id)) return null;
  const level = ratePuzzle(task, [seen.best]);
  if (level === null || (levels.get(level) ?? 0) >= perLevel) return null;
  const verified = seen.kind === 'proven' ? seen : verifyPuzzle(task, seen);
  if (verified === null) return null;
  ids.add(id);
  levels.set(level, (levels.get(level) ?? 0) + 1);
  const { best, ...facts } = verified;
  const { counts: _, ...record } = makeRecord(game, setup, moves);
  return { ...record, puzzle: { id, seat: position.turn, best: [game.formatMove(best)], ...facts, level } };
}

/** Games with a solver have proven puzzles only; others are searched. */
function findBest(task: PuzzleTask): FoundPuzzle | null {
  const isSolved = task.game.advice.solver !== undefined && !task.game.secrets.hides(task.setup.options);
  return isSolved ? provenPuzzle(task) : candidate(task);
}

/**
 * `tablier rate-puzzles [FILE|-]`: writes the puzzles of a file, each with the weakest level that finds its move today. The level of a puzzle
 * depends on nothing else in the file. A puzzle that no level finds keeps its level, and a line that is no puzzle is left out: stderr names
 * both. Exit code 1 if a line is no puzzle.
 */
export const ratePuzzles = (path: string): Promise<number> =>
  eachLine(
    path,
    async (text, number) => {
      const { puzzle, isFound } = rate(text);
      if (!isFound) note(`line ${number}: no level finds the move; the puzzle keeps its level`);
      await writeLine(JSON.stringify(puzzle));
    },
    note,
  );

function rate(text: string): { readonly puzzle: Puzzle; readonly isFound: boolean } {
  const data = parseJson(text);
  if (data === undefined) throw new UsageError('bad-json');
  const replayed = replayPuzzle(findGame, data);
  if (!replayed.ok) throw new UsageError(formatError(replayed.error));
  const { game, setup, position, puzzle, best } = replayed.value;
  const task = { game: gameNamed(game.id), setup, position, seed: puzzle.id };
  const level = ratePuzzle(task, best);
  const facts = { ...puzzle, level: level ?? puzzle.level };
  return { puzzle: { ...(data as Puzzle), puzzle: facts }, isFound: level !== null };
}
