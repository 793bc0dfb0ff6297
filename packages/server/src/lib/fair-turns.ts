import { keysOf } from './addresses.ts';
import { FairQueue, type Waiting } from './fair-queue.ts';
import { Held } from './rate-limits.ts';

/** Who waits for work. */
export interface Client {
  readonly address: string;
  /** An id, or the address of an anonymous client. */
  readonly person: string;
  /** Aborted when the client has left: then its work is dropped. */
  readonly left: AbortSignal;
}

/** Work that was not done: too much waits, or the client has left. It may be requested again. */
export class TurnRefused extends Error {
  override readonly name = 'TurnRefused';
}

interface Turn extends Waiting {
  readonly begin: () => void;
}

interface TurnLimits {
  /** How much may wait or run. Further work is refused. */
  readonly most: number;
  /** Of this, the work for one address. */
  readonly mostPerAddress: number;
}

/** Runs one piece of work at a time: addresses take turns, and so do the people of one address. */
export class FairTurns {
  readonly #waiting: FairQueue<Turn>;
  readonly #held: Held;
  #isBusy = false;

  constructor({ most, mostPerAddress }: TurnLimits) {
    this.#waiting = new FairQueue(most);
    this.#held = new Held(mostPerAddress);
  }

  /** The number of waiting pieces of work. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** The result of `work`. Rejects with `TurnRefused` if it never began. */
  async run<T>(client: Client, work: () => Promise<T>, isUrgent = false): Promise<T> {
    const release = this.#waiting.isFull ? null : this.#held.take(client.address);
    if (release === null) throw new TurnRefused('too much is waiting');
    try {
      const turn = await this.#turnOf(client, isUrgent);
      return await work().finally(() => this.#end(turn));
    } finally {
      release();
    }
  }

  #turnOf({ address, person, left }: Client, isUrgent: boolean): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.remove(turn);
        reject(new TurnRefused('the client has left'));
      };
      const begin = (): void => {
        left.removeEventListener('abort', leave);
        resolve(turn);
      };
      const turn: Turn = { place: keysOf(address)[0]?.key ?? address, person, cost: 1, isUrgent, begin };
      if (left.aborted) return leave();
      left.addEventListener('abort', leave, { once: true });
      this.#waiting.add(turn);
      this.#next();
    });
  }

  #next(): void {
    const turn = this.#isBusy ? undefined : this.#waiting.next();
    if (turn === undefined) return;
    this.#isBusy = true;
    turn.begin();
  }

  #end(turn: Turn): void {
    this.#isBusy = false;
    this.#waiting.done(turn);
    this.#next();
  }
}
