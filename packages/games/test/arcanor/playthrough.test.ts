import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { playthrough } from './playthrough.ts';

test('the game of playthrough.txt is still played and drawn so', () => {
  expect(playthrough()).toBe(readFileSync(new URL('playthrough.txt', import.meta.url), 'utf8'));
});
