import { sha256 } from '../lib/chance.ts';

/**
 * Which of several nodes looks after a table (rendezvous hashing): each table goes to the node that weighs most for it, so all
 * who know of the same nodes agree without a message, and where one goes only its tables change hands. `null` where there is none.
 */
export function ownerOf(table: string, nodes: readonly string[]): string | null {
  const [only = null, ...others] = nodes;
  if (others.length === 0) return only;
  const weightOf = (node: string): string => sha256(`${node} ${table}`);
  return nodes.reduce((best, node) => (weightOf(node) > weightOf(best) ? node : best));
}
