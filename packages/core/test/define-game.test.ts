import { describe, expect, test } from 'vitest';
import {
  BasePosition,
  copied,
  defineGame,
  legalMovesOf,
  type MoveList,
  NOBODY,
  type Options,
  type Outcome,
  SeededRng,
  type View,
} from '../src/index.ts';

/** A seat takes one or two of three; the seat that takes the last one wins. Declares only what is required. */
class Countdown extends BasePosition {
  left = 3;

  constructor() {
    super(2);
  }

  legalMoves(into: MoveList): number {
    for (let move = 0; move < Math.min(2, this.left); move++) into[move] = move;
    return Math.min(2, this.left);
  }

  play(move: number): void {
    this.left -= move + 1;
    this.turnIndex++;
    this.turn = this.left === 0 ? NOBODY : 1 - this.turn;
  }

  copyFrom({ left, turn, turnIndex }: Countdown): void {
    Object.assign(this, { left, turn, turnIndex });
  }

  clone(): this {
    return copied(this, new Countdown());
  }

  outcome(): Outcome {
    return { scores: [0, 0], places: [1, 1] };
  }
}

interface CountdownView extends View {
  readonly left: number;
}

const countdown = defineGame<Options, null, Countdown, CountdownView>({
  id: 'countdown',
  name: 'Countdown',
  author: 'Test',
  year: 2000,
  rulesVersion: 1,
  players: [2, 3],
  moveSpace: 2,
  start: () => new Countdown(),
  formatMove: (move) => `-${move + 1}`,
  view: ({ left, turn, turnIndex }) => ({ options: {}, players: 2, turn, turnIndex, passed: [], outcome: null, left }),
  restore: ({ left, turn, turnIndex }, into = new Countdown()) => Object.assign(into, { left, turn, turnIndex }),
});

describe('defineGame fills in what a game does not declare', () => {
  test('no options, one preset, numbered seats, no draws by agreement', () => {
    const { options, presets, seatNames, canDraw, maxMoves, isOpen } = countdown;
    expect({ options, presets, seatNames, canDraw, maxMoves, isOpen }).toEqual({
      options: {},
      presets: { default: {} },
      seatNames: ['first', 'second', 'third'],
      canDraw: false,
      maxMoves: 2,
      isOpen: true,
    });
    expect(countdown.peeks).toBeUndefined();
    expect(countdown.partners(3, 1)).toEqual([1]);
  });

  test('parseMove reads what formatMove writes, and nothing else', () => {
    expect(['-1', '-2', '-3', '-0', ' -1', ''].map((text) => countdown.parseMove(text))).toEqual([
      0,
      1,
      null,
      null,
      null,
      null,
    ]);
  });

  test('the deal is null, and any other is refused', () => {
    expect(countdown.deals.byPerson({})).toBe(false);
    expect(countdown.deals.draw({}, 2, new SeededRng(1))).toBeNull();
    expect(countdown.deals.parse({}, 2, null)).toEqual({ ok: true, value: null });
    expect(countdown.deals.parse({}, 2, [])).toEqual({ ok: false, error: 'Countdown has no deal' });
  });

  test('nothing is hidden: the knowledge of a seat is its view, and its choices are the legal moves', () => {
    const position = countdown.start({ options: {}, players: 2, deal: null });
    position.play(1);
    const view = countdown.view(position, 1);
    expect(countdown.choices(view)).toEqual([...legalMovesOf(countdown, position)]);
    expect(countdown.secrets.knowledge(position, 0)).toEqual(view);
    const into = new Countdown();
    expect(countdown.secrets.sample(view, new SeededRng(1), into)).toBe(into);
    expect(into.left).toBe(1);
    expect(countdown.secrets.hides({})).toBe(false);
    expect(countdown.secrets.movesShown({})).toBe('all');
    expect(countdown.secrets.reveals(position, 0)).toBe(false);
  });

  test('a position counts its moves and picks one at random', () => {
    const position = countdown.start({ options: {}, players: 2, deal: null });
    const rng = new SeededRng(1);
    expect(position.countMoves()).toBe(2);
    expect(new Set(Array.from({ length: 50 }, () => position.randomMove(rng)))).toEqual(new Set([0, 1]));
    const copy = position.clone();
    copy.play(0);
    expect([position.left, copy.left]).toEqual([3, 2]);
  });
});

test('a game with secrets hides something with all options, shows all moves, and no move reveals anything', () => {
  const { secrets, isOpen } = defineGame<Options, null, Countdown, CountdownView, number>({
    ...{ id: 'blind', name: 'Blind', author: 'Test', year: 2000, rulesVersion: 1, players: [2], moveSpace: 2 },
    start: () => new Countdown(),
    formatMove: (move) => `-${move + 1}`,
    view: (position, viewer) => countdown.view(position, viewer),
    choices: (view) => countdown.choices(view),
    secrets: { knowledge: ({ left }) => left, sample: () => new Countdown() },
  });
  expect(isOpen).toBe(false);
  expect(secrets.hides({})).toBe(true);
  expect(secrets.movesShown({})).toBe('all');
  expect(secrets.reveals(new Countdown(), 0)).toBe(false);
  expect(secrets.knowledge(new Countdown(), 0)).toBe(3);
});
