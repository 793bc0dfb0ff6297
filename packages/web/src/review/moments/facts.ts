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
import { type Coach, type Fact, hasWon, type SeenTurn } from '../../games/coaches.ts';
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
  /** The words around it, where it is a consequence. */
  readonly as?: 'moment_better' | 'moment_allowed';
  /** The moves of the game or of the line that it is about, and the numbers of those before and after its turn. */
  readonly moves: readonly Move[];
  readonly from: number;
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
 * What is worth a sentence about a turn, by the rules alone; `null` for nothing. `viewer`: whose knowledge it follows from. Of a turn that was wrong
 * it is the consequence: what was missed, or what the next player could do then.
 */
export function tellTurn(coach: Coach, told: ToldGame, turn: DecidedTurn, viewer: Viewer): Told | null {
  const { from, to, seat, best: better, reply = [] } = turn;
  const spoken = { coach, own: seat, viewer };
  const end = positionAt(told, to);
  if (end.turn === NOBODY && hasWon({ outcome: end.outcome() }, seat)) {
    return { fact: { key: 'moment_wins', inputs: {} }, seat, own: seat, about: 'turn', moves: told.moves, from, to };
  }
  const own = (): Told | null => toldOf(spoken, told, turn, { about: 'turn' });
  if (changeFor(turn, seat) > -WRONG) return own();
  const { gains, allows } = tellLines(coach, told, { from, seat, better, played: told.moves.slice(from) }, viewer);
  if (gains?.as === undefined && gains !== null) return gains;
  if (allows !== null) return allows;
  const played = [...told.moves.slice(from, to), ...reply];
  const expected = tellLines(coach, told, { from, seat, better, played }, viewer).allows;
  return (expected && { ...expected, about: 'turn' }) ?? gains ?? own();
}

type Span = Pick<DecidedTurn, 'from' | 'to' | 'seat'>;

/** The turn after another one; of no moves at the end of the game. */
function nextOf(told: ToldGame, { to }: Pick<Span, 'to'>): Span {
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
  { from, seat, better: best, played }: Lines,
  viewer: Viewer,
): { readonly gains: Told | null; readonly allows: Told | null } {
  if (viewer !== 'open' && told.game.secrets.hides(told.setup.options)) return { gains: null, allows: null };
  const spoken = { coach, own: seat, viewer };
  const [good, bad] = [lineOf(told, from, best), lineOf(told, from, played)];
  const made = nextOf(bad, { to: from });
  const fact = missedBy(bad, made, best);
  const { unpraised = [], common = [] } = coach;
  const unless = (keys: readonly string[], each: Told | null): Told | null =>
    each !== null && keys.map(momentKey).includes(each.fact.key) ? null : each;
  const other = nextOf(good, { to: from });
  // The chance can fall although the best move was played: a search of the position after it saw more.
  const isPlayed = String(good.moves.slice(from, other.to)) === String(bad.moves.slice(from, made.to));
  const isFlawed = (): boolean => isPlayed || (coach.flaw?.(seenTurn(spoken, good, other)) ?? null) !== null;
  const better = (): Told | null =>
    isFlawed() ? null : toldOf(spoken, good, other, { about: 'turn', as: 'moment_better' });
  const gains: Told | null =
    fact === null ? unless(unpraised, better()) : { ...made, fact, own: seat, about: 'turn', moves: bad.moves };
  const answer = nextOf(bad, made);
  const allows = toldOf(spoken, bad, answer, { about: 'answer', as: 'moment_allowed' });
  return { gains, allows: answer.seat === seat ? null : unless([...common, ...unpraised], allows) };
}

/** The game with other moves from a ply on, as far as they are legal. */
function lineOf(told: ToldGame, from: number, moves: readonly Move[]): ToldGame {
  const legal = playLegal(told.game, positionAt(told, from), moves);
  return { ...told, moves: [...told.moves.slice(0, from), ...legal] };
}

interface Spoken extends Pick<Told, 'own'> {
  readonly coach: Coach;
  readonly viewer: Viewer;
}

const seenTurn = ({ own, viewer }: Spoken, told: ToldGame, { from, to }: Omit<Span, 'seat'>): SeenTurn =>
  turnFrom(told.game, positionAt(told, from), told.moves.slice(from, to), {
    own: typeof viewer === 'number' ? viewer : own,
    viewer,
  });

/** What the coach says of a turn, under the key of the sentence in the past. */
function toldOf(spoken: Spoken, told: ToldGame, span: Span, rest: Pick<Told, 'about' | 'as'>): Told | null {
  const { from, to, seat } = span;
  if (to === from) return null;
  const fact = momentOf(spoken.coach.intent(seenTurn(spoken, told, span)));
  return fact && { fact, seat, own: spoken.own, moves: told.moves, from, to, ...rest };
}

/** How many points the seat could have made instead, if they are notably more. */
function missedBy(told: ToldGame, { from, to, seat }: Span, best: readonly Move[]): Fact | null {
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
