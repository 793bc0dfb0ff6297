import { statSync } from 'node:fs';
import { type Line, readLines } from './lines.ts';
import { withProgress } from './progress.ts';

/** Calls `handle` with the lines of a file, or of stdin for `-`, one after the other in bounded memory; shows progress, and skips blank lines. */
export const eachLine = (path: string, handle: (line: Line) => Promise<void>): Promise<void> =>
  withProgress(
    sizeOf(path),
    async ({ at }) => {
      let read = 0;
      for await (const line of readLines(path)) {
        if (line.text?.trim() !== '') await handle(line);
        read += (line.text?.length ?? 0) + 1;
        at(read);
      }
    },
    'lines',
  );

/** Records have one byte per character. The size of stdin is unknown. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
