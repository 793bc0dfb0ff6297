import '../../english.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Game, legalMoveTexts, type Position } from '@tablier/core';
import { games } from '@tablier/games';
import type { ArcanorView } from '@tablier/games/arcanor';
import { type IsaacView, removalWorth } from '@tablier/games/isaac';
import type { MaskerView } from '@tablier/games/masker';
import type { NascaView } from '@tablier/games/nasca';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadedBoard, loadModule } from '../../../src/games/boards.ts';
import { figurePosition, figureScene, windowOf } from '../../../src/table/guide/figure.ts';
import {
  type Card,
  type CardWords,
  type Claims,
  type Figure,
  type Guide,
  type GuideWords,
  hasGuide,
  loadGuide,
} from '../../../src/table/guide/guide.ts';
import { languages } from '../../../src/lib/language.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', '..', 'games', 'src');

const cardsOf = ({ sections }: Guide): Card[] => sections.flatMap(({ cards }) => [...cards]);
const figuresOf = (card: Card): Figure[] => [
  ...(card.figure === undefined ? [] : [card.figure]),
  ...(card.examples ?? []),
];

/** What a figure claims, as the rules tell it of the position. */
const TRUTHS: Readonly<Record<keyof Claims, (game: Game, position: Position, figure: Figure) => unknown>> = {
  legal: (game, position, { claims }) =>
    (claims?.legal ?? []).filter((move) => legalMoveTexts(game, position).includes(move)),
  illegal: (game, position, { claims }) =>
    (claims?.illegal ?? []).filter((move) => !legalMoveTexts(game, position).includes(move)),
  moves: (game, position) => legalMoveTexts(game, position).filter((move) => move !== '.').length,
  worth: (game, position, figure) => worthOf(game, position, figure)?.worth,
  factors: (game, position, figure) => {
    const worth = worthOf(game, position, figure);
    return [worth?.n, worth?.number, worth?.multiplier];
  },
  points: (game, position) =>
    game.id === 'isaac'
      ? (game.view(position, 'open') as IsaacView).counters.map(({ score }) => score)
      : [0, 1].map((seat) => pointsOf(game.view(position, 'open') as ArcanorView, seat)),
  dark: (game, position) => (game.view(position, 'open') as IsaacView).counters[0]?.score,
  ground: (game, position) => (game.view(position, 'open') as NascaView).territory.map((cells) => cells.length),
  level: (game, position) => (game.view(position, 'open') as NascaView).pieces.at(-1)?.level,
  inPlay: (game, position, { claims }) => {
    const { inPlay } = game.view(position, 'open') as MaskerView;
    return Object.fromEntries(Object.entries(inPlay).filter(([colour]) => colour in (claims?.inPlay ?? {})));
  },
  winner: (game, position) => game.view(position, 'open').outcome?.places.indexOf(1),
};

const worthOf = (game: Game, position: Position, { shows = '' }: Figure) =>
  removalWorth(game.view(position, 'open') as IsaacView, game.parseMove(shows) ?? -1);

const pointsOf = ({ cells }: ArcanorView, seat: number): number =>
  cells.reduce((sum, cell) => sum + (cell?.isHome === true && cell.owner === seat ? cell.size : 0), 0);

/** The numbers that the words about a figure must contain: what it claims, as far as it is a number of the game. */
function saidNumbers({ claims = {} }: Figure): number[] {
  const { worth, factors = [], moves, points = [], dark, ground = [] } = claims;
  // A factor of 1 is not worth a word, and a 0 may be said as one.
  return [worth ?? 0, dark ?? 0, ...factors.filter((factor) => factor > 1), ...points, ...ground, moves ?? 0].filter(
    (count) => count > 0,
  );
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** All texts of a guide with their places. */
const textsOf = (words: GuideWords): [string, string][] => [
  ['about text', words.about],
  ['lead', words.lead],
  ...Object.entries(words.sections),
  ...Object.entries(words.cards).flatMap(([id, card]) => cardTexts(id, card)),
  ['variants', words.variants.title],
  ...words.variants.items.map((item, index): [string, string] => [`variants ${index}`, item]),
];

const cardTexts = (id: string, { title, text, examples = {} }: CardWords): [string, string][] => [
  [`${id} title`, title],
  [`${id} text`, text],
  ...Object.entries(examples).flatMap(([name, { label, says }]): [string, string][] => [
    [`${id} ${name} label`, label],
    [`${id} ${name} says`, says],
  ]),
];

// A game that has just been created has none.
describe.each(games.filter(({ id }) => hasGuide(id)))('the rules of $id for players', (game) => {
  let guide: Guide;
  const words = new Map<string, GuideWords>();
  beforeAll(async () => {
    await loadModule(game.id);
    for (const language of languages) {
      const loaded = await loadGuide(game.id, language);
      guide = loaded.guide;
      words.set(language, loaded.words);
    }
  });

  it('has pictures that the rules can reach and the board can draw', () => {
    const board = loadedBoard(game.id);
    for (const card of cardsOf(guide))
      for (const figure of figuresOf(card)) {
        const scene = figureScene(game, board, guide, figure);
        expect(scene.solids.length, card.id).toBeGreaterThan(0);
        const { height, x, y } = windowOf(figure, scene);
        expect(x, card.id).toBeGreaterThanOrEqual(-0.001);
        expect(y + height, card.id).toBeLessThanOrEqual(scene.height + 0.001);
      }
  });

  it('claims only what the rules say', () => {
    for (const card of cardsOf(guide))
      for (const figure of figuresOf(card)) {
        const { position } = figurePosition(game, guide, figure);
        for (const [name, claim] of Object.entries(figure.claims ?? {}))
          expect(TRUTHS[name as keyof Claims](game, position, figure), `${card.id}: ${name}`).toEqual(claim);
      }
  });

  it('shows the move of a picture as the player sees it', () => {
    const board = loadedBoard(game.id);
    for (const card of cardsOf(guide))
      for (const figure of figuresOf(card).filter(({ shows }) => shows !== undefined)) {
        const { shows: _, ...still } = figure;
        const [shown, plain] = [figure, still].map((each) => JSON.stringify(figureScene(game, board, guide, each)));
        expect(shown, card.id).not.toBe(plain);
        if (figure.claims?.worth !== undefined) expect(shown, card.id).toContain(`+${figure.claims.worth}`);
      }
  });

  it('cites rules that there are', () => {
    const rules = readFileSync(join(RULES, game.id, 'rules.md'), 'utf8');
    for (const { id, rule } of cardsOf(guide)) expect(rules, id).toContain(`[${rule}]`);
  });

  it.each(languages)('has all its words: %s', (language) => {
    const { sections = {}, cards = {} } = words.get(language) ?? {};
    expect(Object.keys(sections).sort()).toEqual(guide.sections.map(({ id }) => id).sort());
    expect(Object.keys(cards).sort()).toEqual(
      cardsOf(guide)
        .map(({ id }) => id)
        .sort(),
    );
    for (const { id, examples = [] } of cardsOf(guide))
      expect(Object.keys(cards[id]?.examples ?? {}), id).toEqual(examples.map((example) => example.id));
  });

  it.each(languages)('says the numbers that its pictures show: %s', (language) => {
    for (const card of cardsOf(guide)) {
      const { text = '', examples = {} } = words.get(language)?.cards[card.id] ?? {};
      if (card.figure !== undefined)
        expect(numbersIn(text), card.id).toEqual(expect.arrayContaining(saidNumbers(card.figure)));
      for (const example of card.examples ?? []) {
        const said = numbersIn(examples[example.id]?.says ?? '');
        expect(said, `${card.id} ${example.id}`).toEqual(expect.arrayContaining(saidNumbers(example)));
      }
    }
  });

  it.each(languages)('is short, and names no options: %s', (language) => {
    const names = Object.keys(game.options).filter((name) => /[a-z][A-Z]/.test(name));
    for (const [place, text] of textsOf(words.get(language) ?? emptyWords)) {
      expect(text.trim(), place).not.toBe('');
      expect(text.length, place).toBeLessThanOrEqual(
        place.endsWith('text') ? 330 : place.includes('variants') ? 300 : 200,
      );
      for (const name of names) expect(text, place).not.toContain(name);
      expect(text, place).not.toContain('`');
    }
  });

  it('says what the game is in three sentences', () => {
    for (const [language, { about }] of words) expect(about.match(/[.!?](?=\s|$)/g), language).toHaveLength(3);
  });

  it('is translated', () => {
    const english = new Map(textsOf(words.get('en') ?? emptyWords));
    for (const language of languages.filter((each) => each !== 'en')) {
      const same = textsOf(words.get(language) ?? emptyWords).filter(([key, text]) => english.get(key) === text);
      expect(same, language).toEqual([]);
    }
  });

  it('has proper signs: apostrophes, and unbroken spaces in French', () => {
    for (const language of languages)
      for (const [key, text] of textsOf(words.get(language) ?? emptyWords))
        expect(text, `${language} ${key}`).not.toMatch(/'/);
    for (const [key, text] of textsOf(words.get('fr') ?? emptyWords))
      expect(text, key).not.toMatch(/[^\u00a0\u202f\d] ?[:;?!](\s|$)/);
  });

  it.each([
    ['de', /\b(Ihnen|Ihren|\p{L}+en Sie)\b/u],
    ['nl', /\b(u|uw)\b/i],
    ['fr', /(?<!\p{L})(tu|ton|tes|toi)(?!\p{L})/iu],
  ])('addresses the player in one way: %s', (language, other) => {
    expect(textsOf(words.get(language) ?? emptyWords).filter(([, text]) => other.test(text))).toEqual([]);
  });
});

const emptyWords: GuideWords = { about: '', lead: '', sections: {}, cards: {}, variants: { title: '', items: [] } };

it.each(['arcanor', 'isaac', 'masker', 'nasca'])('%s has rules for players', (id) => {
  expect(hasGuide(id)).toBe(true);
});

it('reports what is missing by name', async () => {
  expect(hasGuide('chess')).toBe(false);
  await expect(loadGuide('chess', 'en')).rejects.toThrow('chess has no rules for players');
  await expect(loadGuide('isaac', 'xx')).rejects.toThrow('the rules of isaac for players have no words in xx');
});

it('reports a picture that breaks the rules', async () => {
  const game = games.find(({ id }) => id === 'isaac');
  if (game === undefined) throw new Error('no Isaac');
  const { guide } = await loadGuide('isaac', 'en');
  expect(() => figurePosition(game, guide, { moves: '00-02 00-02' })).toThrow('isaac, start: illegal-move 00-02');
  expect(() => figurePosition(game, guide, { from: 'nowhere' })).toThrow('isaac has no position nowhere');
});
