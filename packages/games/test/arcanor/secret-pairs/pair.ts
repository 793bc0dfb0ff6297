import { isLegal, legalMovesOf, NOBODY, type Rng, type Seat, SeededRng, shuffle } from '@tablier/core';
import { arcanor, ArcanorPosition, CELLS, formatCell, LIBERATE, kindOf } from '../../../src/arcanor/index.ts';
import { OPTIONS, ownerOfTop, positionAfter, pick, shownBy, stacksOf, topOn, under } from './table.ts';
import { findExchange } from './exchange.ts';
import type { NextCommand, SecretPair } from '@tablier/testkit';

/** The maximum length of an opening in plies, and the number of tries for a short one. */
const LONGEST_OPENING = 30;
const TRIES = 4;
/** One in this many commands is a peek. */
const PEEKS = 6;

interface Made {
  readonly move: string;
  /** Whether it uncovered something [A6] [A7]. */
  readonly revealed: boolean;
}

/** Two matches of Arcanor that look the same after their openings, although two stacks that look the same have changed places. */
export class ArcanorPair implements SecretPair {
  readonly game = 'arcanor';
  readonly options = OPTIONS;
  readonly players = 2;
  readonly bots = [];
  readonly alike = [0, 1];
  readonly openings: readonly [readonly string[], readonly string[]];
  readonly chance: readonly [Rng, Rng];
  readonly deals = [null, null] as const;
  readonly floor: number;
  readonly #made: Made[] = [];
  #worlds: readonly [ArcanorPosition, ArcanorPosition];
  /** The moves before which there was a peek. */
  #peeks: number[] = [];
  #telling: NextCommand | null = null;

  constructor(seed: string) {
    this.openings = twoOpenings(new SeededRng(`${seed} opening`));
    this.chance = [new SeededRng(`${seed} seats`), new SeededRng(`${seed} seats`)];
    this.#worlds = [positionAfter(this.openings[0]), positionAfter(this.openings[1])];
    this.floor = this.openings[0].length;
  }

  get turn(): Seat {
    return this.#worlds[0].turn;
  }

  get plies(): number {
    return this.floor + this.#made.length;
  }

  next(rng: Rng): NextCommand | null {
    if (this.turn === NOBODY) return null;
    const peeks = rng.below(PEEKS) === 0 ? shuffle([...this.#peekable()], rng) : [];
    const moves = shuffle([...legalMovesOf(arcanor, this.#worlds[0])], rng).map((move) => arcanor.formatMove(move));
    const tries = rng.below(PEEKS) === 0 ? this.#emptyTries(rng) : [];
    const commands: NextCommand[] = [
      ...peeks.map((text) => ({ kind: 'peek', text }) as const),
      ...[...tries, ...moves].map((text) => ({ kind: 'move', text }) as const),
    ];
    for (const command of commands) {
      if (!this.#tells(command)) return command;
      this.#telling ??= command;
    }
    return null;
  }

  revealing(): NextCommand | null {
    return this.#telling;
  }

  /** A slide of a stack of the other side: illegal in both worlds. */
  illegal(rng: Rng): string {
    const foreign = this.#cells((top) => top !== '' && ownerOfTop(top) !== this.turn);
    const cell = pick(foreign, rng) ?? 0;
    const column = cell % 8;
    return `${formatCell(cell)}-${formatCell(column < 7 ? cell + 1 : cell - 1)}`;
  }

  made(command: NextCommand): boolean {
    const told = this.#tells(command);
    const move = command.kind === 'move' ? arcanor.parseMove(command.text) : null;
    this.#telling = null;
    if (move === null || !isLegal(arcanor, this.#worlds[0], move)) this.#peeks.push(this.plies);
    else this.#play(command.text);
    return !told;
  }

  revealedSince(to: number): boolean {
    return (
      this.#peeks.some((after) => after > to) || this.#made.slice(to - this.floor).some(({ revealed }) => revealed)
    );
  }

  /** A turn is one move. */
  isOwnTurnSince(to: number): boolean {
    return to >= this.plies;
  }

  takenBack(to: number): void {
    const moves = this.#made.splice(0).slice(0, to - this.floor);
    this.#telling = null;
    this.#peeks = this.#peeks.filter((after) => after <= to);
    this.#worlds = [positionAfter(this.openings[0]), positionAfter(this.openings[1])];
    for (const { move } of moves) this.#play(move);
  }

  differs(): boolean {
    return stacksOf(this.#worlds[0]) !== stacksOf(this.#worlds[1]);
  }

  #play(text: string): void {
    const move = arcanor.parseMove(text) ?? NOBODY;
    const [position] = this.#worlds;
    const before = under(position, originCell(text));
    this.#made.push({ move: text, revealed: kindOf(move) !== 0 && before !== '' });
    for (const world of this.#worlds) world.play(move);
  }

  /** Whether the two worlds answer this command differently, or it shows everything. */
  #tells({ kind, text }: NextCommand): boolean {
    const [one, other] = this.#worlds;
    const cell = originCell(text);
    if (kind === 'peek') return under(one, cell) !== under(other, cell);
    const move = arcanor.parseMove(text) ?? NOBODY;
    const [here, there] = this.#worlds.map((world) => isLegal(arcanor, world, move));
    if (here !== there) return true;
    // A liberation that is illegal in both is answered as a peek [A6].
    if (!here) return under(one, cell) !== under(other, cell);
    const [after, afterThere] = [one.clone(), other.clone()];
    after.play(move);
    afterThere.play(move);
    return after.turn === NOBODY || shownBy(after) !== shownBy(afterThere);
  }

  #cells(isWanted: (top: string) => boolean): number[] {
    return Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => isWanted(topOn(this.#worlds[0], cell)));
  }

  /** The tops of the seat to move [A10]. */
  #peekable(): string[] {
    return this.#cells((top) => ownerOfTop(top) === this.turn).map(formatCell);
  }

  /** Liberations with empty tops, which the view cannot show to be illegal [A6]. */
  #emptyTries(rng: Rng): string[] {
    const [position] = this.#worlds;
    const legal = new Set(legalMovesOf(arcanor, position));
    const tries = Array.from({ length: arcanor.moveSpace }, (_, move) => move).filter(
      (move) =>
        kindOf(move) === LIBERATE && !legal.has(move) && (arcanor.peeks?.ofTry(position, move) ?? null) !== null,
    );
    return shuffle(tries, rng).map((move) => arcanor.formatMove(move));
  }
}

const originCell = (text: string): number => text.charCodeAt(0) - 97 + 8 * (Number(text.charAt(1)) - 1);

/** Two openings of equal length after which the view is the same. */
function twoOpenings(rng: Rng): [readonly string[], readonly string[]] {
  for (;;) {
    const found = Array.from({ length: TRIES }, () => oneTry(rng)).filter((pair) => pair !== null);
    const [shortest] = found.sort((left, right) => left[0].length - right[0].length);
    if (shortest !== undefined) return shortest;
  }
}

/** Random moves, captures and liberations first, until two stacks that look the same can change places without a visible difference. */
function oneTry(rng: Rng): [readonly string[], readonly string[]] | null {
  const position = new ArcanorPosition(OPTIONS);
  const moves: string[] = [];
  while (position.turn !== NOBODY && moves.length < LONGEST_OPENING) {
    const exchange = moves.length < 2 ? null : findExchange(position, rng);
    if (exchange !== null) {
      const [one, other] = exchange.slides.map((slides) => [
        ...moves,
        ...slides.flatMap((slide, index) => [slide, exchange.answers[index] ?? '']),
      ]);
      if (one !== undefined && other !== undefined && isUnseen(one, other)) return [one, other];
    }
    const legal = shuffle([...legalMovesOf(arcanor, position)], rng);
    const move = (rng.below(2) === 0 ? legal.find((one) => kindOf(one) !== 0) : undefined) ?? legal[0] ?? NOBODY;
    moves.push(arcanor.formatMove(move));
    position.play(move);
  }
  return null;
}

/** Whether both openings are legal, look the same and lead to different contents. */
function isUnseen(one: readonly string[], other: readonly string[]): boolean {
  if (!isPlayable(one) || !isPlayable(other)) return false;
  const [here, there] = [positionAfter(one), positionAfter(other)];
  return here.turn !== NOBODY && shownBy(here) === shownBy(there) && stacksOf(here) !== stacksOf(there);
}

function isPlayable(moves: readonly string[]): boolean {
  const position = new ArcanorPosition(OPTIONS);
  return moves.every((text) => {
    const move = arcanor.parseMove(text) ?? NOBODY;
    const legal = isLegal(arcanor, position, move);
    if (legal) position.play(move);
    return legal;
  });
}
