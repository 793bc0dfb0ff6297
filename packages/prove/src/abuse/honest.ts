import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Findings } from '../crash/audit.ts';
import { sourceCommand } from '../lib/server-process.ts';

export interface HonestOptions {
  readonly url: string;
  readonly seed: string;
  /** Games at a time. */
  readonly tables: number;
  /** How long a player thinks on average, in milliseconds. */
  readonly pace: number;
}

export type HonestRequest =
  { readonly kind: 'sample' | 'finish' } | { readonly kind: 'audit'; readonly folder: string };

/** What was seen since the last sample, in milliseconds. */
export interface Sample {
  /** From a move's being sent to its being acknowledged. */
  readonly waits: readonly number[];
  /** From asking for the health of the server to the answer. */
  readonly probes: readonly number[];
  /** How often no answer came. */
  readonly unanswered: number;
}

export interface Finished {
  readonly faults: readonly string[];
  readonly moves: number;
  readonly games: number;
}

export type HonestReply = Sample | Finished | { readonly found: Findings } | { readonly secrets: readonly string[] };

const PROCESS = fileURLToPath(new URL('./honest-process.ts', import.meta.url));

/** People who just play while a server is attacked. */
export class HonestGames {
  readonly #child: ChildProcess;
  /** What must not appear in the log of the server. */
  readonly secrets: readonly string[];

  private constructor(child: ChildProcess, secrets: readonly string[]) {
    this.#child = child;
    this.secrets = secrets;
  }

  /** Resolves when everybody is connected. */
  static async start(options: HonestOptions): Promise<HonestGames> {
    const [program = '', ...args] = sourceCommand(PROCESS, [JSON.stringify(options)]);
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const { secrets } = (await next(child)) as { readonly secrets: readonly string[] };
    return new HonestGames(child, secrets);
  }

  async sample(): Promise<Sample> {
    return (await this.#ask({ kind: 'sample' })) as Sample;
  }

  /** No more games begin; resolves when those under way are over, or nothing has moved for long. */
  async finish(): Promise<Finished> {
    return (await this.#ask({ kind: 'finish' })) as Finished;
  }

  /** What became of everything that was acknowledged: to be asked when the server has ended. */
  async audit(folder: string): Promise<Findings> {
    const { found } = (await this.#ask({ kind: 'audit', folder })) as { readonly found: Findings };
    return found;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask(request: HonestRequest): Promise<HonestReply> {
    const reply = next(this.#child);
    this.#child.send(request);
    return reply;
  }
}

async function next(child: ChildProcess): Promise<HonestReply> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the honest games have ended');
  });
  const [reply] = (await Promise.race([once(child, 'message'), ended])) as [HonestReply];
  return reply;
}
