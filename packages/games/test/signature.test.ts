import { readFileSync } from 'node:fs';
import { botGames, signaturesOf } from '@tablier/testkit/bot-games';
import { expect, test } from 'vitest';

/**
 * The signatures change with every change of what the searches of today do: rules, weights, order of moves. After an intended change, write
 * the numbers from the failure into `signatures.json`, in the same commit. `bots.spec.ts` in `packages/web/e2e` plays the same games in a
 * browser.
 */
test('the searches of the strongest level have the signatures in signatures.json', () => {
  const committed = JSON.parse(readFileSync(new URL('signatures.json', import.meta.url), 'utf8')) as unknown;
  expect(signaturesOf(botGames())).toEqual(committed);
});
