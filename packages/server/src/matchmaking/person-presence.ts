import type { ServerNode } from '../cluster/node.ts';
import { Counts } from '../lib/caches.ts';
import type { Lobby } from './lobby.ts';

export class PersonPresence {
  readonly #node: Pick<ServerNode, 'share' | 'onOtherNodes'>;
  readonly #connections = new Counts();

  constructor(node: Pick<ServerNode, 'share' | 'onOtherNodes'>) {
    this.#node = node;
  }

  came(person: string): void {
    this.#count(person, 1);
  }

  went(person: string): void {
    this.#count(person, -1);
  }

  isHere(person: string): boolean {
    return this.#connections.of(person) > 0 || this.#node.onOtherNodes(placeOf(person)).spectators > 0;
  }

  #count(person: string, change: number): void {
    const connections = this.#connections.add(person, change);
    if (connections - change > 0 === connections > 0) return;
    this.#node.share(placeOf(person), { seats: [], spectators: connections > 0 ? 1 : 0 }, []);
  }
}

/** The id under which the presence of a person is shared. No table has such an id. */
const placeOf = (person: string): string => `person ${person}`;

const PLACE = 'online';

interface OnlineCountDeps {
  readonly node: Pick<ServerNode, 'share' | 'onOtherNodes'>;
  readonly lobby: Pick<Lobby, 'setOnline'>;
  readonly people: () => number;
  /** How often they are counted. Milliseconds. */
  readonly pace: number;
}

/** Counts the people who are connected to any node. A person who uses two nodes at once counts twice. Returns a function that stops it. */
export function countOnline({ node, lobby, people, pace }: OnlineCountDeps): () => void {
  const count = (): void => {
    const here = people();
    node.share(PLACE, { seats: [], spectators: here }, []);
    lobby.setOnline(here + node.onOtherNodes(PLACE).spectators);
  };
  const timer = setInterval(count, pace).unref();
  return () => clearInterval(timer);
}
