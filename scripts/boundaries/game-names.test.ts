import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Code that is shared names no game; these may: the catalogue, the table of boxes, the default of UGI, and the schemas and examples of the API.
 */
const EXCEPTIONS: readonly RegExp[] = [
  /^packages\/games\/src\/catalogue\.ts$/,
  /^packages\/web\/src\/games\/catalogue\.ts$/,
  /^packages\/cli\/src\/engine\/settings\.ts$/,
  /^packages\/server\/src\/api\/schemas\.ts$/,
];

const folders = readdirSync('packages/games/src', { withFileTypes: true });
const GAMES = folders.flatMap((entry) => (entry.isDirectory() && entry.name !== 'shared' ? [entry.name] : []));
const OWN = new RegExp(`^packages/(games/src|web/src/games)/(${GAMES.join('|')})/`);
const SOURCE = /^packages\/[^/]+\/src\/.*\.(ts|mjs|svelte)$/;
const COMMENT = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gm;

const NAMES = GAMES.map((id) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`);
const NAMED = new RegExp(`(?:(?<![a-z])(?:${GAMES.join('|')})|${NAMES.join('|')})(?![a-z])`, 'g');

/** The names of games in a text, outside of its comments. */
const namesIn = (text: string): readonly string[] => text.replaceAll(COMMENT, '').match(NAMED) ?? [];

test('names are found in code and not in comments', () => {
  const [[game = ''], [name = '']] = [GAMES, NAMES];
  expect(namesIn(`const id = '${game}'; new ${name}Position(); <p>${name}</p>`)).toEqual([game, name, name]);
  expect(namesIn(`/* ${game} */ /** ${name} */ <!-- ${name} -->\n  // ${game}\n/${game}s/; some${game}thing`)).toEqual(
    [],
  );
});

test('shared code names no game', () => {
  const listed = execFileSync('git', ['ls-files', 'packages'], { encoding: 'utf8' }).split('\n');
  const shared = listed.filter((path) => SOURCE.test(path) && !OWN.test(path));
  expect(shared.length).toBeGreaterThan(500);
  const naming = shared.filter((path) => namesIn(readFileSync(path, 'utf8')).length > 0);
  expect(naming.filter((path) => !EXCEPTIONS.some((each) => each.test(path)))).toEqual([]);
  for (const each of EXCEPTIONS)
    expect(
      naming.some((path) => each.test(path)),
      String(each),
    ).toBe(true);
});
