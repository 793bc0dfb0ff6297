import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatError } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../lib/run.mjs';
import { enterGame } from './catalogue.ts';
import { planGame } from './plan.ts';

/** The error for a game of this name. */
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
  ['find-game', /^name-taken \(find-game: findGame in packages\/games\/src\)$/],
])('the name %j is refused', (id, message) => {
  expect(refusal(ROOT, id)).toMatch(message);
});

describe('the catalogue', () => {
  const before = "/** Games. */\nexport { a } from './a/index.ts';\nexport { c } from './c/index.ts';\n";
  const names = { id: 'b', identifier: 'b', type: 'B', title: 'B', key: 'b', letter: 'B' };

  test('gets one more line, in alphabetical order', () => {
    expect(enterGame(before, names)).toBe(
      "/** Games. */\nexport { a } from './a/index.ts';\nexport { b } from './b/index.ts';\nexport { c } from './c/index.ts';\n",
    );
    expect(enterGame(before, { ...names, id: 'd', identifier: 'd' })).toMatch(/index.ts';\nexport \{ d \}.*\n$/);
  });

  test('is the only changed file, by one line', () => {
    const plan = planGame(ROOT, 'four-winds');
    if (!plan.ok) throw new Error(formatError(plan.error));
    const [[path = '', text = ''] = [], ...others] = plan.value.changed;
    expect(others).toEqual([]);
    expect(text.split('\n').length - readFileSync(join(ROOT, path), 'utf8').split('\n').length).toBe(1);
    const lines = [...plan.value.written.values()].reduce((sum, file) => sum + file.trimEnd().split('\n').length, 0);
    expect(lines).toBeLessThanOrEqual(260);
  });

  test('of an unexpected form is reported by name, and nothing is planned', () => {
    const empty = mkdtempSync(join(tmpdir(), 'tablier-catalogue-'));
    expect(refusal(empty, 'four-winds')).toBe('place-not-found (packages/games/src/catalogue.ts: the games)');
    rmSync(empty, { recursive: true });
  });
});
