import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configurationDocument } from './document.ts';

test('docs/configuration.md is up to date with the settings; `npm run docs` writes it', () => {
  expect(readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')).toBe(configurationDocument());
});
