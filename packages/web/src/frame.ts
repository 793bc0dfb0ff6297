import { render } from 'svelte/server';
import Frame from './app/Frame.svelte';
import { PAGE_FILES } from './app/page-files.ts';
import { followLanguage, isLanguage, loadMessages } from './lib/language.ts';
import type { Route } from './lib/routes.ts';

/** The placeholder that the server replaces by the title of the page. */
export const TITLE = '{title}';

const PAGES: readonly string[] = ['home', 'not-found', ...Object.keys(PAGE_FILES)];

/** The first HTML of every page in one language, by the name of the page. Runs in the build, not in the page. */
export async function framesIn(language: string): Promise<Record<string, string>> {
  if (!isLanguage(language)) throw new Error(`${language} is not a language of the page`);
  await loadMessages(language);
  followLanguage(() => language);
  return Object.fromEntries(PAGES.map((page) => [page, frameOf(page)]));
}

/** Without the comments and the white space that only Svelte needs. */
const frameOf = (page: string): string =>
  render(Frame, { props: { page: page as Route['page'], title: TITLE } })
    .body.replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
