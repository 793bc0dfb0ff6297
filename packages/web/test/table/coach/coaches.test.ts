import '../../english.ts';
import { readFileSync } from 'node:fs';
import { botMove, seatTask } from '@tablier/ai';
import { type Game, NOBODY, SeededRng, type Seat, type Setup, type View } from '@tablier/core';
import { type CatalogueGame, games } from '@tablier/games';
import type { ArcanorView } from '@tablier/games/arcanor';
import type { IsaacView } from '@tablier/games/isaac';
import type { MaskerView } from '@tablier/games/masker';
import type { NascaView } from '@tablier/games/nasca';
import { setupOf } from '@tablier/testkit';
import { describe, expect, it } from 'vitest';
import type { Lesson } from '../../../src/board/lesson.ts';
import type { Coach, Fact, SeenTurn } from '../../../src/games/coaches.ts';
import { coach as arcanor } from '../../../src/games/arcanor/coach.ts';
import { coach as isaac } from '../../../src/games/isaac/coach.ts';
import { coach as masker } from '../../../src/games/masker/coach.ts';
import { coach as nasca } from '../../../src/games/nasca/coach.ts';
import { People } from '../../../src/lib/people.ts';
import { turnFrom } from '../../../src/table/coach/sentences.ts';
import { sentencesOf } from './coach-words.ts';

const COACHES = { isaac, nasca, arcanor, masker } as Readonly<Record<string, Coach>>;
const LANGUAGES = ['en', 'fr', 'de', 'nl'];

interface Example {
  readonly game: Game;
  readonly setup: Setup;
  readonly moves: readonly string[];
}

/** The first example game. */
function exampleOf(id: string): Example {
  const game = games.find((each) => each.id === id);
  if (game === undefined) throw new Error(`no game ${id}`);
  const file = new URL(`../../../../games/test/${id}/examples.jsonl`, import.meta.url);
  const { options, players, deal, moves } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '') as Setup & {
    readonly moves: readonly string[];
  };
  return { game, setup: { options, players, deal }, moves };
}

/** The moves with these plies, counted from 0, as a turn that `own` saw; absent: the other seat. */
function turnAt({ game, setup, moves }: Example, from: number, to: number, own?: Seat): SeenTurn {
  const position = game.start(setup);
  const parsed = moves.map((text) => game.parseMove(text) ?? -1);
  for (const move of parsed.slice(0, from)) position.play(move);
  return turnFrom(game, position, parsed.slice(from, to), { own: own ?? 1 - position.turn });
}

function say({ game }: Example, fact: Fact | null, own: Seat, language = 'en'): string | null {
  const called = own === 0 ? ['You', 'Hare'] : ['Hare', 'You'];
  return fact === null ? null : sentencesOf(game.id, language).say(fact, new People(game, { own, called }));
}

/** What the coach says about the moves of one turn in the example game. */
function said(id: string, from: number, to = from + 1): string | null {
  const example = exampleOf(id);
  const turn = turnAt(example, from, to);
  return say(example, COACHES[id]?.intent(turn) ?? null, turn.own);
}

describe('the sentence about a move of Isaac says', () => {
  it.each([
    ['that it counts nothing yet', 0, 'lays a 5-cell piece on a line without others.'],
    ['what it prepares', 10, 'prepares 6 points with a 3-cell piece.'],
    ['what it adds to others', 12, 'adds 4 points to its other pieces.'],
    ['which length has no room any more', 13, 'leaves no room for your 7-cell pieces.'],
    ['how the points of a removal arise', 22, 'takes 8 points: 2 pieces × 4.'],
    ['that a counter multiplies them', 24, 'takes 16 points, counted 2 times thanks to a counter.'],
    ['that the other player is out', 25, 'takes 9 points and leaves you nothing to remove.'],
  ])('%s', (_, ply, text) => expect(said('isaac', ply)).toBe(`Hare ${text}`));
});

describe('the sentence about a move of Nasca says', () => {
  it.each([
    ['how long a wall is', 0, 'lays a wall of 5 cells.'],
    ['what the next piece could close', 5, 'threatens to close an area of 10 points.'],
    ['what the other player can no longer close', 16, 'keeps you from closing 25 points at once.'],
    ['that it is a bridge over the other player’s wall', 19, 'bridges your wall, at height 2.'],
    ['what it closes', 21, 'closes an area: 21 points more.'],
    ['what it opens', 22, 'costs you 4 points.'],
  ])('%s', (_, ply, text) => expect(said('nasca', ply)).toBe(`Hare ${text}`));
  it('nothing about the last move of a round', () => expect(said('nasca', 23)).toBeNull());
});

describe('the sentence about a move of Arcanor says', () => {
  it.each([
    ['what it sets free', 1, 'sets its own 4 free on a7.'],
    ['how far it is from home', 4, 'moves its 1 on: 5 rows to go.'],
    ['what it threatens', 38, 'threatens to take your 4 on c5.'],
    ['that it is out of reach', 45, 'moves its 4 out of your reach.'],
    ['what it captures', 87, 'takes your 2 on e5.'],
    ['that it gives back what it captured', 121, 'sets your 2 free on e5.'],
    ['that it can come home', 144, 'threatens to score 3 points.'],
    ['that it comes home', 162, 'scores 3 points and needs 9 more.'],
  ])('%s', (_, ply, text) => expect(said('arcanor', ply)).toBe(`Hare ${text}`));
  it('nothing about a move sideways', () => expect(said('arcanor', 0)).toBeNull());
});

describe('the sentence about a turn of Masker says', () => {
  it.each([
    ['that it takes the person’s colour', 0, 3, 'takes 2 crosses of your colour: 4 left.'],
    ['what it takes', 14, 16, 'takes yellow.'],
    ['that a colour gets rare', 17, 19, 'takes blue: 1 left in play.'],
    ['that the person’s colour is out of reach', 16, 17, 'leads the plain cross away from your colour.'],
    ['that a colour without an owner is gone', 29, 30, 'takes the last blue cross: no player owned it.'],
    ['that it leaves a free choice', 34, 36, 'leaves you the choice of any cross.'],
  ])('%s', (_, from, to, text) => expect(said('masker', from, to)).toBe(`Hare ${text}`));

  it('that a person took their own colour', () => {
    const example = exampleOf('masker');
    const turn = turnAt(example, 3, 5, 1);
    expect(say(example, masker.flaw?.(turn as never) ?? null, 1)).toBe('You took 1 cross of your own colour: 3 left.');
    expect(masker.flaw?.(turnAt(example, 14, 17, 1) as never)).toBeNull();
  });
});

describe('a coach', () => {
  it.each(games.map(({ id }) => id))('of %s says whole sentences in every language, short enough for a phone', (id) => {
    const example = exampleOf(id);
    for (const [ply] of example.moves.entries()) {
      const turn = turnAt(example, ply, ply + 1);
      const fact = COACHES[id]?.intent(turn) ?? null;
      if (fact === null) continue;
      for (const language of LANGUAGES) {
        const text = say(example, fact, turn.own, language) ?? '';
        expect(text).toMatch(/^\p{Lu}[^{}_]+[.]$/u);
        expect(text.length, text).toBeLessThanOrEqual(90);
        if (language === 'fr') expect(text).not.toMatch(/ [:;?!]|\b(de|que|le|la) [aeiouéê]/i);
      }
    }
  });

  it('of Masker says the same whatever the colour of the others is', () => {
    const { game, setup, moves } = exampleOf('masker');
    const deal = setup.deal as { readonly grid: string; readonly tokens: string };
    const worlds = ['RG', 'RB', 'RY', 'RP'].map((tokens) => ({
      game,
      moves,
      setup: { ...setup, deal: { ...deal, tokens } },
    }));
    // Until the first colour is gone, nothing public tells the worlds apart.
    const until = 28;
    for (let ply = 0; ply < until; ply++) {
      const turns = worlds.map((world) => turnAt(world, ply, ply + 1, 0));
      expect(new Set(turns.map(({ before, after }) => JSON.stringify([before, after]))).size).toBe(1);
      expect(new Set(turns.map((turn) => JSON.stringify(masker.intent(turn as never)))).size).toBe(1);
    }
  });

  it('of Arcanor looks at tops only', () => {
    const example = exampleOf('arcanor');
    const { game, setup, moves } = example;
    const position = game.start(setup);
    for (const text of moves) {
      const own = 1 - position.turn;
      const open: View = game.view(position, 'open');
      const seen = turnFrom(game, position, [game.parseMove(text) ?? -1], { own });
      const known = { ...seen, before: open, after: game.view(position, 'open') };
      expect(arcanor.intent(known as never)).toEqual(arcanor.intent(seen as never));
    }
  });
});

/** What must be true of the end of a game for a step of the lesson to fit the defeat of a seat. */
const FITS: Readonly<Record<string, Readonly<Record<string, (view: never, own: Seat) => boolean>>>> = {
  isaac: {
    longer: ({ out }: IsaacView, own) => out[0] === own,
    score: ({ counters }: IsaacView, own) => (counters[own]?.score ?? 0) <= (counters[1 - own]?.score ?? 0),
  },
  nasca: {
    close: ({ scores }: NascaView, own) => scores[own] === 0,
    above: ({ pieces, earlier }: NascaView, own) =>
      [pieces, ...earlier.map((board) => board.pieces)].flat().some(({ owner, level }) => owner !== own && level > 1),
    edges: ({ scores }: NascaView, own) => (scores[own] ?? 0) > 0 && (scores[own] ?? 0) <= (scores[1 - own] ?? 0),
  },
  masker: { own: ({ inPlay, seats }: MaskerView, own) => inPlay[seats[own]?.colour ?? 'R'] === 0 },
  arcanor: {
    locked: ({ cells, points }: ArcanorView, own) =>
      (points[own] ?? 0) > 0 &&
      cells.some((cell) => cell?.owner === own && cell.isHome && (cell.contents?.length ?? 0) > 0),
    take: ({ cells }: ArcanorView, own) =>
      cells.some((cell) => cell?.owner === 1 - own && cell.contents?.some(({ owner }) => owner === own)),
    arrive: ({ points }: ArcanorView, own) => (points[1 - own] ?? 0) > 0,
  },
};

/** So many games are lost. */
const DEFEATS = 5;

/** A game of one who plays at random against a bot. */
function lostGame(game: CatalogueGame, seed: number): { readonly view: View; readonly losers: readonly Seat[] } {
  const rng = new SeededRng(`lost ${seed}`);
  const setup = setupOf(game, { players: 2 }, rng);
  const position = game.start(setup);
  while (position.turn !== NOBODY) {
    const isBot = position.turn === seed % 2;
    position.play(isBot ? botMove(seatTask(game, setup.options, position), 1, rng) : position.randomMove(rng));
  }
  const { places } = position.outcome();
  return { view: game.view(position, 'open'), losers: [0, 1].filter((seat) => (places[seat] ?? 1) > 1) };
}

describe('the step of the lesson that fits a defeat', () => {
  it.each(games)('of $id exists, and what it teaches was the trouble', async (game) => {
    const { lesson } = (await import(`../../../src/games/${game.id}/lesson.ts`)) as { readonly lesson: Lesson };
    const fits = FITS[game.id] ?? {};
    for (let seed = 0; seed < DEFEATS; seed++) {
      const { view, losers } = lostGame(game, seed);
      for (const own of losers) {
        const step = COACHES[game.id]?.lost?.(view, own) ?? '';
        expect(lesson.steps.map(({ id }) => id)).toContain(step);
        expect(fits[step]?.(view as never, own), `${seed} leads to ${step}`).toBe(true);
      }
    }
  });

  it.each([
    ['isaac', 'goal', ''],
    ['masker', 'goal', ''],
    ['nasca', 'close', ''],
    ['nasca', 'edges', 'a4-e4 g8-k8 e1-e3'],
    ['arcanor', 'arrive', ''],
    ['arcanor', 'take', 'b1-b2 a7^a6 b2-b3 a7-b6 b3-b4 b6-c5 b4xc5'],
    ['arcanor', 'locked', 'b1-b2 h7-h6 b2-b3 h6-h5 b3-b4 h5-g4 b4-b5 g4-h5 b5-b6 h5-h4 b6-c7'],
  ])('of %s is %s where it was given up after %s', (id, step, text) => {
    const { game, setup } = exampleOf(id);
    const position = game.start(setup);
    for (const move of text.split(' ').filter(Boolean)) position.play(game.parseMove(move) ?? -1);
    const own = step === 'take' ? 1 : 0;
    expect(COACHES[id]?.lost?.(game.view(position, 'open'), own)).toBe(step);
  });

  it('of Isaac is about counters where a hundred points decided', () => {
    const { game, setup } = exampleOf('isaac');
    const view = game.view(game.start(setup), 'open');
    const end = { ...view, phase: 'over', counters: [{ score: 40 }, { score: 100 }] };
    expect(COACHES['isaac']?.lost?.(end as never, 0)).toBe('double');
  });
});

describe('the bubbles of a first game', () => {
  it('have at most ten words in every language', () => {
    const { game: rules } = exampleOf('isaac');
    const people = new People(rules, { own: 0, called: ['You', 'Kitten'] });
    const general = ['first_alone', 'coach_turn', 'coach_better', 'coach_regret'];
    for (const [game, { first }] of Object.entries(COACHES))
      for (const key of [...general, ...[...(first?.taught ?? []), ...(first?.goals ?? [])].map((each) => each.key)])
        for (const language of ['en', 'fr', 'de', 'nl']) {
          const said = sentencesOf(game, language).say({ key, inputs: {} }, people);
          expect(said, `${language} ${key}`).not.toBe(key);
          expect(said.split(/ /).length, said).toBeLessThanOrEqual(10);
        }
  });

  it('have at most ten words with what a move brings and how to make it', () => {
    const { game: rules } = exampleOf('isaac');
    const people = new People(rules, { own: 0, called: ['You', 'Kitten'] });
    const colour = { words: ['coach_masker_purple'] };
    const numbers = { points: 12, number: 4, n: 3, has: 12, left: 2, other: 12, length: 6, size: 4, rows: 3, colour };
    const inputs = { ...numbers, some: { words: ['coach_masker_some_purple'] } };
    for (const game of Object.keys(COACHES))
      for (const language of LANGUAGES) {
        const sentences = sentencesOf(game, language);
        const say = (key: string): string => sentences.say({ key, inputs }, people);
        const again = say('coach_again');
        const stop = sentences.say({ key: 'coach_press', inputs: { button: { words: ['button_stop'] } } }, people);
        const facts = sentences.keys.filter((key) => /^(own|reason)_/.test(key));
        expect(facts.length).toBeGreaterThan(1);
        for (const key of [...facts, 'coach_ready']) {
          const said = `${say(key)} ${/_(stop|keeps)$/.test(key) ? stop : again}`;
          expect(said).not.toMatch(/[{}_]/);
          expect(said.split(/ /).length, `${language} ${key}: ${said}`).toBeLessThanOrEqual(10);
        }
      }
  });
});
