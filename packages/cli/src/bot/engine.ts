import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../shared/errors.ts';
import { note } from '../shared/output.ts';
import { EngineProcess } from './engine-process.ts';

/** The pause before an engine is started again; it doubles until the engine finds a move. Milliseconds. */
const FIRST_PAUSE = 250;
/** After this many ends without a move in between, the engine is not started again. */
const MAX_ENDS = 6;
/** After the engine has ended this many times at one position, that game is lost. */
const MAX_ENDS_HERE = 2;

/** Why there is no move: `refused` concerns this position, `broken` every game. */
export interface NoMove {
  readonly name: 'refused' | 'broken';
  /** The message of the engine, or how it ended. */
  readonly detail: string;
}

/** A UGI engine that is started again when its process ends. */
export class Engine {
  readonly #command: string;
  #process: EngineProcess;
  #ends = 0;
  /** Searches run one after the other. */
  #search: Promise<unknown> = Promise.resolve();

  private constructor(command: string, process: EngineProcess) {
    this.#command = command;
    this.#process = process;
  }

  /** `command`: a command line for the shell. Rejects if the engine ends before it has answered the greeting. */
  static async start(command: string): Promise<Engine> {
    const process = new EngineProcess(command);
    await process.start();
    return new Engine(command, process);
  }

  /** The best move after these lines, of which the last starts a search. */
  bestMove(lines: readonly string[]): Promise<string | NoMove> {
    const found = this.#search.then(() => this.#find(lines));
    this.#search = found;
    return found;
  }

  stop(): void {
    this.#process.stop();
  }

  async #find(lines: readonly string[]): Promise<string | NoMove> {
    for (let endsHere = 0; ;) {
      try {
        const move = await (await this.#running()).bestMove(lines);
        this.#ends = 0;
        return move;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        const detail = error.message;
        if (!this.#process.hasEnded) return { name: 'refused', detail };
        note(detail);
        if (++this.#ends >= MAX_ENDS) return { name: 'broken', detail };
        if (++endsHere >= MAX_ENDS_HERE) return { name: 'refused', detail };
      }
    }
  }

  async #running(): Promise<EngineProcess> {
    if (!this.#process.hasEnded) return this.#process;
    await sleep(FIRST_PAUSE * 2 ** Math.max(0, this.#ends - 1));
    this.#process = new EngineProcess(this.#command);
    await this.#process.start();
    return this.#process;
  }
}
