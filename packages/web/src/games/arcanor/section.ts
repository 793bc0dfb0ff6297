import { type ArcanorCell, formatCell, type Piece } from '@tablier/games/arcanor';
import type { Section, SectionLayer } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { type ArcanorState, pointedCell, topAt } from './held.ts';
import { lastPeek, peekedCell, widthOf, woodOf } from './pieces.ts';
import { withStart } from './start.ts';
import { pieceName } from './words.ts';

/** The smallest size holds nothing [A2]. */
const SMALLEST = 4;

/** What is known of the stack under the pointer, or else of the lifted or the chosen one. */
export function section(given: ArcanorState): Section {
  const state = withStart(given);
  const cells = [pointedCell(state), peekedCell(state), state.held.from];
  const cell = cells.find((each) => topAt(state.view, each) !== null) ?? null;
  const top = topAt(state.view, cell);
  const card = { title: m.arcanor_card(), text: m.arcanor_card_text() };
  if (cell === null || top === null)
    return { title: m.arcanor_inside_none(), layers: [], text: m.arcanor_inside_text(), card };
  return { title: m.arcanor_inside({ cell: formatCell(cell) }), layers: layersOf(state, cell, top), text: null, card };
}

function layersOf(state: ArcanorState, cell: number, top: ArcanorCell): SectionLayer[] {
  const under = top.contents ?? (peekedCell(state) === cell ? underOf(state) : null);
  const known = [top, ...(under ?? [])].map(layerOf);
  const last = under?.at(-1) ?? top;
  const isAllKnown = top.contents !== null || under?.length === 0 || last.size === SMALLEST;
  return isAllKnown
    ? known
    : [...known, { width: widthOf(last.size + 1), tone: null, text: m.arcanor_inside_hidden() }];
}

/** What the last peek showed. */
function underOf(state: ArcanorState): readonly Piece[] {
  const under = lastPeek(state)?.under ?? null;
  return under === null ? [] : [under];
}

const layerOf = (piece: Piece): SectionLayer => ({
  width: widthOf(piece.size),
  tone: woodOf(piece.owner),
  marking: String(piece.size),
  isHollow: piece.size < SMALLEST,
  text: pieceName(piece),
});
