import type { Component } from 'svelte';
import type { Route } from '../lib/routes.ts';
import { prepareLocal } from '../play/local/load-local.ts';
import { PAGE_FILES } from './page-files.ts';

/** A page gets the parameters of its route, with the rules or the facts of its game, and a function to call when its heading is final. */
type Page = Component<Readonly<Record<string, unknown>>>;

interface PageModule {
  readonly default: Page;
  /** Loads the texts of its heading, which is the title of the window. */
  readonly prepare?: () => Promise<void>;
}

const MODULES = import.meta.glob<PageModule>(['../*/*/*Page.svelte', '!../*/home/HomePage.svelte']);
const FILES: Partial<Readonly<Record<Route['page'], string>>> = PAGE_FILES;

const loaded = new Map<Route['page'], Page>();

/** A page that has been loaded; `undefined` for one of the first script. */
export const pageOf = (page: Route['page']): Page | undefined => loaded.get(page);

export const isPageLoaded = (page: Route['page']): boolean => loaded.has(page) || FILES[page] === undefined;

/** Loads the script of a page. Rejects if the server cannot be reached. */
export async function loadPage(page: Route['page']): Promise<void> {
  await prepareLocal();
  const module = await MODULES[`../${FILES[page]}.svelte`]?.();
  if (module === undefined) return;
  await module.prepare?.();
  loaded.set(page, module.default);
}
