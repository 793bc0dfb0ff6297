import { formatError, replayText } from '@tablier/core';
import { findGame } from '@tablier/games';
import { eachLine, type Line, LINE_LIMIT } from '../shared/lines.ts';
import { tally } from '../shared/output.ts';

/** `tablier replay [FILE|-]`: one record per line, in bounded memory; blank lines are skipped. */
export async function replay(path: string): Promise<number> {
  const { pass, fail, finish } = tally();
  await eachLine(path, async (line) => {
    const fault = faultOf(line);
    if (fault === null) pass();
    else await fail(`line ${line.number}: ${fault}`);
  });
  return finish();
}

function faultOf({ text }: Line): string | null {
  if (text === null) return `too-long (over ${LINE_LIMIT} characters)`;
  const replayed = replayText(findGame, text);
  return replayed.ok ? null : formatError(replayed.error);
}
