import type { BotAdvice, BotLevels, InsightAdvice, Secret } from '@tablier/ai';
import type { ArcanorKnowledge, ArcanorPosition } from './position.ts';
import { SearchBoard } from './search/board.ts';
import { type Move, type Rng, shuffle } from '@tablier/core';
import {
  formatCell,
  kindOf,
  originOf,
  parseCell,
  type Piece,
  piecesOf,
  SLIDE,
  type Stack,
  startingStacks,
  targetOf,
  TOP_OF,
} from './board.ts';

const searchPosition = (position: ArcanorPosition): SearchBoard => new SearchBoard(position);

function evaluate(position: ArcanorPosition, into: Float64Array): void {
  const board = searchPosition(position);
  const own = board.shareOf(board.evaluate());
  into[position.turn] = own;
  into[1 - position.turn] = 1 - own;
}

/** A perfect memory knows everything on both tables [A4], so all levels search ahead; the weaker ones forget, and see less far. */
const levels: BotLevels = {
  1: { depth: 6, nodes: 8_000, temperature: 0.3, careless: 10, content: 0.03, overlooks: true },
  2: { depth: 1, nodes: 8_000, lapses: 1, temperature: 0.023, forgets: 0.16, overlooks: true },
  3: { depth: 3, nodes: 8_000, lapses: 0.78, temperature: 0.018, forgets: 0.1 },
  4: { depth: 3, nodes: 8_000, lapses: 0.43, temperature: 0.018, forgets: 0.05 },
  5: { depth: 4, nodes: 8_000, lapses: 0.08, temperature: 0.02, forgets: 0.02 },
  6: { depth: 8, nodes: 15_000, lapses: 0.03, temperature: 0.03 },
  7: { depth: 40, nodes: 80_000 },
  8: { depth: 40, nodes: 1_000_000 },
};

const RESOLUTION = 1 << 20;

const topOf = (stack: Stack): Stack => TOP_OF[stack] as number;

/** The knowledge without a share of what is under tops [A4]: contents under tops that look alike are exchanged at random. */
export function forget(knowledge: ArcanorKnowledge, share: number, rng: Rng): ArcanorKnowledge {
  if (knowledge.options.table === 'open') return knowledge;
  const forgotten = new Map<Stack, number[]>();
  for (const [cell, stack] of knowledge.stacks.entries()) {
    if (stack === 0 || rng.below(RESOLUTION) >= share * RESOLUTION) continue;
    const alike = forgotten.get(topOf(stack));
    if (alike === undefined) forgotten.set(topOf(stack), [cell]);
    else alike.push(cell);
  }
  const stacks = [...knowledge.stacks];
  for (const cells of forgotten.values()) {
    const known = cells.map((cell) => knowledge.stacks[cell] as number);
    const contents = shuffle(known, rng);
    for (const [index, cell] of cells.entries()) stacks[cell] = contents[index] as number;
  }
  const isSame = stacks.every((stack, cell) => stack === knowledge.stacks[cell]);
  return isSame ? knowledge : { ...knowledge, stacks, history: [] };
}

/** A piece with the number of moves made when all players last saw it. Tops are seen all the time. */
interface Layer {
  readonly piece: Piece;
  readonly shown: number;
}

const LETTERS = 'LD';

/** `L2/D3`: the pieces under a top, the outermost first; empty if there are none. */
const formatContents = (pieces: readonly Piece[]): string =>
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
  const stack = stacks[parseCell(peek)];
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
const insight: InsightAdvice<ArcanorPosition, ArcanorKnowledge> = {
  secrets({ knowledge, moves, peeks }) {
    if (knowledge.options.table === 'open' || knowledge.end !== null) return [];
    return layersOf(moves, peeks).flatMap(([, ...hidden], cell): Secret[] => {
      if (hidden.length === 0) return [];
      const value = formatContents(hidden.map(({ piece }) => piece));
      const shown = Math.min(...hidden.map((layer) => layer.shown));
      return [{ of: { cell: formatCell(cell) }, possible: [{ value, probability: 1 }], shown }];
    });
  },
  truth({ stacks }, of) {
    const cell = parseCell('cell' in of ? of.cell : '');
    return formatContents(piecesOf(stacks[cell] ?? 0).slice(1));
  },
};

export const advice = {
  evaluate,
  searchPosition,
  forget,
  insight,
  levels,
  elo: [-177, 164, 457, 706, 1100, 1421, 1841, 2366],
} satisfies BotAdvice<ArcanorPosition, ArcanorKnowledge>;
