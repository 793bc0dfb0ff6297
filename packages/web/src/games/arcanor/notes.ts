import { formatCell, kindOf, LIBERATE, QUIET_LIMIT, SLIDE, refusalFrom, refusalTo } from '@tablier/games/arcanor';
import type { BoardNote } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { type ArcanorState, canPeek, movesTo, pointedCell, showsStart, topAt } from './held.ts';
import { lastPeek } from './pieces.ts';
import { cellName, pieceName, reasonText } from './words.ts';

const QUIET_SHOWN = 40;

export const notes = (state: ArcanorState): BoardNote[] => [
  ...peekNotes(state),
  ...drawNotes(state),
  ...pointNotes(state),
];

/** The answer to the last peek, or to a liberation that revealed something [A6] [A10]. */
function peekNotes(state: ArcanorState): BoardNote[] {
  const peek = lastPeek(state);
  if (peek === null) return [];
  const { seat, cell, under } = peek;
  const inputs = { player: state.people.title(seat), who: state.people.who(seat), cell };
  const text =
    under === null ? m.arcanor_peek_nothing(inputs) : m.arcanor_peek_seen({ ...inputs, piece: pieceName(under) });
  return [{ kind: 'preview', text }];
}

/** What may soon end the game [A13]. */
function drawNotes({ view }: ArcanorState): BoardNote[] {
  if (view.outcome !== null) return [];
  const quiet = view.quiet < QUIET_SHOWN ? [] : [m.arcanor_quiet({ count: view.quiet, limit: QUIET_LIMIT })];
  const repeated = (view.repeats ?? 0) > 0 ? [m.arcanor_repeated()] : [];
  return [...quiet, ...repeated].map((text) => ({ kind: 'hint', text }));
}

function pointNotes(state: ArcanorState): BoardNote[] {
  const { view, choices, held } = state;
  const cell = pointedCell(state);
  if (choices.length === 0) return lookNotes(state, cell);
  if (held.from === null) return freeNotes(state, cell);
  if (held.to !== null) return [{ kind: 'hint', text: m.arcanor_kinds() }];
  if (cell === null || cell === held.from) return [{ kind: 'hint', text: heldHint(state) }];
  const would = wouldText(state, cell);
  if (would !== null) {
    const kinds: BoardNote[] = movesTo(state, cell).length > 1 ? [{ kind: 'hint', text: m.arcanor_kinds() }] : [];
    return [{ kind: 'preview', text: would }, ...kinds];
  }
  const why = refusalFrom(view, held.from) ?? refusalTo(view, held.from, cell);
  return [...lookNotes(state, cell), ...(why === null ? [] : [{ kind: 'reason' as const, text: reasonText(why) }])];
}

function freeNotes(state: ArcanorState, cell: number | null): BoardNote[] {
  const { view } = state;
  if (cell === null || topAt(view, cell) === null) {
    const start: BoardNote[] = showsStart(view) ? [{ kind: 'hint', text: m.arcanor_start() }] : [];
    return [...start, { kind: 'hint', text: m.arcanor_choose_piece() }];
  }
  const why = refusalFrom(view, cell);
  if (why === null || why === 'enemy') return lookNotes(state, cell);
  return [...lookNotes(state, cell), { kind: 'reason', text: reasonText(why) }];
}

function lookNotes({ view }: ArcanorState, cell: number | null): BoardNote[] {
  return cell === null || topAt(view, cell) === null ? [] : [{ kind: 'preview', text: cellName(view, cell) }];
}

function heldHint(state: ArcanorState): string {
  if (refusalFrom(state.view, state.held.from ?? 0) === null) return m.arcanor_choose_target();
  return canPeek(state, state.held.from) ? m.arcanor_only_peek() : m.arcanor_choose_piece();
}

export function wouldText(state: ArcanorState, cell: number): string | null {
  const moves = movesTo(state, cell);
  const [move] = moves;
  if (move === undefined) return null;
  const to = formatCell(cell);
  if (moves.length > 1) return m.arcanor_choose_kind({ cell: to });
  if (kindOf(move) === LIBERATE) return m.arcanor_would_open({ cell: to });
  if (kindOf(move) === SLIDE) return m.arcanor_would_slide({ cell: to });
  const prey = topAt(state.view, cell);
  return m.arcanor_would_capture({ cell: to, piece: prey === null ? '' : pieceName(prey) });
}
