import { afterEach, expect, test } from 'vitest';
import { baseLanguage, followLanguage, languages, loadMessages } from '../../src/lib/language.ts';
import { joined } from '../../src/lib/people.ts';

afterEach(() => followLanguage(() => baseLanguage));

test.each(languages)('joins parts in %s as the browser does', async (language) => {
  await loadMessages(language);
  followLanguage(() => language);
  const format = new Intl.ListFormat(language, { type: 'conjunction' });
  const parts = ['Ada', 'Grace', 'Alan', 'Edsger'];
  for (let count = 0; count <= parts.length; count++)
    expect(joined(parts.slice(0, count))).toBe(format.format(parts.slice(0, count)));
});
