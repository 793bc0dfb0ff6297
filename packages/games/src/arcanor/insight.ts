import type { InsightAdvice, Secret } from '@tablier/ai';
import type { Move } from '@tablier/core';
import { CELLS, formatCell, kindOf, originOf, SLIDE, startingStacks, targetOf } from './board.ts';
import type { ArcanorKnowledge, ArcanorPosition } from './position.ts';
import { type Piece, piecesOf } from './stack.ts';

/** A piece with the number of moves made when all players last saw it. Tops are seen all the time. */
interface Layer {
  readonly piece: Piece;
  readonly shown: number;
}

const LETTERS = 'LD';

/** `L2/D3`: the pieces under a top, the outermost first; empty if there are none. */
export const formatContents = (pieces: readonly Piece[]): string =>
  pieces.map(({ owner, size }) => `${LETTERS.charAt(owner)}${size}`).join('/');

/** Plays a move on stacks of layers. `made` moves were made before it. */
function play(stacks: Layer[][], move: Move, made: number): void {
  const [origin, target] = [originOf(move), targetOf(move)];
  const from = stacks[origin] ?? [];
  const isSlide = kindOf(move) === SLIDE;
  const lifted = isSlide ? from : from.slice(0, 1);
  stacks[origin] = isSlide ? [] : from.slice(1);
  // Everyone saw the covered piece until now.
  const [covered, ...below] = stacks[target] ?? [];
  stacks[target] = [...lifted, ...(covered === undefined ? [] : [{ ...covered, shown: made }, ...below])];
}

/** What a peek shows is what lies directly under the top [A10]. */
function look(stacks: readonly Layer[][], peek: string, made: number): void {
  const stack = stacks.find((_, cell) => formatCell(cell) === peek);
  const under = stack?.[1];
  if (under !== undefined) stack?.splice(1, 1, { ...under, shown: made });
}

function layersOf(moves: readonly Move[], peeks: readonly { readonly after: number; readonly peek: string }[]) {
  const stacks = startingStacks().map((stack) => piecesOf(stack).map((piece): Layer => ({ piece, shown: 0 })));
  for (let made = 0; made <= moves.length; made++) {
    for (const { peek } of peeks.filter(({ after }) => after === made)) look(stacks, peek, made);
    const move = moves[made];
    if (move !== undefined) play(stacks, move, made);
  }
  return stacks;
}

/** On a `memory` table: what lies under each top and since when it is covered. A perfect memory is certain of it [A4]. */
export const insight: InsightAdvice<ArcanorPosition, ArcanorKnowledge> = {
  secrets({ knowledge, moves, peeks }) {
    if (knowledge.options.table === 'open' || knowledge.end !== null) return [];
    return layersOf(moves, peeks).flatMap(([, ...hidden], cell): Secret[] => {
      if (hidden.length === 0) return [];
      const value = formatContents(hidden.map(({ piece }) => piece));
      const shown = Math.min(...hidden.map((layer) => layer.shown));
      return [{ of: { cell: formatCell(cell) }, possible: [{ value, probability: 1 }], shown }];
    });
  },
  truth({ layout }, of) {
    const cell = Array.from({ length: CELLS }, (_, index) => formatCell(index)).indexOf('cell' in of ? of.cell : '');
    return formatContents(piecesOf(layout.stacks[cell] ?? 0).slice(1));
  },
};
