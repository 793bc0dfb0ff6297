import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { startProgress } from '../src/shared/progress.ts';

/** What a bar writes to a terminal, or to a pipe. */
function shown(kind: 'terminal' | 'pipe', show: (progress: ReturnType<typeof startProgress>) => void): string {
  const stream = Object.assign(new PassThrough(), { isTTY: kind === 'terminal', columns: 80 });
  const progress = startProgress(10, stream);
  show(progress);
  progress.stop();
  return String(stream.read() ?? '');
}

test('a terminal shows a bar with the time left, which is removed at the end', () => {
  const text = shown('terminal', ({ at }) => at(5, 20));
  expect(text).toContain('25 %');
  expect(text).toContain('█'.repeat(7));
  expect(text).toContain(' left');
  // The line is cleared at the end; the cursor was never hidden.
  expect(text.slice(text.lastIndexOf('left'))).toContain('\u001b[0K');
  expect(text).not.toContain('\u001b[?25l');
});

test('a line is written above the bar', () => {
  const text = shown('terminal', ({ at, print }) => {
    at(5, 20);
    print('found');
    at(15, 20);
  });
  // The bar goes on, and is removed, one line further down.
  expect(text).toContain('\r\u001b[0Kfound\n\u001b7');
  expect(text.indexOf('25 %')).toBeLessThan(text.indexOf('found'));
});

test('a pipe gets the lines without a bar', () => {
  expect(shown('pipe', ({ print }) => print('found'))).toBe('found\n');
});

test('a pipe gets nothing', () => {
  expect(shown('pipe', ({ at }) => at(5))).toBe('');
});
