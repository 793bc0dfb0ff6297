import { formatError, replayText } from '@tablier/core';
import { findGame } from '@tablier/games';
import { LINE_LIMIT, type Line, readLines, sizeOf } from '../shared/lines.ts';
import { tally } from '../shared/output.ts';
import { withProgress } from '../shared/progress.ts';

/** `tablier replay [FILE|-]`: one record per line, in bounded memory; blank lines are skipped. */
export async function replay(path: string): Promise<number> {
  const { pass, fail, finish } = tally();
  await withProgress(
    sizeOf(path),
    async ({ at }) => {
      let read = 0;
      for await (const line of readLines(path)) {
        read += (line.text?.length ?? 0) + 1;
        at(read);
        if (line.text?.trim() === '') continue;
        const fault = faultOf(line);
        if (fault === null) pass();
        else await fail(`line ${line.number}: ${fault}`);
      }
    },
    'lines',
  );
  return finish();
}

function faultOf({ text }: Line): string | null {
  if (text === null) return `too-long (over ${LINE_LIMIT} characters)`;
  const replayed = replayText(findGame, text);
  return replayed.ok ? null : formatError(replayed.error);
}
