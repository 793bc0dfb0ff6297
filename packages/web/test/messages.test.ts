import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GameFacts } from '@tablier/core';
import { games } from '@tablier/games';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePageTexts } from '@tablier/server';
import { compileMessages, pageTexts } from '../messages.mjs';
import { followLanguage, type Language, loadMessages } from '../src/lib/language.ts';
import { keys, text } from '../src/lib/text.ts';
import { catalogues } from '../src/paraglide/languages.js';
import { lobby_free } from '../src/paraglide/messages.js';

const SOURCE = fileURLToPath(new URL('../messages', import.meta.url));
const GAMES = fileURLToPath(new URL('../src/games', import.meta.url));
type Messages = ReadonlyMap<string, unknown>;

const readJson = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;
const settings = readJson(join(SOURCE, 'languages.json')) as {
  readonly base: string;
  readonly languages: readonly string[];
};
const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The messages of a language, from all files. */
const readLanguage = (language: string): Messages =>
  new Map(
    [
      ...['', ...foldersIn(SOURCE)].map((folder) => join(SOURCE, folder, `${language}.json`)),
      ...foldersIn(GAMES).map((game) => join(GAMES, game, `words.${language}.json`)),
    ].flatMap((file) => Object.entries(readJson(file))),
  );

/** The texts of a message: one, or one for each form. */
function textsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  const [{ match }] = message as [{ match: Readonly<Record<string, string>> }];
  return Object.values(match);
}

/** All message keys that a game needs in every language. */
function requiredKeys(game: GameFacts): string[] {
  const options = Object.entries(game.options).flatMap(([name, spec]) => [
    keys.option(game, name),
    ...spec.values.map((value) => keys.value(game, name, value)),
  ]);
  const presets = Object.keys(game.presets);
  return [
    keys.tagline(game),
    keys.line(game),
    keys.goal(game),
    ...options,
    ...(presets.length > 1 ? presets.map((name) => keys.preset(game, name)) : []),
    ...game.seatNames.map(keys.seat),
  ];
}

const base = readLanguage(settings.base);

describe('the message catalogue', () => {
  it('has what the catalogue of games needs', () => {
    const missing = games.flatMap(requiredKeys).filter((key) => !base.has(key));
    expect(missing).toEqual([]);
  });

  it.each(settings.languages)('%s: every message has a text', (language) => {
    const empty = [...readLanguage(language)].filter(([, message]) =>
      textsOf(message).some((text) => text.trim() === ''),
    );
    expect(empty.map(([key]) => key)).toEqual([]);
  });

  it('fr: typographic apostrophes, and unbroken spaces before high punctuation', () => {
    const faults = [...readLanguage('fr')].filter(([, message]) =>
      textsOf(message).some((text) => /'|[^\u00a0\u202f\d] ?[:;?!](\s|$)/.test(text)),
    );
    expect(faults.map(([key]) => key)).toEqual([]);
  });
});

describe('the texts for the first HTML', () => {
  it('include what the server needs, in every language', () => {
    const { base: first, languages } = parsePageTexts(JSON.stringify(pageTexts()));
    expect([first, Object.keys(languages)]).toEqual([settings.base, settings.languages]);
    const needed = games.flatMap((game) => [keys.tagline(game), ...game.seatNames.map(keys.seat)]);
    for (const texts of Object.values(languages)) expect(Object.keys(texts)).toEqual(expect.arrayContaining(needed));
  });

  it('are not in the scripts of the page', async () => {
    const { default: english } = await catalogues.en();
    expect(Object.keys(english).filter((key) => key.startsWith('meta_'))).toEqual([]);
    expect(Object.keys(english)).toContain('home_title');
  });
});

describe('the compiler of messages', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tablier-messages-'));
    mkdirSync(join(folder, 'texts', 'study'), { recursive: true });
    mkdirSync(join(folder, 'games', 'chess'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Compiles two languages of one file and a folder; returns the reason for a refusal. */
  function refusal(fr: object, en: object = { hello: 'Hello {name}' }): string | null {
    const files = {
      'texts/languages.json': { base: 'en', languages: ['en', 'fr'], inEveryLanguage: [] },
      'texts/en.json': en,
      'texts/fr.json': fr,
    };
    const inFolders = {
      'texts/study/en.json': { study: 'Study' },
      'texts/study/fr.json': { study: 'Étude' },
      'games/chess/words.en.json': { end: 'End' },
      'games/chess/words.fr.json': { end: 'Fin' },
    };
    for (const [name, content] of Object.entries({ ...files, ...inFolders }))
      writeFileSync(join(folder, name), JSON.stringify(content));
    try {
      compileMessages(join(folder, 'texts'), join(folder, 'compiled'), join(folder, 'games'));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  it('writes typed functions and a module for each language', async () => {
    const games = (one: string, other: string) => [
      {
        declarations: ['input count', 'local form = count: plural'],
        selectors: ['form'],
        match: { 'form=one': one, 'form=other': other },
      },
    ];
    expect(
      refusal({ games: games('{count} partie', '{count} parties') }, { games: games('{count} game', '{count} games') }),
    ).toBeNull();
    const types = readFileSync(join(folder, 'compiled', 'messages.d.ts'), 'utf8');
    expect(types).toContain('export declare const games: (inputs: { readonly count: number }) => string;');
    const { default: fr } = (await import(join(folder, 'compiled', 'fr.js'))) as { readonly default: unknown };
    expect(fr).toEqual({
      games: { by: [{ input: 'count', plural: true }], cases: { one: '{count} partie', other: '{count} parties' } },
      study: 'Étude',
      end: 'Fin',
    });
  });

  it.each([
    [{}, 'fr: hello is missing'],
    [{ hello: 'Bonjour {name}', extra: '!' }, 'fr: extra is not in the base language'],
    [{ hello: 'Bonjour {nom}' }, 'fr: hello has other parameters'],
    [{ hello: 'Bonjour {name}', end: 'Fin' }, 'fr: end stands in two files'],
    [{ hello: [{ match: {} }] }, 'hello is neither a text nor a choice of texts'],
    [
      { hello: [{ declarations: ['local form = name: plural'], selectors: ['form'], match: { 'form=one': 'x' } }] },
      'hello has no text for the form "other"',
    ],
    [{ 'hello there': 'Bonjour' }, 'hello there cannot be the name of a function'],
  ])('refuses %j by name', (fr, reason) => expect(refusal(fr)).toBe(reason));
});

describe('a message', () => {
  // Other test files in the same process read English.
  afterEach(() => followLanguage(() => 'en'));

  it('is written in the language of the page, in the plural form of its number', async () => {
    await Promise.all([loadMessages('en'), loadMessages('fr')]);
    let language: Language = 'en';
    followLanguage(() => language);
    expect([0, 1, 2].map((count) => lobby_free({ count }))).toEqual(['0 seats free', '1 seat free', '2 seats free']);
    language = 'fr';
    expect([0, 1, 2].map((count) => lobby_free({ count }))).toEqual([
      '0 place libre',
      '1 place libre',
      '2 places libres',
    ]);
  });

  it('that does not exist is shown as its key', () => expect(text('no_such_message')).toBe('no_such_message'));
});
