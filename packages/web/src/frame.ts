import { render } from 'svelte/server';
import Frame from './app/Frame.svelte';
import { followLanguage, isLanguage, loadMessages } from './lib/language.ts';
import type { Route } from './lib/routes.ts';

/** The placeholder that the server replaces by the title of the page. */
export const TITLE = '{title}';

const PAGES: Readonly<Record<Route['page'], true>> = {
  home: true,
  game: true,
  'set-up': true,
  play: true,
  games: true,
  lessons: true,
  watch: true,
  lobby: true,
  search: true,
  archives: true,
  kept: true,
  table: true,
  studies: true,
  study: true,
  tournaments: true,
  tournament: true,
  learn: true,
  puzzles: true,
  'game-puzzles': true,
  puzzle: true,
  rules: true,
  'numbered-rules': true,
  profile: true,
  settings: true,
  account: true,
  reset: true,
  moderation: true,
  'not-found': true,
};

/** The first HTML of every page in one language, by the name of the page. Runs in the build, not in the page. */
export async function framesIn(language: string): Promise<Record<string, string>> {
  if (!isLanguage(language)) throw new Error(`${language} is not a language of the page`);
  await loadMessages(language);
  followLanguage(() => language);
  return Object.fromEntries(Object.keys(PAGES).map((page) => [page, frameOf(page)]));
}

/** Without the comments and the white space that only Svelte needs. */
const frameOf = (page: string): string =>
  render(Frame, { props: { page: page as Route['page'], title: TITLE } })
    .body.replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
