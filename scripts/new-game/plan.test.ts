import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatError } from '@tablier/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../lib/run.mjs';
import { insertAfter, insertItem, insertLine } from './insert.ts';
import { PLACES } from './places.ts';
import { planGame } from './plan.ts';

/** Why no game of this name is planned. */
function refusal(root: string, id: string): string {
  const plan = planGame(root, id);
  return plan.ok ? 'none' : formatError(plan.error);
}

test.each([
  ['Chess', /^bad-name \("Chess": lower-case /],
  ['9x9', /^bad-name \("9x9": /],
  ['two--hyphens', /^bad-name \(/],
  ['end-', /^bad-name \(/],
  ['../up', /^bad-name \(/],
  ['échecs', /^bad-name \(/],
  ['', /^bad-name \(/],
  ['class', /^bad-name \("class": class is a word of TypeScript\)$/],
  ['isaac', /^name-taken \(isaac: packages\/games\/src\/isaac\)$/],
  ['find-game', /^name-taken \(find-game: findGame in packages\/games\/src\/index\.ts\)$/],
])('the name %j is refused', (id, message) => {
  expect(refusal(ROOT, id)).toMatch(message);
});

describe('a place that is not as expected is named', () => {
  let copy = '';

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'tablier-places-'));
    for (const { path } of PLACES) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(ROOT, path), join(copy, path));
    }
  });

  afterEach(() => rmSync(copy, { recursive: true }));

  test('and none is in the repository', () => expect(refusal(copy, 'four-winds')).toBe('none'));

  test.each([
    ['packages/games/src/index.ts', /^import \{ .*index\.ts';$/gm, 'the imports of the games'],
    ['packages/games/src/index.ts', /^export \{ .*$/gm, 'the exports of the games'],
    ['packages/games/src/index.ts', 'games: readonly', 'the list `games`'],
    ['packages/games/package.json', '"exports"', '`exports`'],
    ['packages/web/src/boards/index.ts', /^ {2}\w+: \(\) => import.*$/gm, 'the list `BOARDS`'],
    ['packages/cli/src/play/messages.ts', '  notation: {', '`notation` in the language en'],
    ['packages/cli/src/play/messages.ts', 'const fr:', '`notation` in the language fr'],
  ])('%s without %s', (path, removed, what) => {
    const file = join(copy, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(removed, ''));
    expect(refusal(copy, 'four-winds')).toBe(`place-not-found (${path}: ${what})`);
  });

  test('a file that is gone too', () => {
    rmSync(join(copy, 'packages/games/package.json'));
    expect(refusal(copy, 'four-winds')).toBe('place-not-found (packages/games/package.json: `exports`)');
  });
});

describe('insertions', () => {
  const LIST = /(= \[)([^[\]]*)(\])/;

  test.each([
    ['= [a, c]', '= [a, b, c]'],
    ['= [a]', '= [a, b]'],
    ['= [c, a]', '= [c, a, b]'],
    ['= []', '= [b]'],
    ['= ["a": 1, "a/x": 2, "c": 3]', '= ["a": 1, "a/x": 2, b, "c": 3]'],
    ['= [\n  a,\n  c,\n]', '= [\n  a,\n  b,\n  c,\n]'],
    ['= [\n  a\n]', '= [\n  a,\n  b\n]'],
  ])('into the list %j', (before, after) => expect(insertItem(before, LIST, 'b')).toBe(after));

  test.each(['= [\n  a, // the first\n]', '= [f(a, c)]', 'a, c'])('not into %j', (text) => {
    expect(insertItem(text, LIST, 'b')).toBeNull();
  });

  test('of lines keep their order', () => {
    expect(insertLine('x\nuse a\nuse c\ny', /^use /, 'use b')).toBe('x\nuse a\nuse b\nuse c\ny');
    expect(insertLine('x\nuse a\ny', /^use /, 'use b')).toBe('x\nuse a\nuse b\ny');
    expect(insertLine('x\ny', /^use /, 'use b')).toBeNull();
    expect(insertAfter('x {\n}', /x \{/, '  b')).toBe('x {\n  b\n}');
  });
});
