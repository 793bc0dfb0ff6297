import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Findings } from '../crash/audit.ts';
import { sourceCommand } from '../lib/servers.ts';

export interface HonestOptions {
  readonly url: string;
  readonly seed: string;
  /** Games at a time. */
  readonly tables: number;
  /** How long a player thinks on average, in milliseconds. */
  readonly pace: number;
  /** How often the health of the server is requested, in milliseconds. */
  readonly probePace: number;
}

/** `audit`: that of the database in a folder, when the server has ended. */
export type HonestRequest = 'sample' | 'finish' | { readonly audit: string };

/** What was measured since the last sample. */
export interface Sample {
  /** From sending a move to its acknowledgement. Milliseconds. */
  readonly waits: readonly number[];
  /** Health requests without an answer. */
  readonly unanswered: number;
}

const PROCESS = fileURLToPath(new URL('./honest-process.ts', import.meta.url));

/** Players who play honestly while a server is attacked. */
export class HonestGames {
  readonly #child: ChildProcess;
  /** What must not appear in the log of the server. */
  readonly secrets: readonly string[];

  private constructor(child: ChildProcess, secrets: readonly string[]) {
    this.#child = child;
    this.secrets = secrets;
  }

  /** Resolves when all players are connected. */
  static async start(options: HonestOptions): Promise<HonestGames> {
    const [program = '', ...args] = sourceCommand(PROCESS, [JSON.stringify(options)]);
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    return new HonestGames(child, await next<readonly string[]>(child));
  }

  sample(): Promise<Sample> {
    return this.#request('sample');
  }

  /** Begins no more games; resolves with the faults when the running ones are over, or after a long time without a move. */
  finish(): Promise<readonly string[]> {
    return this.#request('finish');
  }

  /** The audit of the acknowledged commands. Call it when the server has ended. */
  audit(folder: string): Promise<Findings> {
    return this.#request({ audit: folder });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  #request<T>(request: HonestRequest): Promise<T> {
    const reply = next<T>(this.#child);
    this.#child.send(request);
    return reply;
  }
}

async function next<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process of the honest games has ended');
  });
  const [reply] = (await Promise.race([once(child, 'message'), ended])) as [T];
  return reply;
}
