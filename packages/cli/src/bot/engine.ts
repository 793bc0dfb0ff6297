import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, LINE_LIMIT, LineSplitter } from '../shared/lines.ts';
import { note, UsageError } from '../shared/output.ts';

/** How long an engine may take to answer `ugi`. Milliseconds. */
const GREETING = 10_000;
/** How long it may take to answer `stop` or `isready`, and to end after `quit`. Milliseconds. */
const GRACE = 2000;
const SECOND = 1000;

/** What an engine says about a position is shown up to here. */
const SHOWN = 200;

/** An engine gave no answer in time, or said that there is none. Asking again would not help. */
export class NoAnswer extends UsageError {}

/** A line that may end a search. */
export const BEST_MOVE = /^\s*(bestmove(?:\s.*)?)$/;
export const ANSWER = /^\s*(bestmove(?:\s.*)?|info string error.*)$/;
export const READY = /^\s*(readyok)\s*$/;
export const GREETED = /^\s*(ugiok)\s*$/;

/** The move of a `bestmove` line; `null` for none. */
export function moveIn(answer: string): string | null {
  const move = /^bestmove\s+(\S+)/.exec(answer.trim())?.[1];
  return move === undefined || move === '(none)' ? null : move;
}

/** What an engine writes must not move the cursor of the terminal that shows it. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

export interface EngineSearch {
  /** The last one starts the search. */
  readonly lines: readonly string[];
  /** The longest wait for the answer. Milliseconds. */
  readonly limit: number;
  readonly dropped?: AbortSignal;
}

const running = new Set<EngineProcess>();
/** One listener for all: Node warns of more than ten, as a match has. */
const killAll = (): void => running.forEach((engine) => void engine.signal('SIGKILL'));

/** A UGI engine (docs/ugi.md) in a process group of its own. One search at a time. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #log: (line: string) => void;
  #onLine: (line: string) => void = () => undefined;
  #ending: string | null = null;
  readonly #ended: Promise<UsageError>;

  /** `command`: a command line for the shell. `log` receives each line in both directions. */
  constructor(command: string, log: (line: string) => void) {
    if (command.trim() === '') throw new UsageError('no-engine (there is no command that starts it)');
    // A shell does not pass signals on: the whole group must end with the bot.
    const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#input = child.stdin;
    this.#log = log;
    if (running.size === 0) process.on('exit', killAll);
    running.add(this);
    this.#ended = new Promise((resolve) => {
      const end = (text: string): void => {
        this.#ending = text;
        running.delete(this);
        if (running.size === 0) process.off('exit', killAll);
        resolve(new UsageError(`the engine has ended (${text})`));
      };
      child.on('error', ({ message }) => end(message));
      child.on('close', (code, signal) => end(signal ?? `exit code ${code}`));
    });
    child.stdin.on('error', () => undefined);
    const splitter = new LineSplitter(LINE_LIMIT);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#hear(splitter.push(chunk)));
    child.stdout.on('end', () => this.#hear(splitter.finish()));
  }

  #hear(lines: Iterable<Line>): void {
    for (const { text } of lines) {
      this.#log(`< ${text ?? ''}`);
      this.#onLine(text ?? '');
    }
  }

  get hasEnded(): boolean {
    return this.#ending !== null;
  }

  /** Greets the engine. Rejects with a `UsageError` if it ends, stays silent or is dropped; it has ended then. */
  async start(dropped?: AbortSignal): Promise<void> {
    if ((await this.ask(['ugi'], GREETED, GREETING, dropped)) !== null) return;
    if (dropped?.aborted === true) this.signal('SIGKILL');
    await this.#kill();
    throw new UsageError(`the engine has not said ugiok for ${GREETING / SECOND} s`);
  }

  /** The best move; `null` if dropped. Rejects with a `UsageError` if the engine ends, cannot answer or stays silent. Nothing stays open. */
  async search({ lines, limit, dropped }: EngineSearch): Promise<string | null> {
    const answer = await this.ask(lines, ANSWER, limit, dropped);
    // One who thinks for too long, or about a game that is over, gets the chance to say so.
    const said = answer ?? (await this.ask(['stop'], BEST_MOVE, GRACE));
    if (said === null) {
      await this.#kill();
      if (dropped?.aborted === true) return null;
      throw new NoAnswer(`the engine has not answered for ${Math.round(limit / SECOND)} s`);
    }
    if (dropped?.aborted === true) return null;
    const found = printable(said.slice(0, SHOWN));
    const move = moveIn(found);
    if (move !== null) return move;
    // What else it says about this position must not be taken for an answer about the next one.
    if (!found.startsWith('bestmove') && (await this.ask(['stop', 'isready'], READY, GRACE)) === null)
      await this.#kill();
    throw new NoAnswer(`the engine says: ${found}`);
  }

  /** How it has ended, such as `exit code 0`; `null` if it still runs after `limit` milliseconds. */
  async ending(limit: number): Promise<string | null> {
    const waiting = new AbortController();
    await Promise.race([this.#ended, sleep(limit, null, { signal: waiting.signal }).catch(() => null)]);
    waiting.abort();
    return this.#ending;
  }

  /** Writes to its input as it is; `null` closes it. */
  write(text: string | Buffer | null): void {
    if (text === null) this.#input.end();
    else this.#input.write(text);
  }

  async stop(): Promise<void> {
    this.#write(['quit']);
    await this.ending(GRACE);
    await this.#kill();
  }

  /** Writes lines and returns the first part of the next line that matches; `null` after `limit` milliseconds, or when it is dropped. */
  async ask(lines: readonly string[], wanted: RegExp, limit: number, dropped?: AbortSignal): Promise<string | null> {
    const waiting = new AbortController();
    const signal = dropped === undefined ? waiting.signal : AbortSignal.any([waiting.signal, dropped]);
    const found = new Promise<string>((resolve) => {
      this.#onLine = (line) => {
        const answer = wanted.exec(line)?.[1];
        if (answer !== undefined) resolve(answer);
      };
    });
    this.#write(lines);
    const late = sleep(limit, null, { signal }).catch(() => null);
    const answer = await Promise.race([found, this.#ended, late]);
    waiting.abort();
    this.#onLine = () => undefined;
    if (answer instanceof UsageError) throw answer;
    return answer;
  }

  #write(lines: readonly string[]): void {
    for (const line of lines) {
      this.#log(`> ${line}`);
      this.#input.write(`${line}\n`);
    }
  }

  async #kill(): Promise<void> {
    this.signal('SIGTERM');
    await this.ending(GRACE);
    this.signal('SIGKILL');
    // A process that the engine has put into another group may hold its output open.
    this.#child.stdout?.destroy();
    await this.#ended;
  }

  /** Signals the process group: where there are none, the process. Returns whether there was one; 0 only asks that. */
  signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child;
    if (pid === undefined || process.platform === 'win32') return this.#child.kill(signal);
    try {
      return process.kill(-pid, signal);
    } catch {
      // All of them have ended.
      return false;
    }
  }
}

/** The pause before an engine is started again; it doubles until the engine finds a move. Milliseconds. */
const FIRST_PAUSE = 250;
/** After this many ends without a move in between, the engine is not started again. */
const MAX_ENDS = 6;
/** After the engine has ended this many times at one position, that game is lost. */
const MAX_ENDS_HERE = 2;

/** Why there is no move: `refused` concerns this position, `broken` every game. */
export interface NoMove {
  readonly name: 'refused' | 'broken';
  readonly detail: string;
}

export class Engine {
  readonly #start: () => EngineProcess;
  readonly #stopped: AbortSignal | undefined;
  #process: EngineProcess;
  #ends = 0;
  /** Searches run one after the other. */
  #search: Promise<unknown> = Promise.resolve();

  /** `command`: a command line for the shell. `stopped` ends an engine that is greeting. */
  constructor(command: string, log: (line: string) => void = () => undefined, stopped?: AbortSignal) {
    this.#start = () => new EngineProcess(command, log);
    this.#stopped = stopped;
    this.#process = this.#start();
  }

  /** Rejects if the engine ends, stays silent or is stopped before it has answered the greeting. */
  static async start(command: string, stopped?: AbortSignal): Promise<Engine> {
    stopped?.throwIfAborted();
    const engine = new Engine(command, undefined, stopped);
    await engine.greet();
    return engine;
  }

  greet(): Promise<void> {
    return this.#process.start(this.#stopped);
  }

  /** The best move, asked for when its turn comes, because clocks run meanwhile. `null` if dropped or nothing is left to search. */
  bestMove(ask: () => EngineSearch | null): Promise<string | NoMove | null> {
    const found = this.#search.then(() => this.#find(ask));
    this.#search = found.catch(() => null);
    return found;
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  async #find(ask: () => EngineSearch | null): Promise<string | NoMove | null> {
    for (let endsHere = 0; ;) {
      try {
        const process = await this.#running();
        const search = ask();
        if (search === null || search.dropped?.aborted === true) return null;
        const move = await process.search(search);
        this.#ends = 0;
        return move;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        const detail = error.message;
        if (!this.#process.hasEnded) return { name: 'refused', detail };
        note(detail);
        if (++this.#ends >= MAX_ENDS) return { name: 'broken', detail };
        if (error instanceof NoAnswer || ++endsHere >= MAX_ENDS_HERE) return { name: 'refused', detail };
      }
    }
  }

  async #running(): Promise<EngineProcess> {
    if (!this.#process.hasEnded) return this.#process;
    await sleep(FIRST_PAUSE * 2 ** Math.max(0, this.#ends - 1), null, { signal: this.#stopped });
    this.#process = this.#start();
    await this.greet();
    return this.#process;
  }
}
