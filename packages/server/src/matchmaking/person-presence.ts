import type { ServerNode } from '../cluster/node.ts';
import type { Lobby } from './lobby.ts';

export class PersonPresence {
  readonly #node: Pick<ServerNode, 'share' | 'onOtherNodes'>;
  readonly #connections = new Map<string, number>();

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
    return this.#connections.has(person) || this.#node.onOtherNodes(placeOf(person)).spectators > 0;
  }

  #count(person: string, change: number): void {
    const before = this.#connections.get(person) ?? 0;
    const connections = before + change;
    if (connections > 0) this.#connections.set(person, connections);
    else this.#connections.delete(person);
    if (before > 0 === connections > 0) return;
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
