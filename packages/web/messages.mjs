/**
 * Compiles the message files to typed functions and to one module for each language, so that a page loads one language only:
 * `messages/<language>.json`, `messages/<folder>/<language>.json` and `src/games/<game>/words.<language>.json` become `src/paraglide/`. `node messages.mjs` does it once; the
 * Vite plug-in does it whenever a message changes. A message is a text with `{parameters}`, or one text for each plural form of a number or value of an input:
 *
 *     [{ "declarations": ["input count", "local form = count: plural"], "selectors": ["form"],
 *        "match": { "form=one": "{count} game", "form=other": "{count} games" } }]
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A text, or texts selected by inputs, a number by its plural form: the keys of `cases` are those forms and values, separated by spaces.
 * @typedef {{ input: string, plural: boolean }} Selector
 * @typedef {string | { by: Selector[], cases: Record<string, string> }} Message
 * @typedef {ReadonlyMap<string, Message>} Catalogue
 * @typedef {{ base: string, languages: string[], inEveryLanguage: string[] }} Languages
 */

const SOURCE = fileURLToPath(new URL('messages', import.meta.url));
const GAMES = fileURLToPath(new URL('src/games', import.meta.url));
const PUZZLES = fileURLToPath(new URL('src/learn/puzzles', import.meta.url));
const RULES = fileURLToPath(new URL('../games/src', import.meta.url));
const TARGET = fileURLToPath(new URL('src/paraglide', import.meta.url));
/** The prefix of messages that only the server uses. */
const ONLY_SERVER = 'meta_';
/** The texts of the first HTML of a page. */
const FOR_SERVER =
  /^(meta|game|seat|clock_says)_|^(online_clock_none|setup_title|learn_title|rules_title|rules_numbered_title|lessons_title|watch_title|lobby_title|search_title|games_title|studies_title|tournaments_title|puzzles_title|puzzles_of|openings_of|strength_title|puzzle_title|settings_title|account_title|not_found_title|not_found_text)$/;
const PLURAL = /^local (\w+) = (\w+): plural$/;

/** Compiles all messages. Throws an error that names the message and the language if one is missing or invalid. */
export function compileMessages(source = SOURCE, target = TARGET, games = GAMES) {
  /** @type {Languages} */
  const settings = JSON.parse(readFileSync(join(source, 'languages.json'), 'utf8'));
  const catalogues = new Map(
    settings.languages.map((language) => [language, readCatalogue(filesOf(source, games, language), language)]),
  );
  const base = catalogues.get(settings.base) ?? new Map();
  for (const [language, catalogue] of catalogues) compare(base, catalogue, language);
  for (const catalogue of catalogues.values())
    for (const key of catalogue.keys()) if (key.startsWith(ONLY_SERVER)) catalogue.delete(key);
  mkdirSync(target, { recursive: true });
  for (const [name, text] of modulesOf(settings, base, catalogues)) writeChanged(join(target, name), text);
}

/**
 * The texts of the first HTML of each page, which the server writes, by language.
 * @returns {{ base: string, languages: Record<string, Record<string, string>>, puzzles: Record<string, string[]> }}
 */
export function pageTexts(source = SOURCE, games = GAMES) {
  /** @type {Languages} */
  const { base, languages } = JSON.parse(readFileSync(join(source, 'languages.json'), 'utf8'));
  const textsOf = (/** @type {string} */ language) =>
    [...readCatalogue(filesOf(source, games, language), language)].flatMap(([key, text]) =>
      FOR_SERVER.test(key) && typeof text === 'string' ? [[key, text]] : [],
    );
  const textsIn = (/** @type {string} */ language) => ({
    ...Object.fromEntries(textsOf(language)),
    ...goalTexts(language),
  });
  return {
    base,
    languages: Object.fromEntries(languages.map((each) => [each, textsIn(each)])),
    puzzles: puzzleGoals(),
  };
}

/**
 * What puzzles ask for, in the words of their pages.
 * @param {string} language
 */
function goalTexts(language) {
  const words = Object.entries(JSON.parse(readFileSync(join(PUZZLES, `words.${language}.json`), 'utf8')));
  return Object.fromEntries(words.filter(([key]) => key.startsWith('puzzle_goal_')));
}

/**
 * The goals of the puzzles of each game, in the order of their numbers.
 * @returns {Record<string, string[]>}
 */
function puzzleGoals() {
  const files = foldersIn(RULES).map((game) => /** @type {const} */ ([game, join(RULES, game, 'puzzles.jsonl')]));
  const goalsIn = (/** @type {string} */ file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [String(JSON.parse(line).puzzle.goal)]));
  return Object.fromEntries(files.flatMap(([game, file]) => (existsSync(file) ? [[game, goalsIn(file)]] : [])));
}

/** Compiles before a build and, while Vite serves, after each change of a message. */
export const messagesPlugin = () => ({
  name: 'tablier-messages',
  buildStart: () => compileMessages(),
  /**
   * The modules of the page import all functions under one name; the built page needs only `m`.
   * @param {string} code
   * @param {string} id
   */
  transform: (code, id) =>
    id.includes('node_modules') || !EVERY_FUNCTION.test(code)
      ? null
      : { code: code.replace(EVERY_FUNCTION, 'import { m } from $1'), map: null },
  /** @this {{ emitFile: (file: { type: 'asset', fileName: string, source: string }) => unknown }} */
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'meta.json', source: JSON.stringify(pageTexts()) });
  },
  /** @param {{ file: string }} change */
  handleHotUpdate: ({ file }) => {
    if (file.startsWith(SOURCE) || (file.startsWith(GAMES) && file.endsWith('.json'))) compileMessages();
  },
});

/**
 * The message files of one language: those of the page and those of the games.
 * @param {string} source
 * @param {string} games
 * @param {string} language
 */
const filesOf = (source, games, language) => [
  ...['', ...foldersIn(source)].map((folder) => join(source, folder, `${language}.json`)),
  ...foldersIn(games).map((game) => join(games, game, `words.${language}.json`)),
];

/** @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/**
 * The messages of one language.
 * @param {readonly string[]} files
 * @param {string} language
 * @returns {Catalogue}
 */
function readCatalogue(files, language) {
  /** @type {Map<string, Message>} */
  const catalogue = new Map();
  for (const file of files) {
    if (!existsSync(file)) throw new Error(`${language}: ${file} is missing`);
    for (const [key, value] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
      if (catalogue.has(key)) throw new Error(`${language}: ${key} stands in two files`);
      catalogue.set(key, readMessage(key, value));
    }
  }
  return catalogue;
}

/**
 * @param {string} key
 * @param {unknown} value as parsed from the file
 * @returns {Message}
 */
function readMessage(key, value) {
  if (!/^[a-z]\w*$/i.test(key)) throw new Error(`${key} cannot be the name of a function`);
  if (typeof value === 'string') return value;
  const [only] = Array.isArray(value) && value.length === 1 ? value : [];
  if (!Array.isArray(only?.selectors) || !Array.isArray(only.declarations) || typeof only.match !== 'object')
    throw new Error(`${key} is neither a text nor a choice of texts`);
  const by = only.selectors.map((/** @type {string} */ name) => selectorOf(name, only.declarations));
  const message = { by, cases: casesOf(only.selectors, only.match) };
  if (by.every(({ plural }) => plural) && message.cases[by.map(() => 'other').join(' ')] === undefined)
    throw new Error(`${key} has no text for the form "other"`);
  return message;
}

/**
 * @param {string} name
 * @param {readonly string[]} declarations
 * @returns {Selector}
 */
function selectorOf(name, declarations) {
  const plurals = declarations.map((text) => PLURAL.exec(text)).filter((match) => match !== null);
  const input = plurals.find(([, local]) => local === name)?.[2];
  return { input: input ?? name, plural: input !== undefined };
}

/**
 * @param {readonly string[]} selectors
 * @param {Record<string, unknown>} match by `form=one, unit=other`
 * @returns {Record<string, string>}
 */
function casesOf(selectors, match) {
  const entries = Object.entries(match).map(([when, text]) => {
    const values = new Map(when.split(', ').map((part) => /** @type {[string, string]} */ (part.split('='))));
    return [selectors.map((name) => values.get(name)).join(' '), String(text)];
  });
  return Object.fromEntries(entries);
}

/**
 * @param {Catalogue} base
 * @param {Catalogue} catalogue
 * @param {string} language
 */
function compare(base, catalogue, language) {
  for (const key of base.keys()) if (!catalogue.has(key)) throw new Error(`${language}: ${key} is missing`);
  for (const [key, message] of catalogue) {
    const expected = base.get(key);
    if (expected === undefined) throw new Error(`${language}: ${key} is not in the base language`);
    if (parametersOf(message).join() !== parametersOf(expected).join())
      throw new Error(`${language}: ${key} has other parameters`);
  }
}

/**
 * The parameters of a message, sorted.
 * @param {Message} message
 */
function parametersOf(message) {
  const texts =
    typeof message === 'string'
      ? [message]
      : [...Object.values(message.cases), ...message.by.map(({ input }) => `{${input}}`)];
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))),
  ].toSorted();
}

/**
 * The generated files, by name.
 * @param {Languages} settings
 * @param {Catalogue} base
 * @param {ReadonlyMap<string, Catalogue>} catalogues
 * @returns {[string, string][]}
 */
function modulesOf({ languages, base: baseLanguage, inEveryLanguage }, base, catalogues) {
  const messages = [...catalogues].map(
    ([language, catalogue]) =>
      /** @type {[string, string]} */ ([
        `${language}.js`,
        `export default ${JSON.stringify(Object.fromEntries(catalogue), null, 1)};\n`,
      ]),
  );
  const everywhere = inEveryLanguage.map((key) => [key, languages.map((each) => catalogues.get(each)?.get(key))]);
  return [
    ...messages,
    ['messages.js', `import { message } from '../lib/language.ts';\n${ANY_MESSAGE}${functionsOf(base)}`],
    ['messages.d.ts', `export * as m from './messages.js';\n${typesOf(base)}`],
    [
      'languages.js',
      `export const baseLanguage = ${JSON.stringify(baseLanguage)};\nexport const catalogues = {\n${languages.map((each) => `  ${each}: () => import('./${each}.js'),\n`).join('')}};\n`,
    ],
    [
      'languages.d.ts',
      `import type { Catalogue } from '../lib/language.ts';\nexport type Language = ${languages.map((each) => `'${each}'`).join(' | ')};\nexport declare const baseLanguage: Language;\nexport declare const catalogues: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>>;\n`,
    ],
    // A module of its own: it comes with the chat, not with the first script.
    [
      'in-every-language.js',
      `export const inEveryLanguage = ${JSON.stringify(Object.fromEntries(everywhere), null, 1)};\n`,
    ],
    ['in-every-language.d.ts', 'export declare const inEveryLanguage: Readonly<Record<string, readonly string[]>>;\n'],
  ];
}

/**
 * `m.KEY` without a function for each key: in the built page those functions and their exports weighed as much as the texts of a language.
 * Both forms of import can be used, and the types of both are the same.
 */
const ANY_MESSAGE = `export const m = new Proxy({}, { get: (made, key) => (made[key] ??= message(key)) });\n`;
const EVERY_FUNCTION = /import \* as m from (['"][^'"]*\/paraglide\/messages\.js['"])/;

/** @param {Catalogue} base */
const functionsOf = (base) =>
  [...base.keys()].map((key) => `export const ${key} = /* @__PURE__ */ message('${key}');\n`).join('');

/** @param {Catalogue} base */
const typesOf = (base) =>
  [...base].map(([key, message]) => `export declare const ${key}: (${inputsOf(message)}) => string;\n`).join('');

/** @param {Message} message */
function inputsOf(message) {
  const names = parametersOf(message);
  if (names.length === 0) return 'inputs?: Readonly<Record<never, never>>';
  const by = typeof message === 'string' ? [] : message.by;
  const typeOf = (/** @type {string} */ name) =>
    by.some(({ input, plural }) => input === name && plural) ? 'number' : 'string | number';
  return `inputs: { ${names.map((name) => `readonly ${name}: ${typeOf(name)}`).join('; ')} }`;
}

/**
 * Writes a file only if its text differs, so that nothing is built again for the same text.
 * @param {string} file
 * @param {string} text
 */
function writeChanged(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) compileMessages();
