import { type Move, NOBODY, type Rng, type Secrets } from '@tablier/core';
import { isCapture, parseCell } from './notation.ts';
import { type MaskerOptions, sideCount, sideOf } from './options.ts';
import { MaskerPosition } from './position.ts';
import { COLOUR_LETTERS, type ColourLetter, cellsOf, LETTERS, WHITE } from './tables.ts';
import { type CaptureView, type MaskerView, viewOf } from './view.ts';

/** Only the colours are secret. Nothing that was shown is covered again, so a perfect memory knows no more than the view shows. */
export const secrets: Secrets<MaskerOptions, MaskerPosition, MaskerView> = {
  knowledge: viewOf,
  sample: sampleFrom,
  reveals: revealsColour,
};

/**
 * A position that agrees with the knowledge. The sides whose colour is unknown get colours that are in play and not known to belong to
 * another side; all assignments are equally likely. A colour that vanished without an announcement has no owner [M12].
 */
function sampleFrom(knowledge: MaskerView, rng: Rng, into?: MaskerPosition): MaskerPosition {
  const position = into ?? new MaskerPosition(knowledge.options, knowledge.players);
  setBoard(position, knowledge);
  setPlayers(position, knowledge);
  setTurn(position, knowledge);
  setOwners(position, knowledge, rng);
  return position;
}

/** The colour of each side; `null` if it is not known. */
const knownTokens = (knowledge: MaskerView): (ColourLetter | null)[] =>
  Array.from({ length: sideCount(knowledge.players) }, (_, side) => knowledge.seats[side]?.colour ?? null);

/** The colours that a side with an unknown token may have: those in play that belong to no known side. */
export function possibleColours(knowledge: MaskerView): ColourLetter[] {
  const known = knownTokens(knowledge);
  return COLOUR_LETTERS.filter((letter) => knowledge.inPlay[letter] > 0 && !known.includes(letter));
}

function setOwners(position: MaskerPosition, knowledge: MaskerView, rng: Rng): void {
  const free = possibleColours(knowledge);
  position.owners.fill(NOBODY);
  for (const [side, known] of knownTokens(knowledge).entries()) {
    const token = known ?? free.splice(rng.below(free.length), 1)[0];
    if (token !== undefined) position.owners[LETTERS.indexOf(token)] = side;
  }
}

function setBoard(position: MaskerPosition, knowledge: MaskerView): void {
  for (const [index, cell] of cellsOf(knowledge.options.board).entries()) {
    position.putStack(cell, knowledge.board[index]?.crosses ?? '');
  }
  position.left.fill(0);
  for (const letter of COLOUR_LETTERS) position.left[LETTERS.indexOf(letter)] = knowledge.inPlay[letter];
  position.left[WHITE] = knowledge.inPlay.W;
}

function setPlayers(position: MaskerPosition, knowledge: MaskerView): void {
  position.piles.fill(0);
  position.debt = 0;
  position.debtor = NOBODY;
  for (const [seat, { pile, owes }] of knowledge.seats.entries()) {
    position.piles[seat] = pile;
    if (owes > 0) {
      position.debt = owes;
      position.debtor = seat;
    }
  }
  const [first, second] = knowledge.eliminations;
  position.out = first === undefined ? NOBODY : sideOf(knowledge.players, first.seats[0] ?? NOBODY);
  position.outBy = first?.by ?? NOBODY;
  position.outTurn = first?.turn ?? 0;
  position.second = second === undefined ? NOBODY : sideOf(knowledge.players, second.seats[0] ?? NOBODY);
  position.secondBy = second?.by ?? NOBODY;
  position.secondTurn = second?.turn ?? 0;
  position.given.fill(0);
  for (const { from, count } of first?.given ?? []) position.given[from] = count;
}

const trailOf = (captures: readonly CaptureView[]): number =>
  captures.reduce((trail, { cell, cross }) => (trail << 9) | (parseCell(cell) << 3) | LETTERS.indexOf(cross), 0);

function setTurn(position: MaskerPosition, knowledge: MaskerView): void {
  position.turn = knowledge.turn;
  position.turnIndex = knowledge.turnIndex;
  position.skipped = knowledge.passed.length;
  position.captures = knowledge.captures.length;
  position.trail = trailOf(knowledge.captures);
  position.lastTurn = knowledge.lastTurn?.seat ?? NOBODY;
  position.lastCaptures = knowledge.lastTurn?.captures.length ?? 0;
  position.lastTrail = trailOf(knowledge.lastTurn?.captures ?? []);
  position.giveLeast = knowledge.gift?.least ?? 0;
  position.giveMost = knowledge.gift?.most ?? 0;
  if (knowledge.turn === NOBODY) position.clearTargets();
  else position.findTargets(knowledge.free === 'white');
}

/**
 * Whether a move takes the last cross of a colour. Either its owner is announced, or everyone learns that it has none [M12]. The end of
 * the game, which shows all tokens, always comes with such a capture.
 */
function revealsColour({ stacks, left }: MaskerPosition, move: Move): boolean {
  const cross = isCapture(move) ? (stacks[move] ?? 0) & 7 : WHITE;
  return cross !== WHITE && left[cross] === 1;
}
