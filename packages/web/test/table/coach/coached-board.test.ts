import '../../english.ts';
import { makeSetup, NOBODY, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { expect, it } from 'vitest';
import type { BoardModule } from '../../../src/board/board-module.ts';
import { board as isaac } from '../../../src/games/isaac/board.ts';
import { board as nasca } from '../../../src/games/nasca/board.ts';
import { inputPath } from '../../../src/board/input-path.ts';
import { board as arcanor } from '../../../src/games/arcanor/board.ts';
import { board as masker } from '../../../src/games/masker/board.ts';
import { coachedBoard } from '../../../src/table/coach/coached-board.ts';
import { beforeMove } from '../../../src/table/guide/figure.ts';
import { boardState, trayItems } from '../../games/board-tools.ts';

it.each([
  ['isaac', isaac as BoardModule],
  ['nasca', nasca as BoardModule],
])('a piece of %s that the coach shows stays in the hand when it is pressed again', (id, plain) => {
  const game = games.find((each) => each.id === id);
  if (game === undefined) throw new Error(`no game ${id}`);
  const position = game.start({ options: Object.values(game.presets)[0] ?? {}, players: 2, deal: null });
  const empty = boardState(game, plain, position);
  const board = coachedBoard(plain, { move: empty.choices[0] ?? null, about: null });
  const pieces = trayItems(board, empty).filter(({ piece, enabled }) => piece !== undefined && enabled);
  const shown = pieces.find(({ isNext }) => isNext === true)?.id ?? '';
  const other = pieces.find(({ isNext }) => isNext !== true)?.id ?? '';
  for (const [item, stays] of [
    [shown, true],
    [other, false],
  ] as const) {
    const inHand = { ...empty, held: board.pick(empty, item).held };
    expect(inHand.held).not.toEqual(plain.nothing);
    expect(board.pick(inHand, item).held).toEqual(stays ? inHand.held : plain.pick(inHand, item).held);
    expect(plain.pick(inHand, item).held).not.toEqual(inHand.held);
  }
});

it.each([
  ['isaac', isaac as BoardModule],
  ['nasca', nasca as BoardModule],
  ['arcanor', arcanor as BoardModule],
])('the line of the bubble leads to what makes a move of %s that is in the hand', (id, plain) => {
  const game = games.find((each) => each.id === id);
  if (game === undefined) throw new Error(`no game ${id}`);
  const position = game.start({ options: Object.values(game.presets)[0] ?? {}, players: 2, deal: null });
  const empty = boardState(game, plain, position);
  for (const move of empty.choices.filter((_, index) => index % 20 === 0)) {
    const { state, places } = beforeMove(plain, empty, move);
    const { marks, targets, turns } = coachedBoard(plain, { move, about: null }).scene(state);
    const last = marks.findLast((mark) => mark.id.startsWith('marked'));
    const aims = places.flatMap((place) => targets.filter(({ id: target }) => target === place));
    const { x, y, width, depth } = turns ?? aims.at(-1) ?? {};
    expect(last).toMatchObject({ x, y, width, depth });
    // The Tab key leads to it, too.
    expect(targets.filter(({ isNext }) => isNext === true)).toMatchObject([{ id: aims.at(-1)?.id }]);
  }
});

it('a note gives way to a bubble that says the same, and to no other', () => {
  const plain = masker as BoardModule;
  const game = games.find(({ id }) => id === 'masker');
  if (game === undefined) throw new Error('no game');
  const options = Object.values(game.presets)[0] ?? {};
  const deal = game.deals.draw(options, 2, new SeededRng('free'));
  const state = boardState(game, plain, game.start({ options, players: 2, deal }));
  const free = { ...state, view: { ...state.view, free: 'isolation' } };
  const notesWith = (key?: string): string[] =>
    coachedBoard(plain, { move: null, about: null, ...(key !== undefined && { key }) })
      .notes(free)
      .map(({ text }) => text);
  const note = 'First may take any cross: nothing touches the plain one.';
  expect([notesWith(), notesWith('first_masker_full')]).toEqual([[note], [note]]);
  const saidWith = (key: string): readonly string[] | undefined =>
    coachedBoard(plain, { move: null, about: null, key }).announceEffects?.(state.view, free.view, state.people);
  expect(saidWith('first_masker_full')).toEqual([note]);
  for (const key of ['first_masker_free', 'coach_masker_frees_you'])
    expect([notesWith(key), saidWith(key)]).toEqual([[], []]);
});

it('a piece in the hand is outlined as a whole, also if the hand remembers something else', () => {
  const plain = nasca as BoardModule;
  const game = games.find((each) => each.id === 'nasca');
  if (game === undefined) throw new Error('no game nasca');
  const position = game.start({ options: Object.values(game.presets)[0] ?? {}, players: 2, deal: null });
  const empty = boardState(game, plain, position);
  const remembers = { ...empty, held: plain.keep?.(empty) };
  expect(remembers.held).not.toEqual(plain.nothing);
  const move = game.parseMove('c6-c10') ?? 0;
  const { state } = beforeMove(plain, remembers, move);
  const { marks, turns } = coachedBoard(plain, { move, about: null }).scene(state);
  const { x, y, width, depth } = turns ?? {};
  expect(marks.findLast(({ id }) => id.startsWith('marked'))).toMatchObject({ x, y, width, depth });
});

/** A position of Masker in which a capture takes two presses, as that of a last cross does. */
function withTwoPresses() {
  const plain = masker as BoardModule;
  const game = games.find((each) => each.id === 'masker');
  if (game === undefined) throw new Error('no game masker');
  const rng = new SeededRng('two presses');
  for (let course = 0; course < 50; course++) {
    const options = Object.values(game.presets)[0] ?? {};
    const setup = makeSetup(game, { options, players: 2, deal: game.deals.draw(options, 2, rng) });
    if (!setup.ok) throw new Error(setup.error.name);
    const position = game.start(setup.value);
    while (position.turn !== NOBODY) {
      const state = boardState(game, plain, position);
      for (const move of state.choices) if (inputPath(plain, state, move)?.length === 2) return { plain, state, move };
      position.play(position.randomMove(rng));
    }
  }
  throw new Error('no capture with two presses');
}

it('a place that is pressed twice is marked once', () => {
  const { plain, state, move } = withTwoPresses();
  const ids = coachedBoard(plain, { move, about: null })
    .scene(state)
    .marks.map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith('marked'))).toHaveLength(1);
  expect(new Set(ids).size).toBe(ids.length);
});
