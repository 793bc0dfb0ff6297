import { type Move, NOBODY, type Rng, type Seat, type Secrets } from '@tablier/core';
import {
  cellsOf,
  COLOUR_LETTERS,
  type ColourLetter,
  LETTERS,
  type MaskerBoard,
  NEUTRAL,
  sideCount,
  sideOf,
  WHITE,
} from './board.ts';
import { type CaptureView, type EliminationView, isCapture, type MaskerView, parseCell, viewOf } from './view.ts';
import type { MaskerOptions } from './facts.ts';
import {
  CAPTURE_BITS,
  capturesIn,
  type Exit,
  GIVE,
  type MaskerPast,
  MaskerPosition,
  ownersOf,
  STOP,
} from './position.ts';

/** A position that agrees with the knowledge, all assignments of open colours equally likely; a vanished one has no owner [M12]. */
function sampleFrom(knowledge: MaskerKnowledge, rng: Rng, into?: MaskerPosition): MaskerPosition {
  const position = into ?? new MaskerPosition(knowledge.options, knowledge.players);
  setBoard(position.board, knowledge);
  position.restore({
    turn: knowledge.turn,
    turnIndex: knowledge.turnIndex,
    trail: trailOf(knowledge.captures),
    lastTurn: knowledge.lastTurn?.seat ?? NOBODY,
    lastTrail: trailOf(knowledge.lastTurn?.captures ?? []),
    owners: drawOwners(knowledge, rng),
    firstExit: exitOf(knowledge.players, knowledge.eliminations[0]),
    secondExit: exitOf(knowledge.players, knowledge.eliminations[1]),
    debtor: debtorIn(knowledge),
    origin: knowledge.past ?? null,
  });
  return position;
}

const debtorIn = ({ seats }: MaskerView): Seat => seats.findIndex(({ owes }) => owes > 0);

const knownTokens = (knowledge: MaskerView): (ColourLetter | null)[] =>
  knowledge.seats.slice(0, sideCount(knowledge.players)).map(({ colour }) => colour);

/** The colours that a side with an unknown token may have: those in play that belong to no known side. */
export function possibleColours(knowledge: MaskerView): ColourLetter[] {
  const known = knownTokens(knowledge);
  return COLOUR_LETTERS.filter((letter) => knowledge.inPlay[letter] > 0 && !known.includes(letter));
}

function drawOwners(knowledge: MaskerView, rng: Rng): number[] {
  const free = possibleColours(knowledge);
  return ownersOf(knownTokens(knowledge).map((known) => known ?? free.splice(rng.below(free.length), 1)[0] ?? '.'));
}

function setBoard(board: MaskerBoard, knowledge: MaskerView): void {
  for (const [index, cell] of cellsOf(knowledge.options.board).entries()) {
    board.put(cell, knowledge.board[index]?.crosses ?? '');
  }
  for (const letter of COLOUR_LETTERS) board.left[LETTERS.indexOf(letter)] = knowledge.inPlay[letter];
  board.left[WHITE] = knowledge.inPlay.W;
  board.piles.fill(0);
  for (const [seat, { crosses }] of knowledge.seats.entries())
    for (const letter of crosses) board.keep(seat, LETTERS.indexOf(letter));
  board.aim(knowledge.free === 'white' ? WHITE : NEUTRAL);
}

const trailOf = (captures: readonly CaptureView[]): number =>
  captures.reduce(
    (trail, { cell, cross }) => (trail << CAPTURE_BITS) | (parseCell(cell) << 3) | LETTERS.indexOf(cross),
    0,
  );

function exitOf(players: number, elimination: EliminationView | undefined): Exit | null {
  if (elimination === undefined) return null;
  const { seats, by, turn, given } = elimination;
  const gave = [0, 0, 0];
  for (const { from, count } of given) gave[from] = count;
  return { side: sideOf(players, seats[0] ?? NOBODY), by, turn, given: gave };
}

/** Whether a move takes the last cross of a colour, which tells everyone its owner, or that it has none [M12]. */
function revealsColour({ board }: MaskerPosition, move: Move): boolean {
  const cross = isCapture(move) ? board.topOf(move) : WHITE;
  return cross !== WHITE && board.left[cross] === 1;
}

/** What a seat with perfect memory knows: its view, and what it saw before. */
export interface MaskerKnowledge extends MaskerView {
  /** `null` or absent if the course of the game is not known: the position was set up. */
  readonly past?: MaskerPast | null;
}

/** The course of the game. A position keeps only captures; a turn that did not end by itself ended with a stop [M8] or a choice [M13]. */
export function pastOf(position: MaskerPosition): MaskerPast | null {
  const { origin, turnIndex, board, trail, firstExit } = position;
  if (origin === null) return null;
  const again = new MaskerPosition(position.options, position.players);
  again.begin({ grid: origin.grid, tokens: '' });
  again.owners = position.owners;
  const moves: Move[] = [];
  const play = (move: Move): void => {
    again.play(move);
    moves.push(move);
  };
  origin.moves.forEach(play);
  for (let turn = again.turnIndex; turn <= turnIndex; turn++) {
    const captures = capturesIn(turn < turnIndex ? (board.trails[turn] as number) : trail);
    for (const { cell } of captures.slice(capturesIn(again.trail).length)) play(cell);
    if (turn === turnIndex || again.turnIndex > turn) continue;
    play(again.gift === null ? STOP : GIVE + (firstExit?.given[again.gift.next] as number));
  }
  return { grid: origin.grid, moves };
}

export const knowledgeOf = (position: MaskerPosition, seat: Seat): MaskerKnowledge => ({
  ...viewOf(position, seat),
  past: pastOf(position),
});

/** Only the colours are secret. Nothing that was shown is covered again, so a perfect memory knows no more than the view shows. */
export const secrets: Secrets<MaskerOptions, MaskerPosition, MaskerKnowledge> = {
  knowledge: knowledgeOf,
  sample: sampleFrom,
  reveals: revealsColour,
};
