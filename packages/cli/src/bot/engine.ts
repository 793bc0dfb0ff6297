import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../shared/errors.ts';
import { note } from '../shared/output.ts';
import { EngineProcess, type EngineSearch, NoAnswer } from './engine-process.ts';

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
  readonly #start: () => EngineProcess;
  #process: EngineProcess;
  #ends = 0;
  /** Searches run one after the other. */
  #search: Promise<unknown> = Promise.resolve();

  private constructor(start: () => EngineProcess) {
    this.#start = start;
    this.#process = start();
  }

  /** `command`: a command line for the shell. Rejects if the engine ends or stays silent before it has answered the greeting. */
  static async start(command: string, log: (line: string) => void = () => undefined): Promise<Engine> {
    const engine = new Engine(() => new EngineProcess(command, log));
    await engine.#process.start();
    return engine;
  }

  /**
   * The best move of a search, which is asked for when its turn comes: clocks run while other searches do. `null` if it was dropped, or if
   * there is nothing to search any more.
   */
  bestMove(ask: () => EngineSearch | null): Promise<string | NoMove | null> {
    const found = this.#search.then(() => this.#find(ask));
    this.#search = found.catch(() => null);
    return found;
  }

  /** Ends the process of the engine, and all that it has started. */
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
    await sleep(FIRST_PAUSE * 2 ** Math.max(0, this.#ends - 1));
    this.#process = this.#start();
    await this.#process.start();
    return this.#process;
  }
}
