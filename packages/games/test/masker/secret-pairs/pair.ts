import { legalMovesOf, makeSetup, NOBODY, type Rng, type Seat, SeededRng, type Setup } from '@tablier/core';
import { masker } from '../../../src/masker/index.ts';
import { MaskerTable } from './table.ts';
import type { NextCommand, SecretPair } from '@tablier/testkit';

/** Replays recorded draws, then continues with others. */
class Script implements Rng {
  #at = 0;
  readonly #draws: readonly number[];
  readonly #rest: Rng;

  constructor(draws: readonly number[], rest: Rng) {
    this.#draws = draws;
    this.#rest = rest;
  }

  below(bound: number): number {
    return this.#draws[this.#at++] ?? this.#rest.below(bound);
  }
}

interface Deal {
  readonly grid: string;
  readonly tokens: string;
}

const isDeal = (data: unknown): data is Deal =>
  typeof data === 'object' && data !== null && 'grid' in data && 'tokens' in data;

/** The tokens are drawn last, with these bounds: of five, four, three and two. */
const TOKEN_BOUNDS = [5, 4, 3, 2] as const;

const COLOURS = ['R', 'Y', 'G', 'B', 'P'] as const;
/** With fewer crosses of a colour left, a bot may take the last one in its turn, which ends the comparison. */
const SAFE_FROM_BOTS = 3;

/** The side of a seat: four play as two teams [M4]. */
const sideOf = (players: number, seat: Seat): number => (players === 4 ? seat % 2 : seat);

export interface MaskerTerms {
  readonly options: { readonly touch: string; readonly board: string };
  readonly players: number;
  /** The seat that must not distinguish the worlds; `null` for spectators only. */
  readonly viewer: Seat | null;
  /** Seats with the same tokens in both worlds, so that they make the same moves. */
  readonly bots: readonly Seat[];
}

/** Two matches of Masker with the same grid: the tokens of the viewer's side and of the bots' are the same, all others differ. */
export class MaskerPair implements SecretPair {
  readonly game = 'masker';
  readonly options;
  readonly players: number;
  readonly bots: readonly Seat[];
  readonly alike: readonly Seat[];
  readonly openings = [[], []] as const;
  readonly chance: readonly [Rng, Rng];
  readonly deals: readonly [Deal, Deal];
  readonly floor = 0;
  readonly #setup: Setup;
  readonly #moves: string[] = [];
  /** The plies at which a colour vanished. */
  #vanished: number[] = [];
  #table: MaskerTable;
  #position;
  #seats: { readonly seat: Seat; readonly turn: number }[] = [];
  #telling: NextCommand | null = null;

  constructor({ options, players, viewer, bots }: MaskerTerms, seed: string) {
    this.options = options;
    this.players = players;
    this.bots = bots;
    const fixed = new Set([...bots, ...(viewer === null ? [] : [viewer])].map((seat) => sideOf(players, seat)));
    this.alike = seatsOf(players).filter((seat) => fixed.has(sideOf(players, seat)));
    const worlds = twoDeals(this.options, players, fixed, seed);
    this.deals = [worlds[0].deal, worlds[1].deal];
    this.chance = [worlds[0].chance, worlds[1].chance];
    const setup = makeSetup(masker, { options, players, deal: this.deals[0] });
    if (!setup.ok) throw new Error(setup.error.detail);
    this.#setup = setup.value;
    this.#position = masker.start(this.#setup);
    this.#table = new MaskerTable(this.deals[0].grid);
  }

  get turn(): Seat {
    return this.#position.turn;
  }

  get plies(): number {
    return this.#moves.length;
  }

  next(rng: Rng): NextCommand | null {
    if (this.turn === NOBODY || this.#mayBeToldByBots()) return null;
    const legal = [...legalMovesOf(masker, this.#position)].map((move) => masker.formatMove(move));
    const text = legal[rng.below(legal.length)] ?? '';
    const command = { kind: 'move', text } as const;
    if (!this.#tells(text)) return command;
    this.#telling = command;
    return null;
  }

  revealing(): NextCommand | null {
    return this.#telling;
  }

  illegal(rng: Rng): string {
    const legal = [...legalMovesOf(masker, this.#position)].map((move) => masker.formatMove(move));
    const cells = CELLS.filter((cell) => !legal.includes(cell));
    return cells[rng.below(cells.length)] ?? 'a1';
  }

  made({ text }: NextCommand): boolean {
    const told = this.#tells(text);
    this.#play(text);
    return !told;
  }

  revealedSince(to: number): boolean {
    return this.#vanished.some((ply) => ply >= to);
  }

  isOwnTurnSince(to: number): boolean {
    const { turn, turnIndex } = this.#position;
    return this.#seats.slice(to).every((made) => made.seat === turn && made.turn === turnIndex);
  }

  takenBack(to: number): void {
    const moves = this.#moves.splice(0).slice(0, to);
    this.#vanished = [];
    this.#seats = [];
    this.#position = masker.start(this.#setup);
    this.#table = new MaskerTable(this.deals[0].grid);
    for (const move of moves) this.#play(move);
  }

  differs(): boolean {
    return this.deals[0].tokens !== this.deals[1].tokens;
  }

  #play(text: string): void {
    const { turn: seat, turnIndex: turn } = this.#position;
    if (this.#table.play(text) !== null) this.#vanished.push(this.#moves.length);
    this.#seats.push({ seat, turn });
    this.#moves.push(text);
    this.#position.play(masker.parseMove(text) ?? NOBODY);
  }

  /** Whether a bot could take the last cross of a colour with different owners in the next turn. */
  #mayBeToldByBots(): boolean {
    const [one, other] = this.deals.map(({ tokens }) => tokens);
    if (one === undefined || other === undefined || this.bots.length === 0) return false;
    return COLOURS.some(
      (colour) => one.indexOf(colour) !== other.indexOf(colour) && this.#table.left(colour) < SAFE_FROM_BOTS,
    );
  }

  /** Whether the announcements after this move differ [M12], or it ends the game, which shows everything [M6]. */
  #tells(text: string): boolean {
    const colour = this.#table.vanishing(text);
    if (colour === null) return false;
    const [one, other] = this.deals.map(({ tokens }) => tokens.indexOf(colour));
    if (one !== other) return true;
    const after = masker.start(this.#setup);
    for (const move of [...this.#moves, text]) after.play(masker.parseMove(move) ?? NOBODY);
    return after.turn === NOBODY;
  }
}

/** Every cell. Captures on the cell of the colourless cross are legal at times [M18]; at most 35 are legal at once. */
const CELLS = Array.from({ length: 36 }, (_, cell) => `${'abcdef'.charAt(cell % 6)}${Math.floor(cell / 6) + 1}`);

const seatsOf = (players: number): Seat[] => Array.from({ length: players }, (_, seat) => seat);

interface DealtWorld {
  readonly deal: Deal;
  readonly chance: Rng;
}

function twoDeals(
  options: MaskerTerms['options'],
  players: number,
  fixed: ReadonlySet<number>,
  seed: string,
): readonly [DealtWorld, DealtWorld] {
  const source = new SeededRng(`${seed} deal`);
  const draws: number[] = [];
  const dealt = (rng: Rng): Deal => {
    const deal = masker.deals.draw(options, players, rng);
    if (!isDeal(deal)) throw new Error('Masker deals no grid and tokens');
    return deal;
  };
  const recorded: Rng = {
    below: (bound) => {
      const drawn = source.below(bound);
      draws.push(drawn);
      return drawn;
    },
  };
  const first = dealt(recorded);
  const grid = draws.slice(0, -TOKEN_BOUNDS.length);
  const world = (script: readonly number[]): Rng => new Script(script, new SeededRng(`${seed} seats`));
  const others = tokenDraws()
    .map((tokens) => [...grid, ...tokens])
    .filter((script) => isOther(first, dealt(world(script)), fixed));
  const script = others[source.below(others.length)];
  if (script === undefined) throw new Error(`no other world for ${first.tokens}`);
  return [
    { deal: first, chance: world(draws) },
    { deal: dealt(world(script)), chance: world(script) },
  ];
}

/** Whether grid and fixed tokens are the same, and all other tokens differ. */
const isOther = (one: Deal, other: Deal, fixed: ReadonlySet<number>): boolean =>
  one.grid === other.grid &&
  Array.from(one.tokens).every((token, side) => (token === other.tokens[side]) === fixed.has(side));

/** All possible results of the draws of the tokens. */
const tokenDraws = (): number[][] =>
  TOKEN_BOUNDS.reduce<number[][]>(
    (lists, bound) => lists.flatMap((list) => Array.from({ length: bound }, (_, drawn) => [...list, drawn])),
    [[]],
  );
