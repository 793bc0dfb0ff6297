import '../../english.ts';
import { defaultOptions, legalMovesOf, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import { arcanor } from '@tablier/games/arcanor';
import { masker } from '@tablier/games/masker';
import { describe, expect, it } from 'vitest';
import { board as arcanorBoard } from '../../../src/games/arcanor/board.ts';
import { board as isaacBoard } from '../../../src/games/isaac/board.ts';
import { board as maskerBoard } from '../../../src/games/masker/board.ts';
import { board as nascaBoard } from '../../../src/games/nasca/board.ts';
import { People } from '../../../src/lib/people.ts';
import { COMMANDS, commandsAt, nameOf, runTyped, typedFor } from '../../../src/table/commands/commands.ts';
import type { AtTable, Place } from '../../../src/table/commands/at-table.ts';
import de from '../../../src/table/commands/words.de.json';
import en from '../../../src/table/commands/words.en.json';
import fr from '../../../src/table/commands/words.fr.json';
import nl from '../../../src/table/commands/words.nl.json';

describe('the words of commands', () => {
  it.each([
    ['en', en],
    ['fr', fr],
    ['de', de],
    ['nl', nl],
  ])('mean one command each, in %s', (_, words) => {
    const all = COMMANDS.flatMap((command) => typedFor(command, words));
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
    const names = COMMANDS.map((command) => nameOf(command, words));
    expect(new Set(names).size).toBe(COMMANDS.length);
  });

  const placesOf = (names: readonly string[]): readonly Place[] =>
    names.map((name) => ({ id: name.slice(0, 2), name, isEnabled: true }));

  it('find what stands on places, not the places', async () => {
    const names = ['a3: empty', 'b1: dein 3, darin 4', 'c2: red cross'];
    const people = new People(arcanor, { own: 0, called: ['You', 'Kitten'] });
    const board = { owns: (_: unknown, id: string, seat: number) => id === 'b1' && seat === 0 };
    const seen = { places: () => placesOf(names), view: { players: 2 }, game: arcanor, board, people };
    const table = { words: en, viewer: 0, ...seen } as unknown as AtTable;
    const answerTo = async (text: string) => COMMANDS.find(({ id }) => id === 'find')?.run(table, text);
    expect(await answerTo('3')).toEqual({ lines: names.slice(1, 2) });
    expect(await answerTo('red')).toEqual({ lines: names.slice(2) });
    expect(await answerTo('b1')).toMatchObject({ isRefused: true });
    // By the name that all other texts give to a player, too.
    expect(await answerTo('you')).toEqual({ lines: names.slice(1, 2) });
    expect(await answerTo('mine')).toEqual({ lines: names.slice(1, 2) });
    expect(await answerTo('kitten')).toMatchObject({ isRefused: true });
  });

  it('say a piece on several places once, and places with the same on them together', () => {
    const piece = 'height 1, Kitten, h10-k10';
    const pieces = ['a1: red 1', `h10: ${piece}`, `i10: ${piece}`, 'c3, for you d8: red 1'];
    const people = new People(arcanor, { own: 0, called: ['You', 'Kitten'] });
    const seen = { places: () => placesOf(pieces), view: { players: 2 }, board: {}, people };
    const table = { words: en, ...seen } as unknown as AtTable;
    const answer = COMMANDS.find(({ id }) => id === 'find')?.run(table, '1');
    expect(answer).toEqual({ lines: ['red 1: a1, c3', piece] });
  });

  it('say a move that is only a sign in words', async () => {
    const game = findGame('masker');
    const choices = ['c4', '.'].map((text) => game?.parseMove(text) ?? -1);
    const table = { game, words: en, choices } as unknown as AtTable;
    const answer = await COMMANDS.find(({ id }) => id === 'moves')?.run(table, '');
    expect(answer).toEqual({ lines: ['Moves: 2.', 'c4, stop.'] });
  });

  it('list the moves with a place, not those with a longer name of another', async () => {
    const game = findGame('nasca');
    const choices = ['a1-b1', 'a9-a10', 'a10-b10', 'b1-b3'].map((text) => game?.parseMove(text) ?? -1);
    const table = { game, words: en, choices } as unknown as AtTable;
    const movesWith = async (place: string) =>
      (await COMMANDS.find(({ id }) => id === 'moves')?.run(table, place))?.lines.at(-1);
    expect(await movesWith('A1')).toBe('a1-b1.');
    expect(await movesWith('b')).toBe('a1-b1, a10-b10, b1-b3.');
  });

  it.each([
    ['isaac', isaacBoard, /^x/],
    ['nasca', nascaBoard, /^$/],
    ['masker', maskerBoard, /^[a-f][1-6]$/],
    ['arcanor', arcanorBoard, /x/],
  ] as const)('list among the moves of %s those that take something', (id, board, taking) => {
    const game = findGame(id);
    if (game === undefined) throw new Error(id);
    const rng = new SeededRng(id);
    const options = defaultOptions(game.options);
    const position = game.start({ options, players: 2, deal: game.deals.draw(options, 2, rng) });
    const heard = new Set<boolean>();
    for (let ply = 0; ply < 200 && position.turn >= 0; ply++) {
      const choices = [...legalMovesOf(game, position)];
      const table = { words: en, game, board, choices } as unknown as AtTable;
      const answer = COMMANDS.find((each) => each.id === 'captures')?.run(table, '');
      const all = choices.map((move) => game.formatMove(move)).filter((move) => taking.test(move));
      const lines = all.length === 0 ? [en.no_captures] : [`Moves: ${all.length}.`, `${all.join(', ')}.`];
      if (all.length <= 40) expect(answer).toEqual({ lines });
      heard.add(all.length > 0);
      position.play(position.randomMove(rng));
    }
    expect(heard.has(true)).toBe(id !== 'nasca');
  });

  it('go to the next place with a name, in a line, or with a piece', () => {
    const names = ['a3: empty', 'b1: your 3', 'c2: red cross', 'c3: empty'];
    const places = placesOf(names);
    const at = (from: number, text: string): string | null => {
      let went = null as string | null;
      const reach: AtTable['reach'] = (fits) => (went = places.slice(from).find(fits)?.name ?? null);
      const people = new People(arcanor);
      const seen = { places: () => places, reach, people, view: { players: 2 }, board: {} };
      const table = { words: en, ...seen } as unknown as AtTable;
      const answer = COMMANDS.find(({ id }) => id === 'go')?.run(table, text);
      expect(answer).toEqual(
        went === null ? { lines: [`Nothing on the board is called “${text}”.`], isRefused: true } : null,
      );
      return went;
    };
    expect([at(0, 'c2'), at(0, 'c'), at(1, '3'), at(0, 'red'), at(0, 'd9'), at(0, '')]).toEqual([
      ...[names[2], names[2], names[3], names[2]],
      ...[null, null],
    ]);
  });

  it.each(['at', 'peek', 'find'])('ask for what %s needs', async (typed) => {
    const what = typed === 'find' ? 'NAME' : 'PLACE';
    const table = {
      words: en,
      game: { peeks: {} },
      view: { options: {} },
      choices: [0],
      onmove: () => 0,
      onpeek: () => 0,
    };
    const { answer } = runTyped(table as unknown as AtTable, typed, null);
    expect(await answer).toEqual({ lines: [`Say the rest, too: ${typed} ${what}.`], isRefused: true });
  });

  const playing = (given: Partial<AtTable>): AtTable => {
    const game = masker;
    const position = game.start({ options: defaultOptions(game.options), players: 2, deal: drawn });
    const view = game.view(position, 0);
    const people = new People(game, { own: 0, called: ['You', 'Puppy'] });
    const seen = { game, board: maskerBoard, view, viewer: 0, people, choices: game.choices(view) };
    const made = {
      words: en,
      last: null,
      status: '',
      onmove: () => undefined,
      spoken: { text: { at: () => null } },
      places: () => [],
    };
    return { ...seen, ...made, ...given } as unknown as AtTable;
  };
  const drawn = masker.deals.draw(defaultOptions(masker.options), 2, new SeededRng('stop'));
  const answerTo = async (table: AtTable, text: string) => runTyped(table, text, null).answer;

  it('list what does something here and now, and say why the rest does not', async () => {
    const table = playing({});
    const listed = commandsAt(table).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(['last', 'moves', 'captures', 'help']));
    const others = ['clocks', 'back', 'end', 'best', 'peek', 'stop', 'on', 'hint', 'undo', 'draw', 'resign'];
    expect(listed.filter((id) => others.includes(id))).toEqual([]);
    expect(await answerTo(table, 'undo')).toEqual({ lines: [en.not_here], isRefused: true });
    expect(await answerTo(table, 'clock')).toEqual({ lines: [en.no_clock], isRefused: true });
    const past = playing({ choices: [], steps: { at: 1, last: 4, go: () => undefined } });
    for (const typed of ['moves', 'a1', 'stop'])
      expect(await answerTo(past, typed)).toMatchObject({ lines: [en.looks_back] });
    expect(commandsAt(past).map(({ id }) => id)).toEqual(expect.arrayContaining(['back', 'end']));
    expect((await answerTo(playing({ choices: [] }), 'moves'))?.lines).toEqual([en.not_your_turn]);
  });

  it('end a turn by a word or a full stop, and say why it may not end yet', async () => {
    const made: string[] = [];
    const onmove = (move: number): void => void made.push(masker.formatMove(move));
    const why = { lines: ['Take a cross that touches the plain one.'], isRefused: true };
    for (const typed of ['.', 'stop']) {
      expect(await answerTo(playing({ onmove }), typed)).toEqual(why);
      expect(await answerTo(playing({ onmove, choices: [masker.parseMove('.') ?? -1] }), typed)).toBeNull();
    }
    expect(made).toEqual(['.', '.']);
    // Where no turn ends by a sign.
    expect(await answerTo(playing({ game: arcanor, board: arcanorBoard as never, choices: [0] }), 'stop')).toEqual({
      lines: [en.not_here],
      isRefused: true,
    });
  });

  it('call players by their seats where they have no colours', async () => {
    expect((await answerTo(playing({}), 'players'))?.lines).toEqual(['You: First.', 'Puppy: Second.']);
  });

  it('have keys that no two share', () => {
    const all = COMMANDS.flatMap(({ key }) => key ?? []);
    expect(new Set(all).size).toBe(all.length);
  });
});
