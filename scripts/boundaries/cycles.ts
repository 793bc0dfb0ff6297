/**
 * The cycles of a graph, one for each edge that closes one in a depth-first walk: none exactly where the graph has none.
 * Each begins and ends with the same node. A node that points at itself is none: a component may contain itself.
 */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (node: string): void => {
    const seenAt = path.indexOf(node);
    if (seenAt >= 0) cycles.push([...path.slice(seenAt), node]);
    if (seenAt >= 0 || done.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) if (next !== node) walk(next);
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) walk(node);
  return cycles;
}
