import type { Solver } from '@tablier/ai';
import type { IsaacPosition } from '../position.ts';
import { PlacingSolver } from './placing.ts';
import { ScoringSolver } from './scoring.ts';

/** The binary logarithms of the smallest and the largest table of the scoring. */
const TABLE_BITS = { least: 8, most: 18 };

/* Nodes to try a placement: FEW, twice as many for every DOUBLING more free slots. Half of self-play is solved with four times as many. */
const FEW = 600;
const DOUBLING = 6.5;
/** More nodes than these do not make a placement likelier to be tried. */
const MOST = 1 << 21;

export function solver(position: IsaacPosition, nodes: number): Solver | null {
  const bits = Math.ceil(Math.log2(Math.max(1, nodes)));
  const tableBits = Math.max(TABLE_BITS.least, Math.min(TABLE_BITS.most, bits));
  if (position.phase === 'placing')
    return Math.min(nodes, MOST) < nodesFor(position) ? null : new PlacingSolver(position, tableBits);
  const scoring = new ScoringSolver(position.options.counter === 'upTo', tableBits);
  scoring.load(position);
  return scoring;
}

function nodesFor(position: IsaacPosition): number {
  const slots = position.freeFits(position.handKinds(0)) + position.freeFits(position.handKinds(1));
  return FEW * 2 ** (slots / DOUBLING);
}
