import { formatCell, kindOf, LIBERATE, QUIET_LIMIT, SLIDE, refusalFrom, refusalTo } from '@tablier/games/arcanor';
import type { BoardNote } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { type ArcanorTable, canPeek, movesTo, pointedCell, topAt } from './held.ts';
import { lastPeek } from './pieces.ts';
import { cellName, pieceName, reasonText } from './words.ts';

/** From this number of quiet moves in a row on, the notes count them. */
const QUIET_SHOWN = 40;

export const notes = (table: ArcanorTable): BoardNote[] => [
  ...peekNotes(table),
  ...drawNotes(table),
  ...pointNotes(table),
];

/** The answer to the last peek, or to a liberation that revealed something [A6] [A10]. */
function peekNotes(table: ArcanorTable): BoardNote[] {
  const peek = lastPeek(table);
  if (peek === null) return [];
  const { seat, cell, under } = peek;
  const inputs = { player: table.people.title(seat), who: table.people.who(seat), cell };
  const text =
    under === null ? m.arcanor_peek_nothing(inputs) : m.arcanor_peek_seen({ ...inputs, piece: pieceName(under) });
  return [{ kind: 'preview', text }];
}

/** What may soon end the game [A13]. */
function drawNotes({ view }: ArcanorTable): BoardNote[] {
  if (view.outcome !== null) return [];
  const quiet = view.quiet < QUIET_SHOWN ? [] : [m.arcanor_quiet({ count: view.quiet, limit: QUIET_LIMIT })];
  const repeated = (view.repeats ?? 0) > 0 ? [m.arcanor_repeated()] : [];
  return [...quiet, ...repeated].map((text) => ({ kind: 'hint', text }));
}

/** What is under the pointer, and the legal move there or the reason against it. */
function pointNotes(table: ArcanorTable): BoardNote[] {
  const { view, choices, held } = table;
  const cell = pointedCell(table);
  if (choices.length === 0) return lookNotes(table, cell);
  if (held.from === null) return freeNotes(table, cell);
  if (held.to !== null) return [{ kind: 'hint', text: m.arcanor_choose_kind({ cell: formatCell(held.to) }) }];
  if (cell === null || cell === held.from) return [{ kind: 'hint', text: heldHint(table) }];
  const would = wouldText(table, cell);
  if (would !== null) return [{ kind: 'preview', text: would }];
  const why = refusalFrom(view, held.from) ?? refusalTo(view, held.from, cell);
  return [...lookNotes(table, cell), ...(why === null ? [] : [{ kind: 'reason' as const, text: reasonText(why) }])];
}

/** The notes while nothing is held. */
function freeNotes(table: ArcanorTable, cell: number | null): BoardNote[] {
  const { view } = table;
  if (cell === null || topAt(view, cell) === null) return [{ kind: 'hint', text: m.arcanor_choose_piece() }];
  const why = refusalFrom(view, cell);
  if (why === null || why === 'enemy') return lookNotes(table, cell);
  return [...lookNotes(table, cell), { kind: 'reason', text: reasonText(why) }];
}

function lookNotes({ view }: ArcanorTable, cell: number | null): BoardNote[] {
  return cell === null || topAt(view, cell) === null ? [] : [{ kind: 'preview', text: cellName(view, cell) }];
}

function heldHint(table: ArcanorTable): string {
  if (refusalFrom(table.view, table.held.from ?? 0) === null) return m.arcanor_choose_target();
  return canPeek(table, table.held.from) ? m.arcanor_only_peek() : m.arcanor_choose_piece();
}

/** What a press on a cell would do with what is held; `null` if nothing. */
export function wouldText(table: ArcanorTable, cell: number): string | null {
  const moves = movesTo(table, cell);
  const [move] = moves;
  if (move === undefined) return null;
  const to = formatCell(cell);
  if (moves.length > 1) return m.arcanor_would_either({ cell: to });
  if (kindOf(move) === LIBERATE) return m.arcanor_would_open({ cell: to });
  if (kindOf(move) === SLIDE) return m.arcanor_would_slide({ cell: to });
  const prey = topAt(table.view, cell);
  return m.arcanor_would_capture({ cell: to, piece: prey === null ? '' : pieceName(prey) });
}
