import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameRecord } from '@tablier/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LINE_LIMIT, LineSplitter } from '../src/shared/lines.ts';
import { linesUntil, start, tablier } from './tablier.ts';

/** The lines of the chunks, `null` for those over the limit. */
function split(chunks: readonly string[], limit: number): (string | null)[] {
  const splitter = new LineSplitter(limit);
  const lines = [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.finish()];
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
  return lines.map(({ text }) => text);
}

describe('cutting a stream into lines', () => {
  test('does not depend on where the chunks end', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r'), maxLength: 9 }));
    fc.assert(
      fc.property(texts, (chunks) => {
        const whole = chunks.join('');
        const lines = whole.endsWith('\n') || whole === '' ? whole.split('\n').slice(0, -1) : whole.split('\n');
        const expected = lines.map((line) => (line.length > 5 ? null : line.replace(/\r$/, '')));
        expect(split(chunks, 5)).toEqual(expected);
      }),
    );
  });

  test('a line over the limit is thrown away, the next one read', () => {
    expect(split(['aaa', 'aaa', 'a\nb', 'b\n'], 5)).toEqual([null, 'bb']);
    expect(split(['aaaaa\n', 'aaaaaa'], 5)).toEqual(['aaaaa', null]);
  });
});

/** The greatest memory that a run of `replay` took, in bytes, and the last line it wrote. */
async function peakOf(chunk: string, times: number): Promise<{ peak: number; last: string }> {
  // A small heap has the garbage collected in time; what is really held would not fit.
  const child = start(['replay'], { NODE_OPTIONS: '--max-old-space-size=64' });
  const said = linesUntil(child, /passed/);
  let peak = 0;
  for (let count = 0; count < times; count++) {
    if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
    if (count % 10 === 0) peak = Math.max(peak, await residentMemory(child.pid));
  }
  child.stdin.end();
  return { peak, last: (await said).at(-1) ?? '' };
}

async function residentMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

function* repeated(text: string, times: number): Generator<string> {
  for (let count = 0; count < times; count++) yield text;
}

describe('streams of any length', () => {
  test('replay takes about as much memory for 20,000 records as for 200', async () => {
    const [text] = (await tablier(['random', 'isaac', '--seed', '1'])).lines;
    const { moves, counts: _counts, end: _end, ...record } = JSON.parse(text ?? '') as GameRecord;
    const long = JSON.stringify({ ...record, moves: moves.slice(0, 1), comment: 'x'.repeat(10_000) });
    const chunk = `${long}\n`.repeat(20);
    const few = await peakOf(chunk, 10);
    const many = await peakOf(chunk, 1000);
    expect([few.last, many.last]).toEqual(['200 passed, 0 failed', '20000 passed, 0 failed']);
    // The stream has 200 MB.
    expect(many.peak - few.peak).toBeLessThan(150e6);
  });

  test('replay names a line that never ends, without keeping it', async () => {
    const { stdout } = await tablier(['random', 'isaac', '--seed', '1']);
    const endless = function* (): Generator<string> {
      yield* repeated('x'.repeat(LINE_LIMIT), 200);
      yield `\n${stdout}`;
    };
    const { code, lines } = await tablier(['replay'], { input: endless() });
    expect(code).toBe(1);
    expect(lines).toEqual([`line 1: too-long (over ${LINE_LIMIT} characters)`, '1 passed, 1 failed']);
  });

  test('a reader that leaves ends the writer without a word', async () => {
    const child = start(['random', 'isaac', '--count', '100000', '--seed', '1']);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await linesUntil(child, /^\{/);
    child.stdout.destroy();
    await once(child, 'close');
    expect({ code: child.exitCode, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('a full disk ends the writer with one line', () => {
    const bin = join(import.meta.dirname, '..', 'bin', 'tablier.js');
    const full = openSync('/dev/full', 'w');
    const run = spawnSync(process.execPath, [bin, 'games'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    closeSync(full);
    const said = 'tablier: cannot write the output: no space left on the device\n';
    expect(run).toMatchObject({ status: 2, stderr: said });
  });

  test('a failed check stays failed when its reader leaves', async () => {
    const child = start(['replay']);
    child.stdin.on('error', () => undefined);
    child.stdin.write('{\n');
    await linesUntil(child, /bad-json/);
    child.stdout.destroy();
    child.stdin.end('{\n'.repeat(10));
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
  });
});
