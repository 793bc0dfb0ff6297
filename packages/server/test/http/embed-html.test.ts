import type { StoredRecord } from '@tablier/core';
import { expect, test } from 'vitest';
import { type EmbedPage, renderEmbed } from '../../src/http/embed.ts';

const record: StoredRecord = {
  format: 1,
  game: 'isaac',
  rules: 1,
  options: {},
  players: 2,
  deal: null,
  moves: ['</script>'],
};
const FILES = {
  script: '/assets/embed.js',
  styles: ['/assets/a.css', '/assets/b.css'],
  games: { isaac: ['/assets/isaac.js', '/assets/parts.js'] },
  languages: { fr: '/assets/fr.js' },
};
const PAGE = {
  language: 'fr',
  asked: null,
  head: {
    title: 'A <b> & "c"',
    description: 'd "e"',
    path: '/g/id/12',
    picture: { path: '/g/id.png', alt: 'The <end>' },
  },
  record,
  ply: null,
  bottom: 1,
  hasControls: true,
  theme: null,
  result: 'Ada & Bob',
  link: '/g/id?a=1&b=2',
  open: 'Open <it>',
} as unknown as EmbedPage;

/** The lines of the frame that are not empty. */
const linesOf = (changes: Partial<EmbedPage> = {}, files = FILES): string[] =>
  renderEmbed({ ...PAGE, ...changes }, files)
    .split('\n')
    .filter((line) => line !== '');

test('the frame has its words, its files, the record, and a picture for those without scripts', () => {
  expect(linesOf()).toEqual([
    '<!doctype html>',
    '<html lang="fr">',
    '<head>',
    '<meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<meta name="robots" content="noindex" />',
    '<meta name="color-scheme" content="light dark" />',
    '<title>A &lt;b&gt; &amp; &quot;c&quot; · Tablier</title>',
    '<meta name="description" content="d &quot;e&quot;" />',
    '<link rel="stylesheet" href="/assets/a.css" />',
    '<link rel="stylesheet" href="/assets/b.css" />',
    '<script type="module" src="/assets/embed.js"></script>',
    '<link rel="modulepreload" href="/assets/fr.js" />',
    '<link rel="modulepreload" href="/assets/isaac.js" />',
    '<link rel="modulepreload" href="/assets/parts.js" />',
    '</head>',
    '<body>',
    '<main id="board" aria-busy="true" data-bottom="1"><noscript><img src="/g/id.png" alt="The &lt;end&gt;" /></noscript></main>',
    '<footer><div><h1>A &lt;b&gt; &amp; &quot;c&quot;</h1><p>Ada &amp; Bob</p></div><a href="/g/id?a=1&amp;b=2" target="_blank" rel="noopener">Open &lt;it&gt;</a></footer>',
    `<script type="application/json" id="record">${JSON.stringify(record).replace('<', String.raw`\u003c`)}</script>`,
    '</body>',
    '</html>',
  ]);
});

test('the record is read back as it is, and cannot end its element', () => {
  const html = linesOf().join('\n');
  expect(html.split('</script>')).toHaveLength(3);
  const data = /id="record">(.*)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual(record);
});

test('options are attributes: the ply with its picture, no controls, a theme', () => {
  const html = linesOf({ ply: 12, hasControls: false, theme: 'dark' }).join('\n');
  expect(html).toContain('<html lang="fr" data-theme="dark">');
  expect(html).toContain('data-ply="12" data-bottom="1" data-controls="none"><noscript><img src="/g/id/12.svg"');
});

test('a language or a game without a file of its own needs none', () => {
  expect(linesOf({ language: 'en' }).filter((line) => line.includes('modulepreload'))).toEqual([
    '<link rel="modulepreload" href="/assets/isaac.js" />',
    '<link rel="modulepreload" href="/assets/parts.js" />',
  ]);
});

test('without a game there is no script, no board and no link', () => {
  const html = linesOf({ record: null, result: '' }).join('\n');
  expect(html).not.toMatch(/<script|modulepreload|<a |noscript/);
  expect(html).toContain('<main></main>');
  expect(html).toContain('<footer><div><h1>A &lt;b&gt; &amp; &quot;c&quot;</h1><p></p></div></footer>');
});
