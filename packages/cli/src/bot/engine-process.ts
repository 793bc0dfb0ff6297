import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { UsageError } from '../shared/errors.ts';

/** A UGI engine (docs/ugi.md) in a process of its own. One search at a time. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  #onLine: ((line: string) => void) | null = null;
  #onEnd: (error: Error) => void = () => undefined;
  #hasEnded = false;
  /** Rejects when the engine ends. */
  readonly #ended: Promise<never>;

  /** `command`: a command line for the shell. */
  constructor(command: string) {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#input = child.stdin;
    this.#ended = new Promise((_resolve, reject) => {
      this.#onEnd = (error) => {
        this.#hasEnded = true;
        reject(error);
      };
    });
    this.#ended.catch(() => undefined);
    child.on('error', (error) => this.#onEnd(error));
    child.on('close', (code) => this.#onEnd(new UsageError(`the engine has ended (exit code ${code})`)));
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => this.#onLine?.(line));
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Greets the engine. */
  async start(): Promise<void> {
    await this.#until('ugi', (line) => (line === 'ugiok' ? '' : null));
  }

  /** The best move after these lines, of which the last starts a search. Rejects when the engine ends or reports an error. */
  bestMove(lines: readonly string[]): Promise<string> {
    return this.#until(lines.join('\n'), bestMoveIn);
  }

  stop(): void {
    this.#child.kill();
  }

  /** Writes lines, and waits for a line for which `read` returns a text. */
  async #until(lines: string, read: (line: string) => string | null): Promise<string> {
    const found = new Promise<string>((resolve, reject) => {
      this.#onLine = (line) => {
        const answer = read(line);
        if (answer !== null) resolve(answer);
        else if (line.startsWith('info string error')) reject(new UsageError(`the engine says: ${line}`));
      };
    });
    this.#input.write(`${lines}\n`);
    return Promise.race([found, this.#ended]);
  }
}

const bestMoveIn = (line: string): string | null => /^bestmove (\S+)/.exec(line)?.[1] ?? null;
