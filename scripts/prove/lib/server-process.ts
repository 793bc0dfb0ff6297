import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Limits } from '@tablier/server';

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

const SERVING = fileURLToPath(new URL('./serving.ts', import.meta.url));
/** As `npm start` has it: what lives for one move is not copied about while it lives. */
const YOUNG = '--max-semi-space-size=128';
/** Lines of its log that are remembered, to tell why it died. */
const MOST_LINES = 200;

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
  static async start({ cpu, onLog, nodeArgs = [], ...options }: ProcessOptions): Promise<ServerProcess> {
    const command = [process.execPath, YOUNG, ...nodeArgs, '--import', 'tsx', SERVING, JSON.stringify(options)];
    const bound = cpu === undefined ? command : ['taskset', '-c', String(cpu), ...command];
    const child = spawn(bound[0] ?? '', bound.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
    const log: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line);
      onLog?.(line);
      if (log.length > MOST_LINES) log.shift();
    });
    const ended = once(child, 'exit').then(() => null);
    const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
    if (first === null) throw new Error(`the server did not start: ${log.join('\n')}`);
    return new ServerProcess(String(first[0]), child, log);
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

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.isOver) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}
