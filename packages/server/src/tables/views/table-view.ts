import * as z from 'zod/mini';
import { isLegal, type Move, NOBODY, type Seat, type Viewer } from '@tablier/core';
import { type MatchState, type MatchView, type PastView, project, projectPast, remaining } from '@tablier/match';
import { type MyTable, type OwnTable, ownTable, type TableSummary, type TableView } from '@tablier/protocol';
import type { TableFacts } from '../../http/page-head.ts';
import { known } from '../../lib/caches.ts';
import { idFrom } from '../../lib/context.ts';
import { shuffleHash } from '../decisions/scheduled-actions.ts';
import { isRated, isTooShort } from '../state/table-terms.ts';
import {
  shownName,
  type Chair,
  DELETED,
  isInLobby,
  isRematchAgreed,
  phaseOf,
  readerOf,
  rulesOf,
  seatOf,
  type TableState,
} from '../state/table-state.ts';

export const rematchId = (table: string): string => idFrom(`rematch of ${table}`);

/** The views that were built of a match, by its state. They are dropped with the state. */
const matchViews = new WeakMap<MatchState, Map<Viewer, MatchView>>();

/** Built once for table, lobby and lists. Without hidden information all seats share the spectators' view. */
function matchViewOf(match: MatchState, viewer: Viewer): MatchView {
  const hides = match.game.secrets.hides(match.setup.options);
  const shared = typeof viewer === 'number' && !hides ? 'spectator' : viewer;
  const views = known(matchViews, match, () => new Map<Viewer, MatchView>());
  return known(views, shared, () => project(match, shared));
}

/** The chairs of running and finished matches, as all see them. Their names change only with them. */
const shownChairs = new WeakMap<TableState['chairs'], TableView['chairs']>();

/** Every view that leaves the server is built here. `you`: a chair or seat; `null` for spectators. */
export function tableView(state: TableState, you: number | null, invited: number | null = null): TableView {
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
    chairs: match === null ? chairsOf(state) : known(shownChairs, chairs, () => chairsOf(state)),
    you,
    ...(head.terms.sofa && { sofa: true }),
    invited,
    movedTo: state.closed ? state.meeting : null,
    host: Math.max(0, seatOf(state, head.host)),
    rules: rulesOf(head),
    ...(isRated(state) && { rated: true, ...(isTooShort(match) && { unrated: 'too-short' }) }),
    ...(head.terms.deal !== undefined && { deal: head.terms.deal }),
    match: match === null ? null : matchViewOf(match, tableViewer(you)),
    shuffle: shuffleOf(state),
    rematch: rematchOf(state),
    rematchOf: head.rematchOf,
    // The id of a tournament that is not listed leads to it.
    ...(head.tournament !== undefined && (visibility === 'open' || you !== null) && { tournament: head.tournament }),
  };
}

export function playableView(state: TableState, you: number | null, invited: number | null = null): TableView {
  const shown = tableView(state, you, invited);
  const { match } = shown;
  if (you === null || match === null || match.end !== null || match.view.turn !== you) return shown;
  return { ...shown, legal: state.match === null ? [] : movesToTry(state.match, match) };
}

function rematchOf(state: TableState): TableView['rematch'] {
  const { id, rematch, rematchUntil, rematchEnded } = state;
  return {
    agreed: [...rematch],
    table: isRematchAgreed(state) ? rematchId(id) : null,
    ...(rematchUntil !== null && { until: rematchUntil }),
    ...(rematchEnded !== null && { ended: rematchEnded }),
  };
}

export const offeredRematch = (state: TableState): Pick<OwnTable, 'rematch'> =>
  state.rematchUntil === null || isRematchAgreed(state)
    ? {}
    : { rematch: { agreed: [...state.rematch], until: state.rematchUntil } };

/** The positions that a match has left behind, as one reader saw them; `null` before a match and where the table does not show them. */
export const pastViewsOf = ({ match }: TableState, you: number | null, until?: number): readonly PastView[] | null =>
  match === null ? null : projectPast(match, tableViewer(you), until);

function movesToTry({ game, position }: MatchState, { view, peeks }: MatchView): string[] {
  const known = new Set(peeks.map(({ peek }) => peek));
  const isRefuted = (move: Move): boolean =>
    known.size > 0 && !isLegal(game, position, move) && known.has(game.peeks?.ofTry(position, move) ?? '');
  return game.choices(view).flatMap((move) => (isRefuted(move) ? [] : [game.formatMove(move)]));
}

const chairsOf = (state: TableState): TableView['chairs'] => state.chairs.map((chair) => chairOf(state, chair));

function chairOf({ names, match }: TableState, occupant: Chair): TableView['chairs'][number] {
  if (occupant.kind === 'invited') return { kind: 'invited', name: shownName(names, occupant) };
  if (occupant.kind !== 'person') return occupant;
  const { guest, program, rating, absences } = occupant;
  return {
    kind: 'person',
    name: shownName(names, occupant),
    ...(guest !== undefined && { guest }),
    ...(program && { program }),
    ...(rating !== undefined && { rating }),
    // Only for people who decide whether to sit down.
    ...(absences !== undefined && match === null && { absences }),
  };
}

function shuffleOf(state: TableState): TableView['shuffle'] {
  const hash = shuffleHash(state);
  return hash === null ? null : { hash, nonce: phaseOf(state) === 'over' ? state.nonce : null };
}

/** A table as the lobby shows it: what a spectator sees, with a preview while it is being played. */
export function summaryOf(state: TableState): TableSummary {
  const summary = summaryFor(state, lobbyViewer());
  return summary.phase === 'over' ? { ...summary, preview: null } : summary;
}

export function ownTableOf(state: TableState, person: string): OwnTable | null {
  const you = seatOf(state, person);
  if (you < 0) return null;
  const summary = summaryFor(state, ownTablesViewer(you));
  const turn = summary.phase === 'playing' ? (summary.preview?.turn ?? NOBODY) : NOBODY;
  const { visibility } = state.head.terms;
  return {
    ...summary,
    visibility,
    ...offeredRematch(state),
    you,
    turn: turn === NOBODY ? null : turn,
    yourTurn: turn === you,
  };
}

/** What each list says of a table. `shown`: its match as the reader of the list sees it. */
const listedOf = (state: TableState, shown: MatchView | null) => ({
  id: state.id,
  phase: phaseOf(state),
  at: state.turnedAt,
  game: state.head.terms.game,
  options: state.head.terms.options,
  clock: state.head.terms.clock,
  chairs: chairsOf(state),
  plies: shown?.plies ?? 0,
  ...(isRated(state) && { rated: true as const }),
  ...(state.head.terms.deal !== undefined && { ownDeal: true as const }),
});

function summaryFor(state: TableState, viewer: Viewer): TableSummary {
  const { head, match } = state;
  const shown = match === null ? null : matchViewOf(match, viewer);
  return {
    ...listedOf(state, shown),
    pace: phaseOf(state) === 'waiting' ? (head.pace ?? null) : null,
    preview: shown?.view ?? null,
    places: shown?.end?.places.map((place) => place) ?? null,
    ended: shown?.end?.by ?? null,
  };
}

export function myTableOf(state: TableState, person: string, here: readonly boolean[]): MyTable {
  const { match } = state;
  const { you, invited } = readerOf(state, person);
  const host = seatOf(state, state.head.host);
  const shown = match === null ? null : matchViewOf(match, tableViewer(you));
  const yourTurn = shown !== null && shown.end === null && shown.view.turn === you;
  return {
    ...listedOf(state, shown),
    // Who opened a table for a screen does not sit there.
    host: Math.max(0, host),
    hostHere: here[host] ?? false,
    you,
    invited,
    yourTurn,
    turn: yourTurn,
    until: shown === null || shown.end !== null ? null : untilOf(shown),
    ...offeredRematch(state),
  };
}

/** When the running clock runs out, as far as it is public. The compensation for network lag is not. */
const untilOf = ({ clock }: MatchView): number | null =>
  clock === null || clock.paused || clock.seat < 0 ? null : clock.since + remaining(clock, clock.seat, clock.since);

/** `null` for a closed table. A banned or deleted person is not named, and the position of a private match is not shown. */
export function tableFactsOf(state: TableState, isBanned: (person: string) => boolean): TableFacts | null {
  const phase = phaseOf(state);
  if (phase === 'closed') return null;
  const { host, terms } = state.head;
  const isWaiting = phase === 'waiting';
  const named = state.chairs.flatMap((chair) =>
    chair.kind !== 'person' || isBanned(chair.person) || (isWaiting && chair.person !== host)
      ? []
      : [shownName(state.names, chair)],
  );
  return {
    game: state.game.id,
    position: isWaiting || isInLobby(state) ? positionOf(state) : null,
    players: isWaiting ? [] : named.filter((name) => name !== ''),
    invitation: isWaiting ? { name: named[0] ?? '', clock: terms.clock } : null,
  };
}

/** `null` before the first move, when most boards are empty and a deal by chance is not drawn; but not if the host has chosen the deal. */
function positionOf({ match, game, head: { terms }, chairs }: TableState): string | null {
  if (match === null ? terms.deal === undefined : match.moves.length === 0) return null;
  const start = { options: terms.options, players: chairs.length, deal: terms.deal };
  const view = match === null ? game.view(game.start(start), lobbyViewer()) : matchViewOf(match, lobbyViewer()).view;
  return game.positions?.format(view) ?? null;
}

/*
 * Chooses the view that each reader is sent. No other code in the server does, and the mutations of the secrecy proof are here.
 */

/** Of the table itself. `you`: the seat of the reader; `null` for a spectator. */
export const tableViewer = (you: Seat | null): Viewer => you ?? 'spectator';

/** Whether every move and the whole position are shown to all. A person with several seats is sent views, each of another seat. */
export const isOpenTable = ({ game, head }: TableState): boolean =>
  !game.secrets.hides(head.terms.options) &&
  game.secrets.movesShown(head.terms.options) === 'all' &&
  head.terms.sofa !== true;

/** Of the lobby. */
export const lobbyViewer = (): Viewer => 'spectator';

/** Of the list of a player's own tables. */
export const ownTablesViewer = (you: Seat): Viewer => you;

/** What the listing of a finished table stores for its players, so that their lists need not read its log. */
const ownListing = z.object({
  /** The person in each seat; `null` for a bot and a deleted person. */
  people: z.array(z.nullable(z.string())),
  table: z.omit(ownTable, { you: true, turn: true, yourTurn: true }),
});

export function ownListingOf(state: TableState): z.infer<typeof ownListing> {
  const people = state.chairs.map((chair) =>
    chair.kind === 'person' && chair.person !== DELETED ? chair.person : null,
  );
  return { people, table: { ...summaryOf(state), visibility: state.head.terms.visibility, ...offeredRematch(state) } };
}

export function readOwnListing(stored: unknown, person: string): OwnTable | null {
  const { data } = ownListing.safeParse(stored);
  const you = data?.people.indexOf(person) ?? -1;
  return data === undefined || you < 0 ? null : { ...data.table, you, turn: null, yourTurn: false };
}
