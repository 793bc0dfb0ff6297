import { describe, expect, test } from 'vitest';
import { defineGame, legalMovesOf, type Options, SeededRng, success } from '../src/index.ts';
import { Countdown, countdown, type CountdownView, RULES } from './countdown.ts';

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
    expect(position.passed).toEqual([]);
    position.play(0);
    expect(position.clone().left).toBe(2);
    position.copyFrom(countdown.start({ options: {}, players: 2, deal: null }));
    const copy = position.clone();
    copy.play(0);
    expect([position.left, copy.left]).toEqual([3, 2]);
  });
});

test('a game with secrets hides with all options, shows all moves and reveals nothing, unless it says otherwise', () => {
  const { secrets, choices, isOpen } = defineGame<Options, null, Countdown, CountdownView, number>({
    ...{ id: 'blind', name: 'Blind', author: 'Anonymous', year: 2000, rulesVersion: 1, players: [2], moveSpace: 2 },
    start: () => new Countdown(),
    formatMove: (move) => `-${move + 1}`,
    view: (position, viewer) => countdown.view(position, viewer),
    choices: () => [1],
    secrets: { knowledge: ({ left }) => left, sample: () => new Countdown() },
  });
  expect(choices(countdown.view(new Countdown(), 0))).toEqual([1]);
  expect(isOpen).toBe(false);
  expect(secrets.hides({})).toBe(true);
  expect(secrets.movesShown({})).toBe('all');
  expect(secrets.reveals(new Countdown(), 0)).toBe(false);
  expect(secrets.knowledge(new Countdown(), 0)).toBe(3);
});

describe('what a game declares is used', () => {
  test('deals; a person makes none unless the game says so', () => {
    const deals = { draw: () => 7, parse: () => success(7) };
    const game = defineGame<Options, number, Countdown, CountdownView>({ ...RULES, deals });
    expect(game.deals.draw({}, 2, new SeededRng(1))).toBe(7);
    expect(game.deals.parse({}, 2, 'anything')).toEqual({ ok: true, value: 7 });
    expect(game.deals.byPerson({})).toBe(false);
    const edited = defineGame<Options, number, Countdown, CountdownView>({
      ...RULES,
      deals: { ...deals, byPerson: () => true },
    });
    expect(edited.deals.byPerson({})).toBe(true);
  });

  test('peeks, partners, presets, seat names and draws', () => {
    const peeks = { list: () => ['a1'], look: () => 'nothing', ofTry: () => null };
    const game = defineGame({
      ...RULES,
      peeks,
      partners: () => [0, 1],
      options: { step: { values: [1, 2], default: 2 } },
      presets: { slow: { step: 1 } },
      seatNames: ['north', 'south', 'east'],
      canDraw: true,
      maxMoves: 1,
    });
    expect(game.peeks).toBe(peeks);
    expect(game.id).toBe('countdown');
    expect(game.partners(3, 2)).toEqual([0, 1]);
    const { presets, seatNames, canDraw, maxMoves, options } = game;
    expect({ presets, seatNames, canDraw, maxMoves, options }).toEqual({
      presets: { slow: { step: 1 } },
      seatNames: ['north', 'south', 'east'],
      canDraw: true,
      maxMoves: 1,
      options: { step: { values: [1, 2], default: 2 } },
    });
    expect('peeks' in countdown).toBe(false);
  });
});
