import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatted } from '../lib/markdown.ts';
import { configurationDocument } from './document.ts';

const PATH = new URL('../../docs/configuration.md', import.meta.url);

test('docs/configuration.md is up to date with the settings; `npm run docs` writes it', async () => {
  expect(readFileSync(PATH, 'utf8')).toBe(await formatted(PATH, configurationDocument()));
});
