import { formatError, type Replay, replayText } from '@tablier/core';
import { type MatchState, recordOf } from '@tablier/match';
import { findGame } from '@tablier/games';
import { appendFileSync } from 'node:fs';
import { readLines } from '../shared/lines.ts';
import { systemErrorText, UsageError } from '../shared/output.ts';

/** Adds the game to a file of records, with all that is hidden in it. Returns why it could not, or `null`. */
export function saveGame(state: MatchState, path: string): string | null {
  try {
    appendFileSync(path, `${JSON.stringify(recordOf(state))}\n`);
    return null;
  } catch (error) {
    const reason = systemErrorText(error);
    if (reason === null) throw error;
    return reason;
  }
}

/** The last game of a file, which must not be over. */
export async function loadGame(id: string, path: string): Promise<Replay> {
  let last = '';
  for await (const { text } of readLines(path)) if (text?.trim() !== '') last = text ?? '';
  const read = replayText(findGame, last);
  if (!read.ok) throw new UsageError(`cannot load ${path}: ${formatError(read.error)}`);
  const { game, end } = read.value.record;
  if (game !== id) throw new UsageError(`cannot load ${path}: its last game is ${game}`);
  if (end !== undefined) throw new UsageError(`cannot load ${path}: its last game is over`);
  return read.value;
}
