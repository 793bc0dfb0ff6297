import { render } from 'svelte/server';
import Frame from './app/Frame.svelte';
import { PAGE_FILES } from './app/page-files.ts';
import { followLanguage, isLanguage, loadMessages } from './lib/language.ts';
import type { Route } from './lib/routes.ts';

/** The placeholders that the server replaces. */
const WORDS = { title: '{title}', lead: '{lead}', picture: '{picture}' };

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
  render(Frame, { props: { page: page as Route['page'], ...WORDS } })
    .body.replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
