import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The size of the window. These browsers draw in software here, and a small board costs half of a large one. */
export const WINDOW = { width: 700, height: 560 };

/** A browser with one page, reduced to what the steps need, so that the same steps run in each. */
export interface Engine {
  /** Loads a page of the app by its path. */
  goto(path: string): Promise<void>;
  /** Runs a function in the page. Its argument and its result pass as JSON. */
  evaluate<A, T>(run: (argument: A) => T, argument: A): Promise<T>;
  /** Presses with the mouse, at a point of the window. */
  press(x: number, y: number): Promise<void>;
  /** Errors and warnings of the console, errors of scripts, and failed requests so far. */
  complaints(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What the drivers of Firefox and WebKit run in the page. */
export const expressionOf = (run: (argument: never) => unknown, argument: unknown): string =>
  `JSON.stringify((${String(run)})(${JSON.stringify(argument ?? null)}) ?? null)`;

/** A press in the words of the WebDriver protocol, which are those of WebDriver BiDi too. */
export const pressAt = (x: number, y: number): unknown => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

/** However a run ends, the browser ends with it. */
const ENDS = ['exit', 'SIGINT', 'SIGTERM'] as const;

/** A browser's process with an empty home. Everything that it starts belongs to its group and ends with it. */
export class BrowserProcess {
  readonly home = mkdtempSync(join(tmpdir(), 'tablier-engine-'));
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #heard: () => void = () => {};

  constructor(makeCommand: (home: string) => readonly string[], env: Readonly<Record<string, string>>) {
    const [command = '', ...args] = makeCommand(this.home);
    this.#child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: this.home, XDG_CONFIG_HOME: this.home, TMPDIR: this.home, ...env },
    });
    for (const end of ENDS) process.once(end, this.#kill);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#lines.push(...text.split('\n').filter((line) => line !== ''));
        this.#heard();
      });
    }
    this.#child.once('exit', () => this.#heard());
  }

  /** The first line that matches. Fails if the browser ends first. */
  async line(wanted: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = this.#lines.map((line) => wanted.exec(line)).find((match) => match !== null);
      if (found) return found;
      if (this.#child.exitCode !== null) throw new Error(`the browser has ended: ${this.#lines.join('\n')}`);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }

  readonly #kill = (): void => void this.#send('SIGKILL');

  /** Whether anything of the group was there to receive it. */
  #send(signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
    try {
      return process.kill(-(this.#child.pid ?? Number.NaN), signal);
    } catch {
      return false;
    }
  }

  /** Asks first, so that a screen takes its lock away. Two seconds are more than any of them needs. */
  async close(): Promise<void> {
    this.#send('SIGTERM');
    for (let wait = 0; wait < 40 && this.#send(0); wait++) await new Promise((resolve) => setTimeout(resolve, 50));
    this.#kill();
    for (const end of ENDS) process.off(end, this.#kill);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
