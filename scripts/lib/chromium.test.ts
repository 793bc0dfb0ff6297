import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { firstOnPath } from './chromium.mjs';

test('the preferred program is found in any folder of the path before the others, and none where there is none', () => {
  const [first, second] = [mkdtempSync(join(tmpdir(), 'tablier-path-')), mkdtempSync(join(tmpdir(), 'tablier-path-'))];
  const path = [first, second].join(delimiter);
  const names = ['tablier-test-shell', 'tablier-test-whole'];
  expect(firstOnPath(names, path)).toBeUndefined();
  writeFileSync(join(first, 'tablier-test-whole'), '');
  expect(firstOnPath(names, path)).toBe(join(first, 'tablier-test-whole'));
  writeFileSync(join(second, 'tablier-test-shell'), '');
  expect(firstOnPath(names, path)).toBe(join(second, 'tablier-test-shell'));
  for (const folder of [first, second]) rmSync(folder, { recursive: true });
});
