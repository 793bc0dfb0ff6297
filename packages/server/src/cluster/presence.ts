import { type Here, NO_PRESENCE } from './node.ts';
import type { TablePresence, NodeMessage } from './node-messages.ts';

const isEmpty = ({ seats, spectators }: Here): boolean => seats.length === 0 && spectators === 0;

const isSame = (one: Here, other: Here): boolean =>
  one.spectators === other.spectators && one.seats.join() === other.seats.join();

/** Who watches which table through one node. */
class OneNode {
  readonly tables = new Map<string, Here>();

  /** Returns whether that changed anything. */
  set(table: string, here: Here): boolean {
    if (isSame(this.tables.get(table) ?? NO_PRESENCE, here)) return false;
    if (isEmpty(here)) this.tables.delete(table);
    else this.tables.set(table, here);
    return true;
  }
}

/** Who watches which table, on this node and on all others, as far as they have reported. */
export class Presence {
  readonly #own = new OneNode();
  readonly #others = new Map<string, OneNode>();

  /** Records presence on this node; returns whether it changed. */
  setOwn(table: string, here: Here): boolean {
    return this.#own.set(table, here);
  }

  /** All presence on this node. */
  get own(): NodeMessage['here'] {
    return [...this.#own.tables].map(([table, here]) => [table, here, []]);
  }

  /** Processes a report of another node; returns what changed. */
  receive({ node, here }: NodeMessage): TablePresence[] {
    const other = this.#others.get(node) ?? new OneNode();
    this.#others.set(node, other);
    return here.filter(([table, people]) => other.set(table, people));
  }

  /** Removes a node; returns the tables that were watched through it. */
  drop(node: string): string[] {
    const tables = [...(this.#others.get(node)?.tables.keys() ?? [])];
    this.#others.delete(node);
    return tables;
  }

  /** Whether a table is watched through a node. */
  has(node: string, table: string): boolean {
    return this.#others.get(node)?.tables.has(table) ?? false;
  }

  onOtherNodes(table: string): Here {
    const there = [...this.#others.values()].flatMap(({ tables }) => tables.get(table) ?? []);
    if (there.length === 0) return NO_PRESENCE;
    const seats = [...new Set(there.flatMap((here) => here.seats))].toSorted((left, right) => left - right);
    return { seats, spectators: there.reduce((sum, here) => sum + here.spectators, 0) };
  }
}
