import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbedFiles } from '../src/http/embed.ts';
import type { PageFrames } from '../src/http/static-page.ts';
import { type PageTexts, REQUIRED } from '../src/http/page-texts.ts';

export const PAGE_HTML = `<!doctype html>
<html lang="en">
  <head>
    <!-- head: replaced -->
    <title>Tablier</title>
    <!-- /head -->
    <script type="module" src="/assets/app-1a2b.js"></script>
  </head>
  <body><div id="app"><!-- frame --></div></body>
</html>
`;

/** `[fr meta_archive_won {names}]`: each text says its language, its key and all that it is given. */
const textsOf = (language: string) => ({
  ...Object.fromEntries(
    REQUIRED.map((key) => [key, `[${language} ${key} game={game} games={games} names={names} tagline={tagline}]`]),
  ),
  game_isaac: `${language} "tagline" <b>of Isaac</b>`,
  seat_dark: `${language} Dark`,
  seat_light: `${language} Light`,
});

export const LANGUAGES = ['en', 'fr', 'de', 'nl'];

/** The frame of each page says its language, its name and its title. */
export const PAGE_FRAMES: PageFrames = {
  frames: Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(
        ['home', 'game', 'set-up', 'rules', 'puzzle', 'table', 'not-found'].map((page) => [
          page,
          `[frame ${language} ${page} {title}]{lead}<img src="{picture}">`,
        ]),
      ),
    ]),
  ),
  pages: { 'set-up': ['/assets/SetUp-1.js', '/assets/SetUp-1.css', '/assets/engine-1.js'] },
  games: { isaac: ['/assets/isaac-1.js', '/assets/engine-1.js'] },
  languages: { en: ['/assets/en-1.js'], fr: ['/assets/fr-1.js'] },
  leads: { 'rules isaac fr': 'First <words> of {title}' },
  contents: {
    'watch fr': ['/assets/words.fr-1.js'],
    'game isaac en': ['/assets/box-1.webp'],
    'learn isaac fr': ['/assets/lesson-1.js', '/assets/lesson.fr-1.js'],
  },
  typefaces: ['/assets/serif-1.woff2', '/assets/sans-1.woff2'],
};

export const EMBED_FILES: EmbedFiles = {
  script: '/assets/embed/embed-1.js',
  styles: ['/assets/embed/style-1.css'],
  games: { isaac: ['/assets/embed/game-isaac-1.js'] },
  languages: { fr: '/assets/embed/fr-1.js' },
};

export const PAGE_TEXTS: PageTexts = {
  base: 'en',
  languages: Object.fromEntries(LANGUAGES.map((each) => [each, textsOf(each)])),
  puzzles: { isaac: ['win', 'best', 'lead'] },
};

/** Draws a square in a colour of its own for each picture, with how many it has drawn. Pictures of Masker never end. */
export const PICTURE_PROGRAM = `let drawn = 0;
export async function draw({ kind, game, record, ply }) {
  drawn++;
  while (game === 'masker');
  if (game === 'nasca') throw new Error('nothing to draw with');
  const square = (colour) =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="16"><desc>' + drawn + '</desc>' +
    '<rect width="32" height="16" fill="#' + colour.toString(16).padStart(6, '0') + '"/></svg>';
  if (kind === 'animation') return record.moves.slice(0, 3).map((_, at) => square(at * 5000));
  return [square(((ply ?? 100) * 70001) % 0xffffff)];
}
`;

/** Writes a small page as the build does, with texts in every language; the folder. */
export function writePage(folder: string): string {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), PAGE_HTML);
  writeFileSync(join(folder, 'meta.json'), JSON.stringify(PAGE_TEXTS));
  writeFileSync(join(folder, 'frames.json'), JSON.stringify(PAGE_FRAMES));
  writeFileSync(join(folder, 'embed.json'), JSON.stringify(EMBED_FILES));
  writeFileSync(join(folder, 'picture.mjs'), PICTURE_PROGRAM);
  writeFileSync(join(folder, 'service-worker.js'), 'self.skipWaiting();');
  writeFileSync(join(folder, 'manifest-en.webmanifest'), '{"name":"Tablier"}');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), 'compressed');
  return folder;
}
