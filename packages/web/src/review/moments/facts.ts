import {
  type Game,
  isLegal,
  type Move,
  NOBODY,
  playLegal,
  type Position,
  positionAfter,
  type Seat,
  type Setup,
  type Viewer,
} from '@tablier/core';
import type { Coach, Fact } from '../../games/coaches.ts';
import { momentKey, momentOf, turnFrom } from '../../table/coach/sentences.ts';
import { type DecidedTurn, changeFor } from './deciding.ts';

/** A finished game whose turns get sentences. */
export interface ToldGame {
  readonly game: Game;
  readonly setup: Setup;
  readonly moves: readonly Move[];
}

/** A true statement about a turn. `answer`: it is about the turn of the next player, which shows what was wrong. */
export interface Told {
  readonly fact: Fact;
  /** Who made the turn that it is about. */
  readonly seat: Seat;
  /** Whom the coach speaks to where everything is visible: who made the first turn. */
  readonly own: Seat;
  readonly about: 'turn' | 'answer';
  /** The number of moves after the turn that it is about. */
  readonly to: number;
}

/** A fall of the chance from which on the sentence says what was wrong with the turn. */
const WRONG = 0.06;
/** So many more points must have been possible. */
const NOTABLE_MISS = 3;

const positionAt = ({ game, setup, moves }: ToldGame, ply: number): Position =>
  positionAfter(game, setup, moves.slice(0, ply));

const pointsOf = (position: Position, seat: Seat): number => position.outcome().scores[seat] ?? 0;

/**
 * What is worth a sentence about a turn, by the rules alone; `null` for nothing. `viewer`: whose knowledge it follows from. The facts of a coach
 * come from two views of that viewer; a move that was better is only named where nothing is hidden from the viewer.
 */
export function tellTurn(coach: Coach, told: ToldGame, turn: DecidedTurn, viewer: Viewer): Told | null {
  const { seat: own } = turn;
  const mine = { ...turn, own };
  const about = (fact: Fact | null): Told | null => fact && { fact, seat: own, own, about: 'turn', to: turn.to };
  const end = positionAt(told, turn.to);
  if (end.turn === NOBODY && end.outcome().places[own] === 1) return about({ key: 'moment_wins', inputs: {} });
  if (changeFor(turn, own) > -WRONG) return about(factOf(coach, told, mine, viewer));
  const missed = viewer === 'open' ? missedBy(told, turn) : null;
  if (missed !== null) return about(missed);
  const next = { ...nextOf(told, turn), own };
  const fact = factOf(coach, told, next, viewer);
  const isCommon = fact === null || coach.common?.map(momentKey).includes(fact.key) === true;
  return isCommon ? about(factOf(coach, told, mine, viewer)) : { ...next, fact, about: 'answer' };
}

type Span = Pick<DecidedTurn, 'from' | 'to' | 'seat'>;
type Spoken = Pick<Told, 'own'> & Span;

/** The turn after another one; of no moves at the end of the game. */
function nextOf(told: ToldGame, { to }: Span): Span {
  const position = positionAt(told, to);
  const { turn: seat, turnIndex } = position;
  let end = to;
  for (const move of told.moves.slice(to)) {
    if (position.turn !== seat || position.turnIndex !== turnIndex) break;
    position.play(move);
    end++;
  }
  return { from: to, to: end, seat };
}

/** The two lines of a judged move: what was better, and what was played, each with the answers that a search expects. */
interface Lines {
  readonly from: number;
  readonly seat: Seat;
  readonly better: readonly Move[];
  readonly played: readonly Move[];
}

/**
 * What the better move gains, and what the played one allows the next player; each `null` if there is nothing to say. Both come from moves that
 * may not have been made, so nothing may be hidden from the viewer.
 */
export function tellLines(
  coach: Coach,
  told: ToldGame,
  { from, seat, better, played }: Lines,
  viewer: Viewer,
): { readonly gains: Told | null; readonly allows: Told | null } {
  if (viewer !== 'open' && told.game.secrets.hides(told.setup.options)) return { gains: null, allows: null };
  const about = (line: ToldGame, span: Span, of: Told['about']): Told | null => {
    const fact = factOf(coach, line, { ...span, own: seat }, viewer);
    return fact && { fact, seat: span.seat, own: seat, about: of, to: span.to };
  };
  const [good, bad] = [lineOf(told, from, better), lineOf(told, from, played)];
  const own = nextOf(good, { from, to: from, seat });
  const missed = missedBy(bad, { ...nextOf(bad, { from, to: from, seat }), best: better, before: [], after: [] });
  const gains: Told | null =
    missed === null ? about(good, own, 'turn') : { fact: missed, seat, own: seat, about: 'turn', to: own.to };
  const allows = about(bad, nextOf(bad, nextOf(bad, { from, to: from, seat })), 'answer');
  return { gains, allows: coach.common?.map(momentKey).includes(allows?.fact.key ?? '') === true ? null : allows };
}

/** The game with other moves from a ply on, as far as they are legal. */
function lineOf(told: ToldGame, from: number, moves: readonly Move[]): ToldGame {
  const legal = playLegal(told.game, positionAt(told, from), moves);
  return { ...told, moves: [...told.moves.slice(0, from), ...legal] };
}

/** What the coach says of a turn, under the key of the sentence in the past. */
function factOf(coach: Coach, told: ToldGame, { from, to, own }: Spoken, viewer: Viewer): Fact | null {
  if (to === from) return null;
  const eyes = { own: typeof viewer === 'number' ? viewer : own, viewer };
  return momentOf(coach.intent(turnFrom(told.game, positionAt(told, from), told.moves.slice(from, to), eyes)));
}

/** How many points the seat could have made instead, if they are notably more. */
function missedBy(told: ToldGame, { from, to, seat, best }: DecidedTurn): Fact | null {
  const position = positionAt(told, from);
  const { turnIndex } = position;
  const before = pointsOf(position, seat);
  const made = pointsOf(positionAt(told, to), seat) - before;
  for (const move of best) {
    if (position.turn !== seat || position.turnIndex !== turnIndex || !isLegal(told.game, position, move)) break;
    position.play(move);
  }
  const points = pointsOf(position, seat) - before;
  return points - made < NOTABLE_MISS ? null : { key: 'moment_missed', inputs: { points } };
}
