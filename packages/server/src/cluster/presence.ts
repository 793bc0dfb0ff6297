import { type Here, NOBODY_HERE } from './node.ts';
import type { TablePresence, NodeMessage } from './node-messages.ts';

const isNobody = ({ seats, spectators }: Here): boolean => seats.length === 0 && spectators === 0;

const isSame = (one: Here, other: Here): boolean =>
  one.spectators === other.spectators && one.seats.join() === other.seats.join();

/** Who looks at which table over the lines of one node. */
class OneNode {
  readonly tables = new Map<string, Here>();

  /** Whether that is new. */
  set(table: string, here: Here): boolean {
    if (isSame(this.tables.get(table) ?? NOBODY_HERE, here)) return false;
    if (isNobody(here)) this.tables.delete(table);
    else this.tables.set(table, here);
    return true;
  }
}

/** Who looks at which table, on this node and on all others, as far as they have said. */
export class Presence {
  readonly #own = new OneNode();
  readonly #others = new Map<string, OneNode>();

  /** Notes who is here; whether that is news to the others. */
  setOwn(table: string, here: Here): boolean {
    return this.#own.set(table, here);
  }

  /** All that the others have to know. */
  get own(): NodeMessage['here'] {
    return [...this.#own.tables].map(([table, here]) => [table, here, []]);
  }

  /** Takes in what another node said; of that what was new. */
  hear({ node, here }: NodeMessage): TablePresence[] {
    const other = this.#others.get(node) ?? new OneNode();
    this.#others.set(node, other);
    return here.filter(([table, people]) => other.set(table, people));
  }

  /** Forgets a node; the tables at which somebody was there over its lines. */
  drop(node: string): string[] {
    const tables = [...(this.#others.get(node)?.tables.keys() ?? [])];
    this.#others.delete(node);
    return tables;
  }

  /** Whether somebody looks at a table over the lines of a node. */
  has(node: string, table: string): boolean {
    return this.#others.get(node)?.tables.has(table) ?? false;
  }

  onOtherNodes(table: string): Here {
    const there = [...this.#others.values()].flatMap(({ tables }) => tables.get(table) ?? []);
    if (there.length === 0) return NOBODY_HERE;
    const seats = [...new Set(there.flatMap((here) => here.seats))].toSorted((left, right) => left - right);
    return { seats, spectators: there.reduce((sum, here) => sum + here.spectators, 0) };
  }
}
