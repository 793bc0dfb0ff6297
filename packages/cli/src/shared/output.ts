import type { AnalysisLine, ScoreUnit } from '@tablier/ai';
import type { Seat } from '@tablier/core';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** An error in the input, and the only exception that is no bug: its message on stderr, exit code 2. */
export class UsageError extends Error {}

/** What the `UsageError` of `work` says is wrong; `null` for nothing. */
export async function faultOf(work: () => unknown): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

export const EXIT = { ok: 0, failedCheck: 1, usage: 2, bug: 70 } as const;

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'no space left in the quota',
  EADDRINUSE: 'the port is in use',
};

export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function systemErrorText(error: unknown): string | null {
  const code = systemErrorCode(error);
  return code === undefined ? null : (SYSTEM_ERRORS[code] ?? null);
}

/** What is to be said about a file that cannot be read. Other errors are thrown as they are. */
export function cannotRead(path: string, error: unknown): UsageError {
  const reason = systemErrorText(error);
  if (reason === null) throw error;
  return new UsageError(`cannot read ${path}: ${reason}`);
}

/** Writes a line to stdout. Resolves when there is room for more, so a slow reader slows the writer down. */
export async function writeLine(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

/** Writes a line for the person at the terminal to stderr, apart from the output. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Replaces the line of progress on stderr; empty to remove it. Only on a terminal. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** Ends the process when the reader of stdout has gone (`tablier random … | head`), silently, or when what it goes to is full. */
export function endWithReader(): void {
  process.stdout.on('error', (error: Error) => {
    if (systemErrorCode(error) === 'EPIPE') process.exit();
    note(`tablier: cannot write the output: ${systemErrorText(error) ?? error.message}`);
    process.exit(EXIT.usage);
  });
}

/** A command that ends because of a signal has this exit code, plus the number of the signal. */
const SIGNALLED = 128;

/** The exit code of what a command does, or of the signal that ends it before: what it has started can be ended then. */
export function untilSignalled(work: () => Promise<number>): Promise<number> {
  const ending = new AbortController();
  const { signal } = ending;
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(async (name) => {
    await once(process, name, { signal });
    return SIGNALLED + constants.signals[name];
  });
  // A signal may come as soon as the work has begun.
  return Promise.race([work(), ...signals]).finally(() => ending.abort());
}

export function tally() {
  let passed = 0;
  let failed = 0;
  return {
    pass: (): void => {
      passed++;
    },
    fail: async (line: string): Promise<void> => {
      failed++;
      process.exitCode = EXIT.failedCheck;
      await writeLine(line);
    },
    finish: async (): Promise<number> => {
      await writeLine(`${passed} passed, ${failed} failed`);
      return failed === 0 ? EXIT.ok : EXIT.failedCheck;
    },
  };
}

/** The version of the repository, of the image or of the package: each has its manifest above `packages`. */
export const VERSION = versionIn(import.meta.url.slice(0, import.meta.url.lastIndexOf('/packages/cli/')));

function versionIn(root: string): string {
  const manifest = JSON.parse(readFileSync(new URL(`${root}/package.json`), 'utf8')) as { readonly version: string };
  return manifest.version;
}

/** The id of a table or a person: 22 characters, of which the first may be `-`. */
const ID = /^-[\w-]{21}$/;

/** Moves ids that begin with `-` after `--`, so that they are no options. The value of an option stays where it is. */
export function withIdsAsArguments(words: readonly string[]): readonly string[] {
  if (words.includes('--')) return words;
  const isArgument = (word: string, index: number): boolean =>
    ID.test(word) && !(words[index - 1] ?? '').startsWith('--');
  const ids = words.filter(isArgument);
  return ids.length === 0 ? words : [...words.filter((word, index) => !isArgument(word, index)), '--', ...ids];
}

/** A score for the seat to move: `+3.2` in points or `56.1%`, followed by `win` or `loss` if that is proven. */
export function formatScore({ score, values, isProven }: AnalysisLine, unit: ScoreUnit, seat: Seat): string {
  const text = unit === 'points' ? formatPoints(score) : `${(100 * score).toFixed(1)}%`;
  if (!isProven) return text;
  const share = values[seat] ?? 0;
  return `${text} ${share === 1 ? 'win' : share === 0 ? 'loss' : 'draw'}`;
}

export function formatPoints(points: number): string {
  const text = Math.abs(points).toFixed(1);
  return text === '0.0' ? text : `${points < 0 ? '-' : '+'}${text}`;
}
