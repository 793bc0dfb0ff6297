import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Limits } from '@tablier/server';
import { REPOSITORY } from './repository.ts';

/** What a server is started with. */
export interface ServingOptions {
  /** The folder of its database. */
  readonly dataDir: string;
  /** The address of a PostgreSQL to use instead. */
  readonly databaseUrl?: string;
  /** Any free one where left out. */
  readonly port?: number;
  /** Those that are to hold; without them nobody is slowed down. */
  readonly limits?: Partial<Limits>;
}

export interface ProcessOptions extends ServingOptions {
  /** The processor that it is bound to, where the system can. */
  readonly cpu?: number;
  /** Is given every line of its log; without it the last ones are remembered only. */
  readonly onLog?: (line: string) => void;
  /** For Node itself: `--cpu-prof`. */
  readonly nodeArgs?: readonly string[];
}

/** A server as an operator starts it: `tablier serve`. */
export interface OperatorOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly host?: string;
  /** Whose `X-Forwarded-For` counts; nobody's where left out. */
  readonly trustProxy?: string;
  /** How many descriptors it may have open; as many as this process, where left out. */
  readonly descriptors?: number;
  readonly onLog?: (line: string) => void;
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const SERVING = fileURLToPath(new URL('./serving.ts', import.meta.url));
const TABLIER = join(REPOSITORY, 'packages/cli/bin/tablier.js');
/** Answers over the channel to its parent what only the process itself can measure. */
const METER = fileURLToPath(new URL('./meter.mjs', import.meta.url));
/** As `npm start` has it: what lives for one move is not copied about while it lives. */
const YOUNG = '--max-semi-space-size=128';
/** A server that has not started after so long never will. Milliseconds. */
const LONGEST_START = 90_000;
/** Lines of its log that tell why it did not start. */
const LAST_WORDS = 8;
/** Lines of its log that are remembered, to tell why it died. */
const MOST_LINES = 200;

/** What a server says of itself. */
export interface Measured {
  /** The longest that its event loop was kept from working, in milliseconds. */
  readonly longestBlock: number;
  /** What its JavaScript holds, in MiB. */
  readonly heap: number;
}

interface LaunchOptions {
  readonly onLog?: OperatorOptions['onLog'] | undefined;
  readonly env?: OperatorOptions['env'] | undefined;
}

const NOTHING: Measured = { longestBlock: 0, heap: 0 };

/**
 * The command that runs a file of the sources. Every process of the proofs but `tablier` itself is started by it, so one place knows
 * what reads TypeScript.
 */
export const sourceCommand = (
  file: string,
  words: readonly string[],
  nodeArgs: readonly string[] = [],
): readonly string[] => [process.execPath, ...nodeArgs, file, ...words];

/** A real server in a process of its own. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #log: string[];

  private constructor(url: string, child: ChildProcess, log: string[]) {
    this.url = url;
    this.#child = child;
    this.#log = log;
  }

  /** Resolves when it is listening; rejects with its last words where it ends before. */
  static start({ cpu, onLog, nodeArgs = [], ...options }: ProcessOptions): Promise<ServerProcess> {
    const command = sourceCommand(SERVING, [JSON.stringify(options)], [YOUNG, ...nodeArgs]);
    return ServerProcess.#launch(cpu === undefined ? command : ['taskset', '-c', String(cpu), ...command], { onLog });
  }

  /** The same with the command that an operator types, and a meter inside: `measure`. */
  static operate({ onLog, nodeArgs = [], env, ...options }: OperatorOptions): Promise<ServerProcess> {
    const { dataDir, databaseUrl, host = '127.0.0.1', trustProxy, descriptors } = options;
    const words = ['serve', '--port', '0', '--host', host, '--data', dataDir];
    if (databaseUrl !== undefined) words.push('--database', databaseUrl);
    if (trustProxy !== undefined) words.push('--trust-proxy', trustProxy);
    const command = [process.execPath, YOUNG, '--expose-gc', '--import', METER, ...nodeArgs, TABLIER, ...words];
    const limited = descriptors === undefined ? command : ['prlimit', `--nofile=${descriptors}`, ...command];
    return ServerProcess.#launch(limited, { onLog, env });
  }

  static async #launch(
    [program = '', ...args]: readonly string[],
    { onLog, env = {} }: LaunchOptions,
  ): Promise<ServerProcess> {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
    });
    const log: string[] = [];
    // Both pipes are there, as `stdio` says.
    const [stdout, stderr] = [child.stdout ?? process.stdin, child.stderr ?? process.stdin];
    createInterface({ input: stderr }).on('line', (line) => {
      log.push(line);
      onLog?.(line);
      if (log.length > MOST_LINES) log.shift();
    });
    const ended = once(child, 'exit').then(() => null);
    const hung = setTimeout(() => child.kill('SIGKILL'), LONGEST_START);
    const first = await Promise.race([once(createInterface({ input: stdout }), 'line'), ended]);
    clearTimeout(hung);
    if (first === null) throw new Error(`the server did not start: ${log.slice(-LAST_WORDS).join('\n')}`);
    const [url] = /https?:\/\/[^\s]+/.exec(String(first[0])) ?? [''];
    return new ServerProcess(url, child, log);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Whether it has ended, whoever ended it. */
  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The last lines of its log. */
  get log(): readonly string[] {
    return this.#log;
  }

  /** Ends it without a warning; resolves when it is gone. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Ends it in good manners; resolves when it is gone. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** What it measured since the last time; of its memory, what is left when garbage has been collected. Only where it was started by `operate`. */
  async measure(): Promise<Measured> {
    const came = once(this.#child, 'message');
    this.#child.send('measure');
    const [measured] = (await Promise.race([came, once(this.#child, 'exit').then(() => [NOTHING])])) as [Measured];
    return measured;
  }

  /** Ends it in good manners; resolves with the milliseconds that it took, `null` where it had to be killed after `patience`. */
  async stopWithin(patience: number): Promise<number | null> {
    const since = performance.now();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patience);
    await this.stop();
    clearTimeout(timer);
    return this.#child.signalCode === 'SIGKILL' ? null : performance.now() - since;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.isOver) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}
