import { NOBODY, type Viewer } from '@tablier/core';
import { project } from '@tablier/match';
import type { OwnTable, TableSummary, TableView } from '@tablier/protocol';
import { idFrom } from '../chance.ts';
import { shuffleHash } from './duties.ts';
import { isRematchAgreed, type Occupant, phaseOf, seatOf, type TableState } from './table-state.ts';

/** The id of the table on which the same people play again. */
export const rematchId = (table: string): string => idFrom(`rematch of ${table}`);

/** All that one audience may know of a table: the only way out of the server. `you` is a chair or seat, or `null` for spectators. */
export function tableView(state: TableState, you: number | null): TableView {
  const { id, seq, head, chairs, match } = state;
  const { game, options, clock, takeBack, visibility, seating } = head.terms;
  return {
    id,
    version: seq,
    phase: phaseOf(state),
    game,
    options,
    clock,
    takeBack,
    visibility,
    seating,
    chairs: chairs.map(chairOf),
    you,
    host: seatOf(state, head.host),
    match: match === null ? null : project(match, viewerOf(you)),
    shuffle: shuffleOf(state),
    rematch: { agreed: [...state.rematch], table: isRematchAgreed(state) ? rematchId(id) : null },
    rematchOf: head.rematchOf,
  };
}

const viewerOf = (you: number | null): Viewer => you ?? 'spectator';

const chairOf = (occupant: Occupant): TableView['chairs'][number] =>
  occupant.kind === 'person' ? { kind: 'person', name: occupant.name } : occupant;

function shuffleOf(state: TableState): TableView['shuffle'] {
  const hash = shuffleHash(state);
  return hash === null ? null : { hash, nonce: phaseOf(state) === 'over' ? state.nonce : null };
}

/** A table as the lobby shows it: what a spectator sees. */
export const summaryOf = (state: TableState): TableSummary => summaryFor(state, 'spectator');

/** A table as it is listed for somebody who sits at it; `null` for anybody else. */
export function ownTableOf(state: TableState, person: string): OwnTable | null {
  const you = seatOf(state, person);
  if (you < 0) return null;
  const summary = summaryFor(state, you);
  const turn = summary.phase === 'playing' ? (summary.preview?.turn ?? NOBODY) : NOBODY;
  return { ...summary, visibility: state.head.terms.visibility, you, turn: turn === NOBODY ? null : turn };
}

function summaryFor(state: TableState, viewer: Viewer): TableSummary {
  const { id, head, chairs, match, turnedAt } = state;
  const { game, options, clock } = head.terms;
  const shown = match === null ? null : project(match, viewer);
  return {
    id,
    phase: phaseOf(state),
    at: turnedAt,
    game,
    options,
    clock,
    chairs: chairs.map(chairOf),
    plies: shown?.plies ?? 0,
    preview: shown?.view ?? null,
    places: shown?.end?.places.map((place) => place) ?? null,
  };
}
