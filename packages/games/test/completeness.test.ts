import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** This guards against a game that is in the catalogue but only half there. */
describe.each(games)('$id is complete', ({ id, rulesVersion }) => {
  test('its rules are written down, numbered', () => {
    const rules = linesOf(join(SOURCES, id, 'rules.md')).join('\n');
    const letter = id.charAt(0).toUpperCase();
    expect(rules, `packages/games/src/${id}/rules.md`).toMatch(new RegExp(`\\b${letter}1\\b`));
  });

  test('its moves are counted by a perft table', () => {
    const lines = linesOf(join(FIXTURES, id, 'perft.tsv'));
    expect(lines.length, `packages/games/test/${id}/perft.tsv`).toBeGreaterThan(0);
    for (const line of lines) expect(line.split('\t')[0], line).toBe(id);
  });

  test('it is shown by a playthrough', () => {
    expect(
      linesOf(join(FIXTURES, id, 'playthrough.txt')).length,
      `packages/games/test/${id}/playthrough.txt`,
    ).toBeGreaterThan(3);
  });

  test('every version of its rules is frozen by records', () => {
    for (let version = 1; version <= rulesVersion; version++) {
      const name = `records-v${version}.jsonl`;
      expect(linesOf(join(FIXTURES, id, name)).length, `packages/games/test/${id}/${name}`).toBeGreaterThan(0);
    }
  });
});

test('every folder of a game is in the catalogue', () => {
  const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const withRules = folders.map((entry) => entry.name).filter((name) => existsSync(join(SOURCES, name, 'rules.md')));
  expect(games.map((game) => game.id)).toEqual(withRules.toSorted());
});
