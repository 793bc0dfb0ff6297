import { defaultOptions, makeSetup, type Move, NOBODY, positionAfter, SeededRng } from '@tablier/core';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstGame as arcanorFirst } from '../../src/arcanor/first-game.ts';
import { type CatalogueGame, games } from '../../src/index.ts';
import { firstGame as isaacFirst } from '../../src/isaac/first-game.ts';
import { firstGame as maskerFirst } from '../../src/masker/first-game.ts';
import { type MaskerView, parseCell } from '../../src/masker/view.ts';
import { firstGame as nascaFirst } from '../../src/nasca/first-game.ts';
import { guidanceOf, type FirstGame, nextBubble } from '../../src/shared/first-game.ts';

const FIRST = {
  arcanor: arcanorFirst,
  isaac: isaacFirst,
  masker: maskerFirst,
  nasca: nascaFirst,
} as unknown as Readonly<Record<string, FirstGame>>;
/** By bubble: the numbers of the rules that it teaches. */
const TEACHES: Readonly<Record<string, readonly string[]>> = {
  first_isaac_lay: ['I3', 'I5'],
  first_isaac_line: ['I12'],
  first_isaac_number: ['I4', 'I12'],
  first_isaac_pass: ['I6'],
  first_isaac_scoring: ['I7', 'I8', 'I9', 'I10'],
  first_isaac_double: ['I12'],
  first_isaac_out: ['I15'],
  first_isaac_counter: ['I8', 'I13'],
  first_isaac_stuck: ['I11'],
  first_isaac_hundred: ['I14', 'I16'],
  first_isaac_longer: ['I10'],
  first_nasca_lay: ['N2', 'N3', 'N4'],
  first_nasca_round: ['N16'],
  first_nasca_closes: ['N12', 'N14'],
  first_nasca_opens: ['N11', 'N15'],
  first_nasca_edge: ['N13'],
  first_nasca_bridge: ['N5', 'N6', 'N7'],
  first_nasca_above: ['N11'],
  first_nasca_pass: ['N8'],
  first_masker_colour: ['M3', 'M6', 'M15'],
  first_masker_take: ['M1', 'M7', 'M8'],
  first_masker_gone: ['M12'],
  first_masker_free: ['M9'],
  first_masker_white: ['M10'],
  first_masker_more: ['M5', 'M8'],
  first_masker_own: ['M12'],
  first_masker_strands: ['M9'],
  first_masker_full: ['M11', 'M14'],
  first_arcanor_slide: ['A1', 'A5'],
  first_arcanor_lid: ['A6', 'A4'],
  first_arcanor_home: ['A9'],
  first_arcanor_took: ['A7', 'A8'],
  first_arcanor_take: ['A7'],
  first_arcanor_arrive: ['A11'],
  first_arcanor_open: ['A2', 'A3', 'A6'],
  first_arcanor_values: ['A2'],
  first_arcanor_peek: ['A10'],
  first_arcanor_twelve: ['A11'],
  first_arcanor_pass: ['A12'],
  first_arcanor_quiet: ['A13'],
};

/** By rule that no bubble teaches: why. It cannot apply in a first game, or the page applies it. */
const UNTAUGHT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  isaac: { I1: 'names of cells', I2: 'names of cells' },
  nasca: {
    N1: 'names of cells',
    N9: 'a first game has no landscape',
    N10: 'a first game has no landscape',
  },
  masker: {
    M2: 'the page deals',
    M4: 'a first game has two seats',
    M13: 'a first game has two seats',
    M16: 'a first game is flat',
    M17: 'a first game is flat',
    M18: 'a first game is flat',
  },
  arcanor: {},
};

const COURSES = 30;
/** What can wait for a silent turn is often overtaken by the end: so many games for all of it. */
const MAX_COURSES = 400;
/** A pass hardly happens in a random game. */
const RARE = /_pass$/;

/** What happened somewhere is shown there. */
const TIED = /^first_(arcanor_(lid|home|took|arrive)|nasca_closes)$/;

/** A random game from the usual setup, up to a number of plies. */
function course(game: CatalogueGame, seed: string) {
  const rng = new SeededRng(seed);
  const options = Object.values(game.presets)[0] ?? defaultOptions(game.options);
  const setup = makeSetup(game, { options, players: 2, deal: game.deals.draw(options, 2, rng) });
  if (!setup.ok) throw new Error(setup.error.name);
  const position = game.start(setup.value);
  const moves: Move[] = [];
  while (position.turn !== NOBODY && moves.length < 400) {
    moves.push(position.randomMove(rng));
    position.play(moves.at(-1) as Move);
  }
  return { game, setup: setup.value, moves };
}

describe.each(games.map((game) => [game.id, game] as const))('the first game of %s', (id, game) => {
  const first = FIRST[id] as FirstGame;

  it('has a bubble for each rule, or a reason for none', () => {
    const text = readFileSync(new URL(`../../src/${id}/rules.md`, import.meta.url), 'utf8');
    const rules = [...text.matchAll(/\*\*\[([A-Z]\d+)\]/g)].map(([, rule]) => rule);
    const taught = new Set(first.taught.flatMap(({ key }) => TEACHES[key] ?? []));
    expect(new Set([...taught, ...Object.keys(UNTAUGHT[id] ?? {})])).toEqual(new Set(rules));
  });

  it('says each rule once, when it first applies, and the same after an interruption; each goal can be reached', () => {
    const [seen, tied] = [new Set<string>(), new Set<string>()];
    const { game: _, ...start } = course(game, 'start');
    const view = { ...game.view(game.start(start.setup), 0), passed: [1] };
    const others = first.taught.map(({ key }) => key).filter((key) => !RARE.test(key));
    const look = { view, own: 0, choices: [], steps: [] };
    const passed = nextBubble(first, look, new Set(others));
    if (passed !== null) seen.add(passed.key);
    const unseen = () => [...first.taught, ...first.goals].map(({ key }) => key).filter((key) => !seen.has(key));
    for (let index = 0; index < COURSES || (unseen().length > 0 && index < MAX_COURSES); index++) {
      const played = course(game, `first ${index}`);
      const own = index % 2;
      const { bubbles, met } = guidanceOf(first, played, own);
      const said = [...bubbles.values()].map(({ key }) => key);
      expect(new Set(said).size).toBe(said.length);
      const plies = Math.trunc(played.moves.length / 3);
      const part = guidanceOf(first, { ...played, moves: played.moves.slice(0, plies) }, own).bubbles;
      expect(part).toEqual(new Map([...bubbles].filter(([ply]) => ply <= plies)));
      for (const key of [...said, ...met]) seen.add(key);
      for (const [ply, { key }] of bubbles) {
        if (first.taught.find((each) => each.key === key)?.canWait !== true) continue;
        const { turnIndex } = positionAfter(game, played.setup, played.moves.slice(0, ply));
        const before = [...bubbles.keys()].filter((other) => other < ply).at(-1) ?? -1;
        const last = positionAfter(game, played.setup, played.moves.slice(0, Math.max(0, before))).turnIndex;
        expect(turnIndex - last, key).toBeGreaterThan(2);
      }
      for (const { key, about } of bubbles.values()) if (about !== null) tied.add(key);
    }
    expect(unseen()).toEqual([]);
    expect([...seen].filter((key) => TIED.test(key) && !tied.has(key))).toEqual([]);
  });
});

it('no bubble advises against a cross of the own colour where nothing else can be done', () => {
  const game = games.find(({ id }) => id === 'masker') as CatalogueGame;
  const { setup } = course(game, 'own');
  const view = game.view(game.start(setup), 0) as MaskerView;
  const colour = view.seats[0]?.colour ?? '';
  const cells = view.board
    .filter(({ crosses }) => crosses !== 'N')
    .map(({ cell, crosses }) => ({ crosses, move: parseCell(cell) }));
  const own = cells.filter(({ crosses }) => crosses === colour).map(({ move }) => move);
  const other = cells.flatMap(({ crosses, move }) => (crosses === colour || crosses === 'W' ? [] : [move]));
  const said = (choices: readonly Move[]) =>
    nextBubble(
      { ...maskerFirst, taught: maskerFirst.taught.filter(({ key }) => key === 'first_masker_own') },
      { view, own: 0, choices, steps: [] },
      new Set(),
    )?.key ?? null;
  expect([said(own), said([...own, ...other])]).toEqual([null, 'first_masker_own']);
});

it('a rule without a condition applies where there is a piece that it speaks of', () => {
  const isaac = FIRST['isaac'] as FirstGame;
  const first: FirstGame = {
    ...isaac,
    taught: [{ key: 'there', about: ({ own }) => (own === 1 ? 'a1' : null) }],
  };
  const game = games[0] as CatalogueGame;
  const look = { view: game.view(game.start(course(game, 'a piece').setup), 0), choices: [], steps: [] };
  expect(nextBubble(first, { ...look, own: 0 }, new Set())).toBeNull();
  expect(nextBubble(first, { ...look, own: 1 }, new Set())).toEqual({ key: 'there', about: 'a1' });
});

describe('a bubble of Arcanor', () => {
  const game = games.find(({ id }) => id === 'arcanor') as CatalogueGame;
  const first = FIRST['arcanor'] as FirstGame;
  const { setup } = course(game, 'start');
  const guidanceAfter = (text: string, own: number) => {
    const moves = text === '' ? [] : text.split(' ').map((move) => game.parseMove(move) ?? -1);
    const { bubbles, met, led } = guidanceOf(first, { game, setup, moves }, own);
    const { key, about, moves: shown } = bubbles.get(moves.length) ?? {};
    return { key, about, shown: shown?.map(game.formatMove), met: [...met], led: led.map(game.formatMove) };
  };

  it('speaks of the moves that a hint prefers: first a slide, then to set free from one piece, then the piece that is free', () => {
    const opening = guidanceAfter('', 0);
    expect(opening.key).toBe('first_arcanor_slide');
    expect(opening.led.filter((move) => move[2] !== '-')).toEqual([]);
    expect(opening.led.length).toBeGreaterThan(0);
    const second = guidanceAfter('h1-g2 h7-h6', 0);
    expect(second).toMatchObject({ key: 'first_arcanor_open', about: 'd1', met: ['goal_arcanor_slide'] });
    expect(second.led).toEqual(['d1^d2', 'd1^e2', 'd1^c1', 'd1^c2']);
    expect(second.shown).toEqual(second.led);
    const third = guidanceAfter('h1-g2 h7-h6 d1^c2 h6-h5', 0);
    expect(third).toMatchObject({ key: 'first_arcanor_lid', about: 'd1' });
    expect(third.met).toEqual(['goal_arcanor_slide', 'goal_arcanor_open']);
    expect(new Set(third.led.map((move) => move.slice(0, 2)))).toEqual(new Set(['d1']));
  });

  it('calls only an own piece free', () => {
    expect(guidanceAfter('h1-g2 b7^b6', 0).key).toBe('first_arcanor_open');
    expect(guidanceAfter('h1^g2 b7-b6', 0)).toMatchObject({ key: 'first_arcanor_lid', about: 'h1' });
  });

  it('leads to the next goal where it speaks of no move', () => {
    const { key, shown, led } = guidanceAfter('h1-g2 h7-h6 g2-g3 h6-h5', 0);
    expect([key, shown]).toEqual(['first_arcanor_values', []]);
    expect(new Set(led.map((move) => move.slice(0, 3)))).toEqual(new Set(['d1^']));
  });
});
