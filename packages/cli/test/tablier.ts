import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { main } from '../src/main.ts';

const BIN = fileURLToPath(new URL('../bin/tablier.js', import.meta.url));

/** What a run of the real command came to. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Of stdout, without the empty one after the last line break. */
  readonly lines: readonly string[];
}

/** Starts the real command. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const { LANG: _lang, LC_ALL: _all, LC_MESSAGES: _messages, FORCE_COLOR: _force, CI: _ci, ...inherited } = process.env;
  return spawn(process.execPath, [BIN, ...args], { env: { ...inherited, ...env }, stdio: 'pipe' });
}

/** Runs the real command to its end. */
export async function tablier(
  args: readonly string[],
  { input = '', env = {} }: { input?: string | Iterable<string>; env?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const child = start(args, env);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  // A command that does not read its input may close it first.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  await feed(child, typeof input === 'string' ? [input] : input, closed);
  await closed;
  return { code: child.exitCode, ...output, lines: output.stdout.split('\n').slice(0, -1) };
}

/**
 * Runs a command to its end in this process, which takes a fifth of the processor time of another Node: for commands that need no terminal.
 * What the real command adds is tested with `tablier`.
 */
export async function runHere(args: readonly string[], { input = '' }: { input?: string } = {}): Promise<Run> {
  const output = { stdout: '', stderr: '' };
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]) as typeof process.stdin;
  const reading = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin);
  const { exitCode } = process;
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += String(text);
      return true;
    }),
  );
  // The command ends its process with the reader of its output, which the process of a test must not do.
  const listening = vi.spyOn(process.stdout, 'on').mockReturnThis();
  try {
    const code = await main(args);
    return { code, ...output, lines: output.stdout.split('\n').slice(0, -1) };
  } finally {
    for (const spy of [...spies, listening, reading]) spy.mockRestore();
    process.exitCode = exitCode;
  }
}

/** Writes as fast as the child reads. */
async function feed({ stdin }: ChildProcessWithoutNullStreams, texts: Iterable<string>, closed: Promise<unknown>) {
  for (const text of texts) {
    const { promise, resolve } = settler();
    if (!stdin.write(text, resolve)) await Promise.race([promise, closed]);
  }
  stdin.end();
}

function settler(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Waits for a line of output that `matches`, and returns all lines up to it. */
export async function linesUntil(child: ChildProcessWithoutNullStreams, matches: RegExp): Promise<string[]> {
  const lines: string[] = [];
  let rest = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8');
    const take = (text: string): void => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      if (!lines.some((line) => matches.test(line))) return;
      child.stdout.off('data', take);
      resolve(lines);
    };
    child.stdout.on('data', take);
    child.once('close', () => reject(new Error(`ended without ${matches}; it said:\n${lines.join('\n')}`)));
  });
}

/** What a test expects of a text: the text itself, or what it looks like. */
export type Expected = string | RegExp;

/** Expects each text to be as its partner says. */
export function expectTexts(texts: readonly string[], expected: readonly Expected[]): void {
  expect(texts).toHaveLength(expected.length);
  for (const [index, wanted] of expected.entries()) {
    if (typeof wanted === 'string') expect(texts[index]).toBe(wanted);
    else expect(texts[index]).toMatch(wanted);
  }
}

/** A process that has ended may still be listed (`Z`) until its parent looks. */
export const isRunning = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
