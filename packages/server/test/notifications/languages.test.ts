import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOTIFICATION_LANGUAGES } from '../../src/notifications/texts.ts';

const PAGE = new URL('../../../web/messages/languages.json', import.meta.url);

test('mails and notifications have texts in every language of the page', () => {
  const { languages } = JSON.parse(readFileSync(PAGE, 'utf8')) as { readonly languages: readonly string[] };
  expect(NOTIFICATION_LANGUAGES.toSorted(), 'packages/server/src/notifications/texts').toEqual(languages.toSorted());
});
