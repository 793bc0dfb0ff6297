import { describe, expect, it } from 'vitest';
import {
  answerTo,
  cacheName,
  filesIn,
  type OfflineFiles,
  otherCaches,
  parseRequest,
} from '../../../src/lib/offline/offline-files.ts';

const files: OfflineFiles = {
  version: 'v2',
  entry: '/assets/index-2.js',
  shell: '/offline.html',
  always: ['/assets/index-2.js', '/assets/style-1.css', '/favicon.ico'],
  languages: { en: ['/assets/en-1.js'], de: ['/assets/de-1.js', '/assets/rules.de-1.js'] },
  later: ['/assets/space-1.js'],
};

describe('the files that are needed offline', () => {
  it('are those of every language and those of the chosen ones, each once', () => {
    const common = ['/offline.html', '/assets/index-2.js', '/assets/style-1.css', '/favicon.ico'];
    expect(filesIn(files, [])).toEqual(common);
    expect(filesIn(files, ['de', 'de', 'xx'])).toEqual([...common, '/assets/de-1.js', '/assets/rules.de-1.js']);
  });

  it('have a cache of their own for each version; the others are old', () => {
    const all = [cacheName(files), cacheName({ ...files, version: 'v1' }), 'tablier-choices', 'of-another-app'];
    expect(otherCaches(files, all)).toEqual([cacheName({ ...files, version: 'v1' })]);
  });
});

describe('a request', () => {
  const answer = (path: string, change: object = {}) =>
    answerTo(files, { method: 'GET', path, isNavigation: false, ...change });

  it.each(['/assets/index-2.js', '/assets/of-an-old-version-1.js', '/favicon.ico'])(
    'for %s is one for a file',
    (path) => expect(answer(path)).toBe('file'),
  );

  it.each(['/', '/isaac', '/play/a0b1c2d3e4f5', '/t/ID/12', '/apiary'])('to go to %s is one for a page', (path) => {
    expect(answer(path, { isNavigation: true })).toBe('page');
    expect(answer(path)).toBeNull();
  });

  it.each(['/api', '/api/me', '/api/socket', '/api/me/export', '/robots.txt', '/licenses.txt', '/offline.html'])(
    'for %s is left to the browser, also as a page',
    (path) => {
      expect(answer(path)).toBeNull();
      expect(answer(path, { isNavigation: true })).toBeNull();
    },
  );

  it('that changes something is left to the browser', () =>
    expect(answer('/assets/index-2.js', { method: 'POST' })).toBeNull());
});

describe('a message of the page', () => {
  const entry = '/assets/index-1.js';
  it.each([
    { kind: 'take-over', entry },
    { kind: 'store', language: 'de', entry },
  ])('%j is read', (data) => expect(parseRequest(files, data)).toEqual(data));

  it.each([
    null,
    'store',
    {},
    { kind: 'take-over' },
    { kind: 'delete', entry },
    { kind: 'store', entry },
    { kind: 'store', entry, language: 'xx' },
    { kind: 'store', entry, language: 'toString' },
    { kind: 'store', entry: 1, language: 'de' },
  ])('%j is ignored', (data) => expect(parseRequest(files, data)).toBeNull());
});
