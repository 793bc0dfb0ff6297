import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { completeFacts, type DeclaredFacts } from '@tablier/core';
import type { GameSecrets } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { games } from '../src/index.ts';

const SOURCES = join(import.meta.dirname, '..', 'src');
const FIXTURES = import.meta.dirname;

const linesOf = (path: string): string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    : [];

const PAGE = join(import.meta.dirname, '..', '..', 'web');

/** Every language of the page. */
const { languages } = JSON.parse(readFileSync(join(PAGE, 'messages', 'languages.json'), 'utf8')) as {
  readonly languages: readonly string[];
};

/** `rules.md` is in English. */
const TRANSLATIONS = languages.filter((language) => language !== 'en');

/** The rule numbers that a text cites, in order, to find those that a translation drops, adds or moves. */
const numbersOf = (lines: readonly string[]): string[] => lines.join('\n').match(/\[[A-Z]\d+\]/g) ?? [];

/** A game of the catalogue needs all of this. */
describe.each(games)('$id is complete', (game) => {
  const { id, rulesVersion, isOpen, peeks, text } = game;

  test('has numbered rules', () => {
    const rules = linesOf(join(SOURCES, id, 'rules.md')).join('\n');
    const letter = id.charAt(0).toUpperCase();
    expect(rules, `packages/games/src/${id}/rules.md`).toMatch(new RegExp(`\\b${letter}1\\b`));
  });

  test.each(TRANSLATIONS)('its rules in %s have the same numbers', (language) => {
    const name = `packages/games/src/${id}/rules.${language}.md`;
    const translated = linesOf(join(SOURCES, id, `rules.${language}.md`));
    expect(numbersOf(translated), name).toEqual(numbersOf(linesOf(join(SOURCES, id, 'rules.md'))));
  });

  test.each(TRANSLATIONS)('no line of its rules in %s is English', (language) => {
    const english = new Set(linesOf(join(SOURCES, id, 'rules.md')));
    const translated = linesOf(join(SOURCES, id, `rules.${language}.md`));
    const left = translated.filter((line) => english.has(line) && (line.match(/\p{L}+/gu) ?? []).length > 3);
    expect(left, `packages/games/src/${id}/rules.${language}.md`).toEqual([]);
  });

  test.each(['', ...TRANSLATIONS.map((language) => `.${language}`)])(
    'its rules%s say in words what was chosen: identifiers and numbers of seats are for records',
    (suffix) => {
      const values = Object.entries(game.options).flatMap(([name, spec]) => [name, ...spec.values.map(String)]);
      const names = new Set(values.filter((value) => /[a-z]{3}/.test(value)));
      // The last part is about records.
      const parts = readFileSync(join(SOURCES, id, `rules${suffix}.md`), 'utf8').split('\n## ');
      const prose = parts.slice(0, -1).join('\n');
      const coded = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
      expect(coded.filter((code) => names.has(code) || names.has(code.split('=')[0] ?? ''))).toEqual([]);
      expect(prose).not.toMatch(/\b(seat|siège|sitz|stoel) [01]\b/i);
    },
  );

  test('its French rules use French typography', () => {
    const prose = linesOf(join(SOURCES, id, 'rules.fr.md')).map((line) => line.replace(/`[^`]*`/g, '`'));
    expect(prose.filter((line) => /'|[^\u00a0][;:!?]|«[^\u00a0]|[^\u00a0]»/.test(line))).toEqual([]);
  });

  test('has a perft table', () => {
    const lines = linesOf(join(FIXTURES, id, 'perft.tsv'));
    expect(lines.length, `packages/games/test/${id}/perft.tsv`).toBeGreaterThan(0);
    for (const line of lines) expect(line.split('\t')[0], line).toBe(id);
  });

  test('has a playthrough', () => {
    expect(
      linesOf(join(FIXTURES, id, 'playthrough.txt')).length,
      `packages/games/test/${id}/playthrough.txt`,
    ).toBeGreaterThan(3);
  });

  test('has frozen records for every version of its rules', () => {
    for (let version = 1; version <= rulesVersion; version++) {
      const name = `records-v${version}.jsonl`;
      expect(linesOf(join(FIXTURES, id, name)).length, `packages/games/test/${id}/${name}`).toBeGreaterThan(0);
    }
  });

  test('has facts, which the page shows before it loads the rules', async () => {
    const path = `packages/games/src/${id}/facts.ts`;
    expect(existsSync(join(SOURCES, id, 'facts.ts')), path).toBe(true);
    const { facts } = (await import(pathToFileURL(join(SOURCES, id, 'facts.ts')).href)) as { facts: DeclaredFacts };
    const declared = completeFacts(facts);
    expect(game, path).toMatchObject(declared);
    const { game: found } = (await import(pathToFileURL(join(SOURCES, id, 'index.ts')).href)) as { game: object };
    expect(found, `the export game of packages/games/src/${id}/index.ts`).toBe(game);
  });

  test('has a board', () => {
    const board = `src/games/${id}/board.ts`;
    expect(existsSync(join(PAGE, board)), `packages/web/${board}`).toBe(true);
  });

  test.each(['lesson.ts', ...languages.map((language) => `lesson.${language}.json`)])('has a lesson: %s', (file) => {
    const path = `src/games/${id}/${file}`;
    expect(existsSync(join(PAGE, path)), `packages/web/${path}`).toBe(true);
  });

  test.each(languages)('has texts for the page and the terminal: %s', async (language) => {
    const words = `src/games/${id}/words.${language}.json`;
    expect(existsSync(join(PAGE, words)), `packages/web/${words}`).toBe(true);
    const spoken = (await text()).words[language];
    expect(spoken?.notation.length ?? 0, `packages/games/src/${id}/text.ts`).toBeGreaterThan(0);
    if (peeks !== undefined) expect(spoken?.seen, `packages/games/src/${id}/text.ts`).toBeDefined();
  });

  test('is covered by the secrecy proof if it has secrets', async () => {
    if (isOpen) return;
    const pairs = `${id}/secret-pairs/index.ts`;
    expect(existsSync(join(FIXTURES, pairs)), `packages/games/test/${pairs}`).toBe(true);
    const { secretPairs, mutations } = (await import(new URL(pairs, import.meta.url).href)) as GameSecrets;
    expect(secretPairs?.length, 'pairs of worlds').toBeGreaterThan(0);
    expect(mutations?.length, 'mutations of its view').toBeGreaterThan(0);
    for (const draw of secretPairs) expect(draw('complete', 0).pair.game).toBe(id);
    for (const { module } of mutations) expect(module).toContain(`packages/games/src/${id}/`);
  });
});

test('every folder of a game is in the catalogue', () => {
  const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const withRules = folders.map((entry) => entry.name).filter((name) => existsSync(join(SOURCES, name, 'rules.md')));
  expect(games.map((game) => game.id)).toEqual(withRules.toSorted());
});
