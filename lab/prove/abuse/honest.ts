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
}

export type HonestRequest =
  | { readonly kind: 'sample' | 'finish' }
  | { readonly kind: 'audit'; readonly folder: string };

/** What was measured since the last sample, in milliseconds. */
export interface Sample {
  /** From sending a move to its acknowledgement. */
  readonly waits: readonly number[];
  /** From a health request to the answer. */
  readonly probes: readonly number[];
  /** Health requests without an answer. */
  readonly unanswered: number;
}

export interface Finished {
  readonly faults: readonly string[];
  readonly moves: number;
  readonly games: number;
}

export type HonestReply = Sample | Finished | { readonly found: Findings } | { readonly secrets: readonly string[] };

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
    const { secrets } = (await next(child)) as { readonly secrets: readonly string[] };
    return new HonestGames(child, secrets);
  }

  async sample(): Promise<Sample> {
    return (await this.#request({ kind: 'sample' })) as Sample;
  }

  /** Begins no more games; resolves when the running ones are over, or after a long time without a move. */
  async finish(): Promise<Finished> {
    return (await this.#request({ kind: 'finish' })) as Finished;
  }

  /** The audit of the acknowledged commands. Call it when the server has ended. */
  async audit(folder: string): Promise<Findings> {
    const { found } = (await this.#request({ kind: 'audit', folder })) as { readonly found: Findings };
    return found;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #request(request: HonestRequest): Promise<HonestReply> {
    const reply = next(this.#child);
    this.#child.send(request);
    return reply;
  }
}

async function next(child: ChildProcess): Promise<HonestReply> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process of the honest games has ended');
  });
  const [reply] = (await Promise.race([once(child, 'message'), ended])) as [HonestReply];
  return reply;
}
