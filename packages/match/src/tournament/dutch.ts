/**
 * Pairs of a Swiss round by the FIDE Dutch System: FIDE Handbook C.04.3, in force since 2025. `C5` and the like are its criteria.
 * Checked against tournaments that an independent engine paired.
 */
import {
  clash,
  coloursOf,
  floatsUpAgain,
  isAbsolute,
  isDown,
  NO_COLOURS,
  type Player,
  playersOf,
  seatsOf,
} from './dutch-players.ts';
import type { Entrant, History, Tournament } from './tournament.ts';
import { pairingSteps } from './matching.ts';

/** The games of a round, by entrant in the order of seats, and the entrants who have a bye. */
export interface Grouping {
  readonly groups: readonly (readonly number[])[];
  readonly byes: readonly number[];
}

/** A costs digit: its value for one pair, and a number that the sum of all pairs stays below. */
type Digit = readonly [value: number, range: number];

/** Digits are packed into numbers below this. */
const PACKED = 2 ** 40;

/** What pairing two entrants costs who should not meet. Such pairs are only formed if there are no others. */
const REPEAT = 1000;
const SECOND_BYE = 1000;
const CLASH = 1;

/** Pairs the present entrants, in short steps. `round` counts from 1. */
export function* dutchPairs(
  tournament: Tournament,
  history: History,
  { present, round }: { readonly present: readonly Entrant[]; readonly round: number },
): Generator<void, Grouping, void> {
  const players = playersOf(tournament, history, { present, round });
  const pairs = yield* new Round(players, round).pair();
  const placed = pairs.toSorted(([one], [other]) => players.indexOf(one) - players.indexOf(other));
  return {
    groups: placed.flatMap(([high, low]) => (low === null ? [] : [seatsOf(high, low)])),
    byes: placed.flatMap(([high, low]) => (low === null ? [high.number] : [])),
  };
}

type Mates = ReadonlyMap<Player, Player | null>;

/** Whether one of these players has the bye, and all others have mates among them. */
const leavesOnlyBye = (players: readonly Player[], mates: Mates): boolean =>
  players.some((player) => mates.get(player) === null) &&
  players.every((player) => {
    const mate = mates.get(player) ?? null;
    return mate === null || players.includes(mate);
  });

type Pair = readonly [high: Player, low: Player | null];

/** The bracket that is being paired: who moved down, who has the score of the bracket, and who has the next lower one. */
interface Bracket {
  readonly moved: readonly Player[];
  readonly own: readonly Player[];
  readonly next: readonly Player[];
  /** Whether the bye goes to the only one whom the bracket leaves over (C9). */
  readonly leavesBye: boolean;
}

/** The digits by which equally good pairs are ordered. Places count from 0 among those who are ordered; -1 is any other. */
type Order = (high: number, low: number) => readonly Digit[];

class Round {
  /** Not paired yet, the highest first; `null` for the bye. */
  #left: readonly (Player | null)[];
  readonly #round: number;
  readonly #players: readonly Player[];
  #byePoints = Infinity;
  readonly #pairs: Pair[] = [];

  constructor(players: readonly Player[], round: number) {
    this.#players = players;
    this.#round = round;
    this.#left = players.length % 2 === 1 ? [...players, null] : players;
  }

  *pair(): Generator<void, readonly Pair[], void> {
    let moved: readonly Player[] = [];
    let leavesBye = yield* this.#findBye();
    for (let place = 0; place < this.#players.length || moved.length > 1;) {
      const own = this.#withPointsAt(place);
      const next = this.#withPointsAt(place + own.length);
      const mates = yield* this.#pairBracket({ moved, own, next, leavesBye });
      moved = [...moved, ...own].filter((player) => this.#left.includes(player));
      leavesBye = leavesOnlyBye([...moved, ...next], mates);
      place += own.length;
    }
    return [...this.#pairs, ...moved.map((player) => [player, null] as const)];
  }

  #withPointsAt(place: number): readonly Player[] {
    const points = this.#players[place]?.points;
    return this.#players.slice(place).filter((player) => player.points === points);
  }

  /** Finds the lowest score that can have the bye (C5), and whether it goes to the only one whom the first bracket leaves over. */
  *#findBye(): Generator<void, boolean, void> {
    if (this.#players.length % 2 === 0) return false;
    const levels = [...new Set(this.#players.map(({ points }) => points))];
    const top = levels[0] ?? 0;
    const mates = yield* this.#match((high, low) =>
      packed([
        [low === null ? -levels.indexOf(high.points) : 0, levels.length],
        [low !== null && low.points >= top ? -1 : 0, this.#players.length],
      ]),
    );
    this.#byePoints = this.#players.find((player) => mates.get(player) === null)?.points ?? 0;
    return leavesOnlyBye(this.#withPointsAt(0), mates);
  }

  /** The mate of each player who is left, with the least costs. */
  *#match(costOf: (high: Player, low: Player | null) => readonly number[]): Generator<void, Mates, void> {
    const left = this.#left;
    const mates = yield* pairingSteps(left.length, (one, other) => {
      const [high, low = null] = [left[Math.min(one, other)] ?? null, left[Math.max(one, other)]];
      return high === null ? [] : [this.#fault(high, low), ...costOf(high, low)];
    });
    return new Map(
      left.flatMap((player, index) => (player === null ? [] : [[player, left[mates[index] ?? index] ?? null]])),
    );
  }

  /** What a pair costs that no criterion allows: C1 and C3; for the bye C2, and C5, which gives it to the lowest score that can have it. */
  #fault(high: Player, low: Player | null): number {
    const { points, past } = high;
    if (low === null) return past.byes > 0 || points > this.#byePoints ? SECOND_BYE * Math.min(4, past.byes + 1) : 0;
    const isClash = clash(high, low) && isAbsolute(high) && isAbsolute(low) && !high.isTop && !low.isTop;
    return REPEAT * Math.min(4, past.met.get(low.number) ?? 0) + (isClash ? CLASH : 0);
  }

  /** Pairs a bracket, and returns who meets whom in the best pairs of the whole round, as far as the bracket decides it. */
  *#pairBracket(bracket: Bracket): Generator<void, Mates, void> {
    const criteria = new Criteria(bracket, this.#round);
    if (bracket.moved.length > 0) yield* this.#pairMoved(criteria, bracket);
    const places = placesOf(bracket.own.filter((player) => this.#left.includes(player)));
    const mates = yield* this.#match((high, low) => criteria.costs(high, low));
    const pairs = pairsIn(places, mates);
    if (this.#isHalves(pairs, places, criteria)) return this.#settle(halves(places, pairs.length), mates);
    const order = remainderOrder(places.size, pairs.length);
    const ordered = yield* this.#match((high, low) =>
      criteria.costs(high, low, order(places.get(high) ?? -1, placeOf(places, low))),
    );
    return this.#settle(pairsIn(places, ordered), ordered);
  }

  /** Whether the upper half against the lower half is as good as the best pairs: then it needs no exchanges, and nothing precedes it. */
  #isHalves(best: readonly Couple[], places: Places, criteria: Criteria): boolean {
    const isLast = best.flat().every((player) => (places.get(player) ?? 0) < 2 * best.length);
    const sumOf = (pairs: readonly Couple[]): readonly number[] =>
      pairs
        .map(([high, low]) => [this.#fault(high, low), ...criteria.costs(high, low)])
        .reduce((sum, costs) => costs.map((cost, index) => cost + (sum[index] ?? 0)), []);
    return isLast && String(sumOf(best)) === String(sumOf(halves(places, best.length)));
  }

  /** Pairs those who moved down: as many as possible, the highest first, each with the highest opponent. */
  *#pairMoved(criteria: Criteria, { moved, own }: Bracket): Generator<void, void, void> {
    const [ownPlaces, movedPlaces] = [placesOf(own), placesOf(moved)];
    const mates = yield* this.#match((high, low) => {
      const [one, other] = [movedPlaces.get(high) ?? -1, placeOf(ownPlaces, low)];
      const isPair = (place: number): boolean => place === one && other >= 0;
      return criteria.costs(high, low, [
        ...moved.map((_, place): Digit => [isPair(place) ? -1 : 0, 2]),
        ...moved.map((_, place): Digit => [isPair(place) ? other : 0, own.length + 1]),
      ]);
    });
    const pairs = moved.map((player) => [player, mates.get(player) ?? null] as const);
    this.#settle(
      pairs.filter((pair): pair is Couple => pair[1] !== null && ownPlaces.has(pair[1])),
      mates,
    );
  }

  #settle(pairs: readonly Couple[], mates: Mates): Mates {
    this.#pairs.push(...pairs);
    const paired = new Set<Player | null>(pairs.flat());
    this.#left = this.#left.filter((player) => !paired.has(player));
    return mates;
  }
}

type Couple = readonly [high: Player, low: Player];
/** By player: their place from 0, by rank. */
type Places = ReadonlyMap<Player, number>;

const placesOf = (players: readonly Player[]): Places => new Map(players.map((player, place) => [player, place]));
const placeOf = (places: Places, player: Player | null): number => (player === null ? -1 : (places.get(player) ?? -1));

/** The pairs among some players. */
const pairsIn = (places: Places, mates: Mates): readonly Couple[] =>
  [...places].flatMap(([player, place]) => {
    const mate = mates.get(player) ?? null;
    return mate !== null && placeOf(places, mate) > place ? [[player, mate] as const] : [];
  });

/** The upper half against the lower half, of the first `count` pairs. */
function halves(places: Places, count: number): readonly Couple[] {
  const players = [...places.keys()];
  const lower = players.slice(count);
  return players.slice(0, count).flatMap((high, place) => {
    const low = lower[place];
    return low === undefined ? [] : [[high, low] as const];
  });
}

/**
 * The order of the pairs of those with one score (4.2 and 4.3): the upper half meets the lower half. Few are exchanged between the halves,
 * and those near the middle; then each of the upper half, from the highest on, has the highest opponent.
 */
function remainderOrder(size: number, pairs: number): Order {
  const places = Array.from({ length: size }, (_, place) => place);
  const [upper, lower] = [places.slice(0, pairs).toReversed(), places.slice(pairs)];
  return (high, low) => {
    const isPair = high >= 0 && low >= 0;
    const is = (place: number): boolean => isPair && place === high;
    return [
      [isPair && high < pairs ? -1 : 0, size],
      [isPair ? high : 0, size * size + 1],
      ...upper.map((place): Digit => [is(place) ? 1 : 0, 2]),
      ...lower.map((place): Digit => [is(place) ? -1 : 0, 2]),
      ...places.map((place): Digit => [is(place) ? low : 0, size + 1]),
    ];
  };
}

type Level = readonly [points: number, range: number];

/** The scores of players, the highest first, each with a number above that of its players. */
const levelsOf = (players: readonly Player[]): readonly Level[] =>
  [...new Set(players.map(({ points }) => points))].map((points) => [
    points,
    players.filter((each) => each.points === points).length + 1,
  ]);

/** The criteria C6 to C21 of a bracket. */
class Criteria {
  readonly #leavesBye: boolean;
  readonly #own: ReadonlySet<Player | null>;
  readonly #next: ReadonlySet<Player | null>;
  readonly #round: number;
  readonly #count: number;
  /** Of those in the bracket, and with those of the next one. */
  readonly #levels: readonly Level[];
  readonly #allLevels: readonly Level[];

  constructor({ moved, own, next, leavesBye }: Bracket, round: number) {
    this.#leavesBye = leavesBye;
    [this.#own, this.#next] = [new Set(own), new Set(next)];
    this.#round = round;
    this.#count = moved.length + own.length + next.length + 1;
    this.#levels = levelsOf([...moved, ...own]);
    this.#allLevels = levelsOf([...moved, ...own, ...next]);
  }

  /** The costs of a pair in this bracket, the next one or below them; `null` for the bye. `order` decides among equal ones. */
  costs(high: Player, low: Player | null, order: readonly Digit[] = []): readonly number[] {
    const [isOwn, isNext] = [this.#own.has(low), this.#next.has(low)];
    const count = this.#count;
    const inBracket = isOwn ? low : null;
    const digits: Digit[] = [[isOwn ? -1 : 0, count]];
    for (const [points, range] of this.#levels) digits.push([isOwn && high.points === points ? -1 : 0, range]);
    digits.push([isNext ? -1 : 0, count]);
    for (const [points, range] of this.#allLevels) digits.push([isNext && high.points === points ? -1 : 0, range]);
    digits.push([low === null ? this.#unplayed(high) : 0, this.#round + 1]);
    for (const isBad of inBracket === null ? NO_COLOURS : coloursOf(high, inBracket))
      digits.push([isBad ? 1 : 0, count]);
    const rounds = [1, 2].filter((back) => back < this.#round);
    for (const back of rounds) digits.push(...this.#floats(high, inBracket, back));
    for (const back of rounds) digits.push(...this.#floatScores(high, inBracket, back));
    return packed([...digits, ...order]);
  }

  /** C9: the rounds that the one with the bye has not played. */
  #unplayed({ past }: Player): number {
    return this.#leavesBye ? this.#round - 1 - past.seats.length : 0;
  }

  /** C14 to C17: those who floated down and would do so again, and those who float up again. */
  #floats(high: Player, low: Player | null, back: number): readonly Digit[] {
    if (low === null)
      return [
        [0, 2 * this.#count],
        [0, this.#count],
      ];
    const down = (isDown(low, back) ? 1 : 0) + (high.points <= low.points && isDown(high, back) ? 1 : 0);
    return [
      [-down, 2 * this.#count],
      [floatsUpAgain(high, low, back) ? 1 : 0, this.#count],
    ];
  }

  /** C18 to C21: the same, by scores. */
  #floatScores(high: Player, low: Player | null, back: number): readonly Digit[] {
    const down = this.#levels.map(([points, range]): Digit => {
      const players = low === null ? [] : [high, low].filter((each) => each.points === points && isDown(each, back));
      return [-players.length, range];
    });
    const up = this.#levels.map(([points, range]): Digit => {
      const isUp = low !== null && high.points === points && floatsUpAgain(high, low, back);
      return [isUp ? 1 : 0, range];
    });
    return [...down, ...up];
  }
}

/** Digits as few numbers, in their order. */
function packed(digits: readonly Digit[]): readonly number[] {
  const numbers: number[] = [];
  let [number, whole] = [0, 1];
  for (const [value, range] of digits) {
    if (whole * range > PACKED) {
      numbers.push(number);
      [number, whole] = [0, 1];
    }
    number = number * range + value;
    whole *= range;
  }
  return [...numbers, number];
}
