import { describe, expect, it } from 'vitest';
import { acceptedLanguages, chooseLanguage, isolated, momentText, writtenTexts } from '../src/language.ts';

describe('the language of a page', () => {
  const chosen = (header: string): string => chooseLanguage(acceptedLanguages(header), ['en', 'fr', 'de', 'nl'], 'en');

  it.each([
    ['fr', 'fr'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['en-GB,fr;q=0.9', 'en'],
    ['da-DK,da;q=0.9,FR;q=0.5', 'fr'],
    ['de-AT', 'de'],
    ['de-CH,fr-CH;q=0.9', 'de'],
    ['nl-BE,fr-BE;q=0.9', 'nl'],
    ['DE_at,fr', 'fr'],
    ['nld,den,fr', 'fr'],
    ['en;q=0.5,fr;q=0.9', 'fr'],
    ['en ; q=0.2 , fr ; Q=0.3', 'fr'],
    ['fr;q=0,en', 'en'],
    ['fr;q=nonsense', 'en'],
    ['fr;q=0', 'en'],
    ['fr;xq=0.1,en;q=0.5', 'fr'],
    ['da, *', 'en'],
    ['', 'en'],
    [',;,', 'en'],
    [`${'x,'.repeat(40)}fr`, 'en'],
  ])('%s: %s', (header, language) => expect(chosen(header)).toBe(language));

  it('is read from a header tag by tag, empty ones left out', () => {
    expect(acceptedLanguages('fr-CA;q=0.5,,en, ;q=1')).toEqual(['en', 'fr-CA']);
    expect(acceptedLanguages('')).toEqual([]);
  });
});

describe('a name as a part of a sentence', () => {
  it.each(['Ada', 'Zoë 🎲 2', 'Ἀγαμέμνων', 'Наташа', '(1-0)'])('%s stays as it is', (name) =>
    expect(isolated(name)).toBe(name),
  );

  it.each(['שרה', 'مريم 2', 'Ada ﷲ', '𐤀𐤁'])('%s is isolated', (name) =>
    expect(isolated(name)).toBe(`\u2068${name}\u2069`),
  );
});

describe('texts with values', () => {
  const texts = writtenTexts(
    { won: 'You won.', beat: '{who} beat {whom} by {points}. {who}!' },
    { beat: ['who', 'points', 'whom'] },
  );

  it('are functions of their values, each as often as the text names it', () => {
    expect(texts.won).toBe('You won.');
    expect(texts.beat('Ada', 3, 'Bob')).toBe('Ada beat Bob by 3. Ada!');
  });

  it('keep what looks like a name or a group in a value', () => {
    expect(texts.beat('{whom}', 0, '$1')).toBe('{whom} beat $1 by 0. {whom}!');
  });
});

it.each([
  ['fr', 1, 'mardi 1er décembre 2026'],
  ['fr', 11, 'vendredi 11 décembre 2026'],
  ['de', 1, 'Dienstag, 1. Dezember 2026'],
])('a moment is written as in %s on day %i of the month', (language, day, text) =>
  expect(momentText(Date.UTC(2026, 11, day), { language, zone: 'UTC', length: 'long' })).toContain(text),
);
