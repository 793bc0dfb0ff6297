import { encodingOf } from '@tablier/core';
import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { cannotRead, EXIT, faultOf, UsageError } from './output.ts';
import { withProgress } from './progress.ts';

/** The longest accepted line, in UTF-16 code units; the longest records are far shorter. */
export const LINE_LIMIT = 1 << 20;

/** A line of a text; `text` is `null` for a line over the limit, which is not kept in memory. */
export interface Line {
  readonly number: number;
  readonly text: string | null;
}

/** Splits chunks of text into lines. Holds at most one line, of at most `limit`, and one chunk in memory. */
export class LineSplitter {
  private readonly limit: number;
  private pending: string | null = '';
  private count = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  *push(chunk: string): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      this.append(chunk, start, end);
      yield this.take();
      start = end + 1;
    }
    this.append(chunk, start, chunk.length);
  }

  *finish(): Generator<Line> {
    if (this.pending !== '') yield this.take();
  }

  private append(chunk: string, start: number, end: number): void {
    if (this.pending === null || start === end) return;
    this.pending = this.pending.length + end - start > this.limit ? null : this.pending + chunk.slice(start, end);
  }

  private take(): Line {
    const text = this.pending;
    this.pending = '';
    this.count++;
    return { number: this.count, text: text?.endsWith('\r') ? text.slice(0, -1) : text };
  }
}

/** The lines of a file, or of stdin for `-`, one after the other in bounded memory. */
export async function* readLines(path: string, limit = LINE_LIMIT): AsyncGenerator<Line> {
  const splitter = new LineSplitter(limit);
  try {
    for await (const chunk of openText(path)) yield* splitter.push(chunk);
  } catch (error) {
    throw cannotRead(path, error);
  }
  yield* splitter.finish();
}

/** Text as other programs save it: UTF-8, or UTF-16 with a byte order mark, which is removed. */
async function* openText(path: string): AsyncGenerator<string> {
  const bytes: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path, { fd: await open(path) });
  let decoder: TextDecoder | null = null;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder !== null) yield decoder.decode();
}

/** What `work` makes of a line. A `UsageError` names the line. */
export async function onLine<T>(
  { number, text }: Line,
  work: (text: string, number: number) => T,
  line = 'line',
): Promise<Awaited<T>> {
  try {
    if (text === null) throw new UsageError(`too-long (over ${LINE_LIMIT} characters)`);
    return await work(text, number);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${line} ${number}: ${error.message}`) : error;
  }
}

/**
 * Calls `work` with the lines of a file, or of stdin for `-`, one after the other in bounded memory; shows progress, and skips blank lines.
 * `blame` gets what is wrong with a line. Returns the exit code.
 */
export const eachLine = (
  path: string,
  work: (text: string, number: number) => unknown,
  blame: (fault: string) => unknown,
): Promise<number> =>
  withProgress(
    sizeOf(path),
    async (at) => {
      let code: number = EXIT.ok;
      let read = 0;
      for await (const line of readLines(path)) {
        const fault = line.text?.trim() === '' ? null : await faultOf(() => onLine(line, work));
        if (fault !== null) {
          code = EXIT.failedCheck;
          await blame(fault);
        }
        read += (line.text?.length ?? 0) + 1;
        at(read);
      }
      return code;
    },
    'lines',
  );

/** Records have one byte per character. The size of stdin is unknown. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
