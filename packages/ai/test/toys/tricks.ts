import {
  copied,
  defineGame,
  failure,
  type MoveList,
  NOBODY,
  type Options,
  type Outcome,
  placesByScore,
  type Position,
  type Rng,
  shuffle,
  success,
  type View,
  type Viewer,
} from '@tablier/core';
import type { BotGame } from '../../src/index.ts';

/**
 * A card game of five tricks for two or three players: sixteen cards `0` to `f`, five in each hand, the rest out of play. The
 * highest card takes the trick, and its player leads to the next. A seat knows its own hand and the played cards.
 */
const CARDS = 16;
const HAND = 5;

export interface TricksKnowledge {
  readonly options: Options;
  readonly players: number;
  readonly seat: number;
  readonly hand: readonly number[];
  /** The cards played, in order. */
  readonly played: readonly number[];
}

export class TricksPosition implements Position {
  turn = 0;
  turnIndex = 0;
  readonly passed: readonly number[] = [];
  readonly options: Options;
  hands: number[][];
  played: number[] = [];
  points: number[];
  private trick: { seat: number; card: number }[] = [];

  constructor(options: Options, hands: readonly (readonly number[])[]) {
    this.options = options;
    this.hands = hands.map((hand) => [...hand]);
    this.points = hands.map(() => 0);
  }

  legalMoves(into: MoveList): number {
    if (this.turn === NOBODY) return 0;
    const hand = this.hands[this.turn] as number[];
    into.set(hand);
    return hand.length;
  }

  countMoves(): number {
    return this.hands[this.turn]?.length ?? 0;
  }

  randomMove(rng: Rng): number {
    return this.hands[this.turn]?.[rng.below(this.countMoves())] as number;
  }

  play(card: number): void {
    const seat = this.turn;
    this.hands[seat] = (this.hands[seat] as number[]).filter((own) => own !== card);
    this.played.push(card);
    this.trick.push({ seat, card });
    this.turnIndex++;
    this.turn = (seat + 1) % this.hands.length;
    if (this.trick.length === this.hands.length) this.takeTrick();
  }

  private takeTrick(): void {
    const { seat } = this.trick.reduce((best, next) => (next.card > best.card ? next : best));
    this.points[seat] = (this.points[seat] as number) + 1;
    this.trick = [];
    this.turn = this.hands[seat]?.length === 0 ? NOBODY : seat;
  }

  copyFrom(other: TricksPosition): void {
    this.turn = other.turn;
    this.turnIndex = other.turnIndex;
    this.hands = other.hands.map((hand) => [...hand]);
    this.played = [...other.played];
    this.points = [...other.points];
    this.trick = [...other.trick];
  }

  clone(): this {
    return copied(this, new TricksPosition(this.options, this.hands));
  }

  outcome(): Outcome {
    return { scores: [...this.points], places: placesByScore(this.points) };
  }
}

const isDeal = (deal: unknown, players: number): deal is number[][] => {
  if (!Array.isArray(deal) || deal.length !== players) return false;
  const cards: unknown[] = deal.flat();
  return (
    deal.every((hand) => Array.isArray(hand) && hand.length === HAND) &&
    cards.every((card) => typeof card === 'number' && Number.isInteger(card) && card >= 0 && card < CARDS) &&
    new Set(cards).size === cards.length
  );
};

const ascending = (cards: readonly number[]): number[] => [...cards].sort((a, b) => a - b);

/** The sorted hands of a shuffled pack. */
const cut = (pack: readonly number[], players: number): number[][] =>
  Array.from({ length: players }, (_, seat) => ascending(pack.slice(seat * HAND, (seat + 1) * HAND)));

const wholePack = (): number[] => Array.from({ length: CARDS }, (_, card) => card);

/** The cards that each seat played, from the order of play. */
function playedBy(played: readonly number[], players: number): number[][] {
  const dummy = new TricksPosition({}, Array.from({ length: players }, wholePack));
  const cards: number[][] = Array.from({ length: players }, () => []);
  for (const card of played) {
    cards[dummy.turn]?.push(card);
    dummy.play(card);
  }
  return cards;
}

interface TricksView extends View {
  readonly viewer: Viewer;
  readonly hand: readonly number[];
  readonly played: readonly number[];
}

export const tricks: BotGame<TricksPosition, TricksView, TricksKnowledge> = {
  ...defineGame<Options, number[][], TricksPosition, TricksView, TricksKnowledge>({
    id: 'tricks',
    name: 'Tricks',
    author: 'traditional',
    year: 1500,
    rulesVersion: 1,
    players: [2, 3],
    maxMoves: HAND,
    moveSpace: CARDS,
    start: ({ options, deal }) => new TricksPosition(options, deal),
    formatMove: (move) => move.toString(CARDS),
    view: (position, viewer) => ({
      options: position.options,
      players: position.hands.length,
      turn: position.turn,
      turnIndex: position.turnIndex,
      passed: [],
      outcome: position.turn === NOBODY ? position.outcome() : null,
      viewer,
      hand: typeof viewer === 'number' ? [...(position.hands[viewer] as number[])] : [],
      played: [...position.played],
    }),
    choices: (view) => {
      if (view.turn === NOBODY) return [];
      if (view.viewer === view.turn) return [...view.hand];
      return wholePack().filter((card) => !view.played.includes(card) && !view.hand.includes(card));
    },
    deals: {
      draw: (_options, players, rng) => cut(shuffle(wholePack(), rng), players),
      parse: (_options, players, deal) =>
        isDeal(deal, players) ? success(deal.map(ascending)) : failure('five cards for each'),
    },
    secrets: {
      knowledge: ({ options, hands, played }, seat) => ({
        options,
        players: hands.length,
        seat,
        hand: [...(hands[seat] as number[])],
        played: [...played],
      }),
      sample({ options, players, seat, hand, played }, rng, into) {
        const unseen = shuffle(
          wholePack().filter((card) => !hand.includes(card) && !played.includes(card)),
          rng,
        );
        const hands = playedBy(played, players).map((shown, other) =>
          ascending([...shown, ...(other === seat ? hand : unseen.splice(0, HAND - shown.length))]),
        );
        const world = new TricksPosition(options, hands);
        for (const card of played) world.play(card);
        into?.copyFrom(world);
        return into ?? world;
      },
    },
  }),
  advice: {
    evaluate(position, into) {
      for (const seat of position.points.keys()) into[seat] = ((position.points[seat] as number) + 1) / (HAND + 2);
    },
    levels: {
      1: { nodes: 60, exploration: 1, lapses: 0.5 },
      2: { nodes: 60, exploration: 1, lapses: 0.5 },
      3: { nodes: 60, exploration: 1, lapses: 0.5 },
      4: { nodes: 600, exploration: 1 },
      5: { nodes: 600, exploration: 1 },
      6: { nodes: 600, exploration: 1 },
      7: { nodes: 6_000, exploration: 1 },
      8: { nodes: 6_000, exploration: 1 },
    },
  },
};
