import { expect, test } from 'vitest';
import { pageLanguage, pageTheme } from '../../src/http/page-texts.ts';

const AVAILABLE = ['en', 'fr', 'de', 'nl'];
const languageOf = (url: string, headers: Record<string, string> = {}): string => {
  const { language, fromAddress } = pageLanguage({ url, headers }, AVAILABLE, 'en');
  return fromAddress === null ? language : `${language}, asked for ${fromAddress}`;
};

test('the language is that of the address, else the chosen one, else an accepted one, else the base', () => {
  const cookie = 'session=x; tablier-language=de; other=y';
  const headers = { cookie, 'accept-language': 'xx, nl;q=0.5' };
  expect(languageOf('/isaac?ply=3&lang=fr', headers)).toBe('fr, asked for fr');
  expect(languageOf('/isaac?ply=3', headers)).toBe('de');
  expect(languageOf('/isaac', { ...headers, cookie: 'session=x' })).toBe('nl');
  expect(languageOf('/isaac', { 'accept-language': 'xx' })).toBe('en');
  expect(languageOf('/isaac')).toBe('en');
});

test('a language that there is not does not count', () => {
  expect(languageOf('/isaac?lang=xx', { cookie: 'tablier-language=fr' })).toBe('fr');
  expect(languageOf('/isaac?lang=', { cookie: 'tablier-language=zz' })).toBe('en');
  expect(languageOf('/isaac?lang=de-AT')).toBe('de, asked for de');
});

test('a cookie counts under its whole name, first or later', () => {
  for (const cookie of ['tablier-language=fr', 'a=b;tablier-language=fr', 'a=b;  tablier-language=fr;c=d'])
    expect(languageOf('/', { cookie }), cookie).toBe('fr');
  for (const cookie of ['x-tablier-language=fr', 'a=tablier-language=fr', 'tablier-language=', 'tablier-language'])
    expect(languageOf('/', { cookie }), cookie).toBe('en');
});

test('the theme is the chosen one, if there is such a theme', () => {
  const theme = (cookie?: string) => pageTheme({ headers: cookie === undefined ? {} : { cookie } });
  for (const cookie of ['tablier-theme=dark', 'a=b; tablier-theme=dark; c=d', 'a=b;tablier-theme=dark'])
    expect(theme(cookie), cookie).toBe('dark');
  expect(theme('tablier-theme=light')).toBe('light');
  for (const cookie of [undefined, '', 'tablier-theme=blue', 'tablier-theme=darker', 'x-tablier-theme=dark'])
    expect(theme(cookie), cookie).toBeNull();
});
