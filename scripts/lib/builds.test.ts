import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stampOf } from '../../packages/cli/bin/program.mjs';
import { ROOT } from './run.mjs';

let folder = '';
beforeAll(() => {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'stamp-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the stamp of a folder changes with every file below it, also below folders that are named like files', () => {
  const sources = [relative(ROOT, folder)];
  mkdirSync(join(folder, 'left.behind'));
  writeFileSync(join(folder, 'left.behind', 'file'), 'one');
  const first = stampOf(sources);
  expect(stampOf(sources)).toBe(first);
  writeFileSync(join(folder, 'left.behind', 'file'), 'two');
  expect(stampOf(sources)).not.toBe(first);
});

test('the stamp does not change with what tools, builds and tests leave there: the build stays', () => {
  const sources = [relative(ROOT, folder)];
  const first = stampOf(sources);
  for (const name of ['.svelte-check', 'dist', 'test']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'file'), 'one');
  }
  expect(stampOf(sources)).toBe(first);
});
