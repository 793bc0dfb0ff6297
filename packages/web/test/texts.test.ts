import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { games } from '@tablier/games';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_NAMES } from '../src/lib/language.ts';
import {
  type Messages,
  missingTexts,
  overflowingTexts,
  retiredWords,
  type Texts,
  textsOf,
  unusedKeys,
  untranslatedTexts,
} from './text-faults.ts';

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url));
const WEB = join(PACKAGES, 'web');
/** Whose sources name texts, or the parts of their keys. */
const SOURCES = ['web', 'server', 'protocol', 'match', 'core', 'ai', 'games'].map((name) =>
  join(PACKAGES, name, 'src'),
);

/** Texts that are the same in English and in another language. */
const COGNATES: Readonly<Record<string, readonly string[]>> = {
  fr: [
    'result_film',
    'film_pause',
    'moderation_place',
    'game_choices',
    'notify_title',
    'notify_by_mail',
    'tournament_points',
    'meta_clubs_title',
    'clubs_title',
    'club_points',
    'watch_clubs',
    'tournament_buchholz',
    'tournament_sonnebornBerger',
    'about_version',
    'gauge_interaction',
    'home_facts',
    'game_minutes',
    'points_unit',
    'result_place',
    'result_score',
    'clock_says_fischer',
    'online_clock_5_3',
    'online_clock_15_10',
    'option_arcanor_table',
    'option_nasca_landscape_europe',
    'table_menu',
  ],
  de: [
    'result_film',
    'film_pause',
    'moderation_person',
    'moderation_chat',
    'followed_here',
    'followed_away',
    'notify_push',
    'tournament_buchholz',
    'tournament_sonnebornBerger',
    'token_name',
    'games_online',
    'program_online',
    'nav_online',
    'account_passkey',
    'nav_lobby',
    'lobby_title',
    'setup_bots',
    'clock_says_fischer',
    'online_clock_5_3',
    'online_clock_15_10',
    'chat_title',
    'chat_open',
    'masker_team',
    'nasca_neutral',
    'key_escape',
    'level_5',
  ],
  nl: [
    'result_film',
    'moderation_open',
    'followed_here',
    'followed_away',
    'notify_push',
    'notify_by_mail',
    'meta_clubs_title',
    'clubs_title',
    'watch_clubs',
    'tournament_club',
    'tournament_buchholz',
    'tournament_sonnebornBerger',
    'games_online',
    'nav_online',
    'account_passkey',
    'home_facts',
    'game_minutes',
    'nav_lobby',
    'lobby_title',
    'setup_bots',
    'clock_says_fischer',
    'online_clock_5_3',
    'online_clock_15_10',
    'chat_title',
    'chat_open',
    'masker_team',
    'table_menu',
    'key_enter',
    'board3d_shift',
    'board3d_home',
    'key_escape',
    'level_2',
    'level_5',
    'studies_title',
    'analysis_label_blunder',
  ],
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

/** The texts of a language, of all message files. */
function readLanguage(language: string): Messages {
  const isOurs = (path: string): boolean =>
    ['', 'words.', 'coach.'].some((kind) => path.endsWith(`/${kind}${language}.json`));
  const files = [join(WEB, 'messages'), join(WEB, 'src')].flatMap(filesIn).filter(isOurs);
  return new Map(files.flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object)));
}

/** Retired words in all files of a language: messages, lessons, guides, rules, tips and mails. */
const retiredIn = (language: string): string[] =>
  [join(WEB, 'messages'), ...SOURCES]
    .flatMap(filesIn)
    .filter(
      (path) =>
        new RegExp(`[./]${language}\\.(?:json|md|ts|txt)$`).test(path) ||
        (language === 'en' && path.endsWith('/rules.md')),
    )
    .flatMap((path) => retiredWords(language, readFileSync(path, 'utf8')).map((word) => `${path}: ${word}`));

/** All words of the sources, and of the manifest that the build makes. The compiled texts are none. */
function sourceWords(): Set<string> {
  const files = [join(WEB, 'manifest-plugin.ts'), ...SOURCES.flatMap(filesIn)].filter(
    (path) => /\.(ts|svelte)$/.test(path) && !path.includes('/paraglide/'),
  );
  return new Set(files.flatMap((path) => readFileSync(path, 'utf8').match(/\w+(?:-\w+)*/g) ?? []));
}

const { languages } = JSON.parse(readFileSync(join(WEB, 'messages', 'languages.json'), 'utf8')) as {
  readonly languages: readonly string[];
};
const base = readLanguage('en');
const textsIn = (language: string): Texts => ({
  base,
  language,
  messages: readLanguage(language),
  cognates: COGNATES[language] ?? [],
});
const sources = { words: sourceWords(), games: games.map(({ id }) => id.replaceAll('-', '_')) };

describe.each(languages.filter((language) => language !== 'en'))('the texts in %s', (language) => {
  it('are complete, in every form', () => expect(missingTexts(textsIn(language))).toEqual([]));
  it('are translated, or are listed as the same word', () => expect(untranslatedTexts(textsIn(language))).toEqual([]));
  it('use no retired word', () => expect(retiredIn(language)).toEqual([]));
  it('have room', () => expect(overflowingTexts(textsIn(language))).toEqual([]));
});

describe('the texts', () => {
  it('in English use no retired word', () => expect(retiredIn('en')).toEqual([]));
  it('in English have room', () => expect(overflowingTexts(textsIn('en'))).toEqual([]));
  it('are all used', () => expect(unusedKeys(base.keys(), sources)).toEqual([]));
  it('of every language have a plain apostrophe nowhere', () => {
    const faults = languages.flatMap((language) =>
      [...readLanguage(language)].filter(([, message]) => textsOf(message).some((text) => text.includes("'"))),
    );
    expect(faults.map(([key]) => key)).toEqual([]);
  });
  it('of the games put names after no full stop: they are in the form for within a sentence, `you`', () => {
    for (const { id } of games)
      for (const language of Object.keys(LANGUAGE_NAMES)) {
        const text = readFileSync(join(WEB, 'src', 'games', id, `words.${language}.json`), 'utf8');
        expect(text.match(/[.!?] \{(?:player|names?)\}.*/g), `${id} ${language}`).toBeNull();
      }
  });
  it('name every language in its own words', () => {
    for (const language of languages) {
      const own = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? '';
      expect(LANGUAGE_NAMES[language]?.toLowerCase()).toBe(own.toLowerCase());
    }
  });
});

describe.each(['de', 'nl'])('%s addresses the players informally, in one way', (language) => {
  const formal = { de: /\b(Ihnen|Ihren|\p{L}+en Sie)\b/u, nl: /(?<!\} )\b(u|uw)\b/i }[language];
  const formalIn = (path: string): boolean => formal?.test(readFileSync(path, 'utf8')) ?? true;

  it('in the texts', () => {
    const faults = [...readLanguage(language)].filter(([, message]) =>
      textsOf(message).some((text) => formal?.test(text)),
    );
    expect(faults.map(([key]) => key)).toEqual([]);
  });
  it('in the rules', () => {
    const rules = games.map(({ id }) => join(PACKAGES, 'games', 'src', id, `rules.${language}.md`));
    expect(rules.filter(formalIn)).toEqual([]);
  });
});

/** The checks above find what they are there for. */
describe('a fault in a translation is found:', () => {
  const plural = (one: string, other: string) => [{ match: { 'form=one': one, 'form=other': other } }];
  const english = {
    nav_play: 'Games',
    lobby_pace_days: 'Days',
    home_title: 'Choose a game',
    home_moves: plural('{count} move', '{count} moves'),
    clock_says_fischer: '{base} min + {increment} s',
    option_is: '{option}: {value}',
  };
  const german = {
    nav_play: 'Spiele',
    lobby_pace_days: 'Tage',
    home_title: 'Wähle ein Spiel',
    home_moves: plural('{count} Zug', '{count} Züge'),
    clock_says_fischer: '{base} min + {increment} s',
    option_is: '{option}: {value}',
  };
  const faultsOf = (change: object, cognates = ['clock_says_fischer']) => {
    const texts = {
      base: new Map<string, unknown>(Object.entries(english)),
      language: 'de',
      messages: new Map<string, unknown>(
        Object.entries({ ...german, ...change }).filter(([, value]) => value !== null),
      ),
      cognates,
    };
    return [...missingTexts(texts), ...untranslatedTexts(texts), ...overflowingTexts(texts)];
  };

  it('none in a good one', () => expect(faultsOf({})).toEqual([]));
  it.each([
    ['a missing text', { home_title: null }, ['home_title']],
    ['a text that English has not', { home_end: 'Ende' }, ['home_end']],
    ['a missing form', { home_moves: [{ match: { 'form=other': '{count} Züge' } }] }, ['home_moves']],
    ['an untranslated text', { home_title: 'Choose a game' }, ['home_title']],
    ['an untranslated form', { home_moves: plural('{count} Zug', '{count} moves') }, ['home_moves']],
    ['a word too long for the header', { nav_play: 'Spielesammlung' }, ['nav_play: 14 characters, at most 10']],
    [
      'a text much longer than in English',
      { home_title: 'Such dir hier bitte ein Spiel aus' },
      ['home_title: 33 characters for 13 in English'],
    ],
    [
      'a word too long for a phone',
      { home_title: 'Strategiebrettspielesammlung' },
      ['home_title: “Strategiebrettspielesammlung” is too long a word'],
    ],
    [
      'a word too long for a button of the lobby',
      { lobby_pace_days: 'Fernpartie' },
      ['lobby_pace_days: “Fernpartie” is too long a word'],
    ],
  ])('%s', (_, change, faults) => expect(faultsOf(change)).toEqual(faults));
  it('a cognate that is none any more', () =>
    expect(faultsOf({}, ['clock_says_fischer', 'home_title'])).toEqual(['home_title is no cognate']));

  it('a text that is not used', () => {
    const words = new Set(['home_title', 'bad-name', 'rounds', '2', 'any']);
    const keys = ['home_title', 'home_end', 'online_error_bad_name', 'online_error_no_name', 'turn_any', 'turn_nasca'];
    const options = ['option_nasca_rounds_2', 'option_nasca_rounds_3', 'option_chess_rounds', 'end_nasca'];
    expect(unusedKeys([...keys, ...options], { words, games: ['nasca'] })).toEqual([
      'home_end',
      'online_error_no_name',
      'option_nasca_rounds_3',
      'option_chess_rounds',
    ]);
  });
});
