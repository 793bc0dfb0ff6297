import { ratePuzzle } from '@tablier/ai';
import { formatError, type Puzzle, replayPuzzle } from '@tablier/core';
import { findGame } from '@tablier/games';
import { gameNamed } from '../shared/setup.ts';
import { eachLine, type Line, LINE_LIMIT } from '../shared/lines.ts';
import { EXIT } from '../shared/errors.ts';
import { note, writeLine } from '../shared/output.ts';

/**
 * `tablier rate-puzzles [FILE|-]`: writes the puzzles of a file, each with the weakest level that finds its move today. The level of a puzzle
 * depends on nothing else in the file. A puzzle that no level finds keeps its level, and a line that is no puzzle is left out: stderr names
 * both. Exit code 1 if a line is no puzzle.
 */
export async function ratePuzzles(path: string): Promise<number> {
  let code: number = EXIT.ok;
  await eachLine(path, async (line) => {
    if (!(await writeRated(line))) code = EXIT.failedCheck;
  });
  return code;
}

/** Writes the puzzle of a line with its new level; false if the line has none. */
async function writeRated({ number, text }: Line): Promise<boolean> {
  const rated = text === null ? `too-long (over ${LINE_LIMIT} characters)` : rate(text);
  if (typeof rated === 'string') {
    note(`line ${number}: ${rated}`);
    return false;
  }
  if (!rated.isFound) note(`line ${number}: no level finds the move; the puzzle keeps its level`);
  await writeLine(JSON.stringify(rated.puzzle));
  return true;
}

/** The puzzle of a text with its new level, or why the text is none. */
function rate(text: string): { readonly puzzle: Puzzle; readonly isFound: boolean } | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return 'bad-json';
  }
  const replayed = replayPuzzle(findGame, data);
  if (!replayed.ok) return formatError(replayed.error);
  const { game, setup, position, puzzle, best } = replayed.value;
  const task = { game: gameNamed(game.id), setup, position, seed: puzzle.id };
  const level = ratePuzzle(task, best);
  const facts = { ...puzzle, level: level ?? puzzle.level };
  return { puzzle: { ...(data as Puzzle), puzzle: facts }, isFound: level !== null };
}
