import { answerBot } from '@tablier/ai';
import {
  type Game,
  legalMovesOf,
  makeSetup,
  NOBODY,
  type Options,
  type Position,
  SeededRng,
  type Viewer,
} from '@tablier/core';
import { describe, expect, it } from 'vitest';
import { findGame, games } from '../src/index.ts';
import { jsonOf, LANGUAGES, READERS, tellerFor, TEXTS } from './reading.ts';
import { secretPairs as arcanorPairs } from './arcanor/secret-pairs/index.ts';
import { secretPairs as maskerPairs } from './masker/secret-pairs/index.ts';

/** Pairs of matches to compare, and moves and peeks of each. */
const ROUNDS = 6;
const COMMANDS = 40;

const ids = games.map(({ id }) => id);
/** The readers rebuild a game of two in which nothing on the board is hidden. */
const optionsOf = (id: string): Options => (id === 'arcanor' ? { table: 'open' } : {});

interface Begun {
  readonly game: Game;
  readonly position: Position;
  readonly options: Options;
}

function begin(id: string, { options = optionsOf(id), players = 2, deal }: Partial<Dealt> = {}): Begun {
  const game = findGame(id);
  if (game === undefined) throw new Error(`no game ${id}`);
  const drawn = deal ?? game.deals.draw(options, players, new SeededRng(`a deal of ${id}`));
  const setup = makeSetup(game, { options, players, deal: drawn });
  if (!setup.ok) throw new Error(setup.error.detail);
  return { game, position: game.start(setup.value), options: setup.value.options };
}

interface Dealt {
  readonly options: Options;
  readonly players: number;
  readonly deal: unknown;
}

const textOf = (game: Game, position: Position, viewer: Viewer): string =>
  (TEXTS[game.id]?.lines(game.view(position, viewer), tellerFor(game.id)) ?? []).join('\n');

function read(id: string, text: string): Position {
  const position = READERS[id]?.(text);
  if (position === undefined) throw new Error(`no reader of ${id}`);
  return position;
}

const namesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const moveOf = (game: Game, text: string): number => game.parseMove(text) ?? NOBODY;

describe('a position as text', () => {
  it.each(['shared', 'isaac', 'nasca', 'masker', 'arcanor'])('has the words of %s in every language', (folder) => {
    const english = jsonOf(folder, 'en');
    for (const language of LANGUAGES) {
      const words = jsonOf(folder, language);
      expect(Object.keys(words).sort(), language).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(english))
        expect(namesIn(words[key] ?? ''), `${language} ${key}`).toEqual(namesIn(text));
    }
  });

  it.each(ids)('of %s leaves out nothing: the position rebuilt from it has the same moves', (id) => {
    const { game, position } = begin(id);
    const rng = new SeededRng(`text of ${id}`);
    for (let ply = 0; ply < 120 && position.turn !== NOBODY; ply++) {
      const text = textOf(game, position, position.turn);
      const rebuilt = read(id, text);
      expect([...legalMovesOf(game, rebuilt)], text).toEqual([...legalMovesOf(game, position)]);
      expect(textOf(game, rebuilt, position.turn)).toBe(text);
      position.play(position.randomMove(rng));
    }
  });

  it.each([
    ['masker', maskerPairs],
    ['arcanor', arcanorPairs],
  ] as const)('of %s is the same for all that a viewer cannot tell apart', (id, pairs) => {
    for (let round = 0; round < ROUNDS; round++) {
      const seed = `text ${round}`;
      const drawn = pairs[round % pairs.length]?.(seed, round);
      if (drawn === undefined) throw new Error('no pair');
      const { pair } = drawn;
      const worlds = pair.deals.map((deal, world) => {
        const begun = begin(id, { ...pair, deal });
        for (const move of pair.openings[world] ?? []) begun.position.play(moveOf(begun.game, move));
        return begun;
      });
      const rng = new SeededRng(seed);
      for (let count = 0; count < COMMANDS; count++) {
        const next = pair.next(rng);
        if (next === null || !pair.made(next)) break;
        if (next.kind === 'move') for (const { game, position } of worlds) position.play(moveOf(game, next.text));
        // The end shows everything.
        if (worlds[0]?.position.turn === NOBODY) break;
        for (const viewer of ['spectator', ...pair.alike] as const) {
          const [one, other] = worlds.map(({ game, position }) => textOf(game, position, viewer));
          expect(other, `${round} ${viewer}`).toBe(one);
        }
      }
    }
  });
});

describe('a player who knows only the text', () => {
  it.each(ids)('beats level 2 in %s', (id) => {
    const { game, position, options } = begin(id);
    for (let ply = 0; position.turn !== NOBODY; ply++) {
      const seat = position.turn;
      const [known, level] = seat === 0 ? [read(id, textOf(game, position, seat)), 5 as const] : [position, 2 as const];
      const knowledge = game.secrets.knowledge(known, seat);
      const answer = answerBot(findGame, { game: id, options, knowledge, level, seed: `${id} ${ply}` });
      if ('error' in answer) throw new Error(answer.error);
      position.play(moveOf(game, answer.move));
    }
    expect(position.outcome().places[0]).toBe(1);
  });
});
