import { formatError, replayText } from '@tablier/core';
import { findGame } from '@tablier/games';
import { LINE_LIMIT, type Line, readLines } from '../shared/lines.ts';
import { tally } from '../shared/output.ts';

/** `tablier replay [FILE|-]`: one record a line, in bounded memory; blank lines are passed over. */
export async function replay(path: string): Promise<number> {
  const { pass, fail, finish } = tally();
  for await (const line of readLines(path)) {
    if (line.text?.trim() === '') continue;
    const fault = faultOf(line);
    if (fault === null) pass();
    else await fail(`line ${line.number}: ${fault}`);
  }
  return finish();
}

function faultOf({ text }: Line): string | null {
  if (text === null) return `too-long (over ${LINE_LIMIT} characters)`;
  const replayed = replayText(findGame, text);
  return replayed.ok ? null : formatError(replayed.error);
}
