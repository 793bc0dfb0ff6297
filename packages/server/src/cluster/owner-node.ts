import { sha256 } from '../lib/chance.ts';

/**
 * The owner node of a table, by rendezvous hashing: each table belongs to the node with the greatest weight for it.
 * Nodes that know the same members agree without a message, and when a node leaves, only its tables move. `null` if
 * there is no node.
 */
export function ownerOf(table: string, nodes: readonly string[]): string | null {
  const [only = null, ...others] = nodes;
  if (others.length === 0) return only;
  const weightOf = (node: string): string => sha256(`${node} ${table}`);
  return nodes.reduce((best, node) => (weightOf(node) > weightOf(best) ? node : best));
}
