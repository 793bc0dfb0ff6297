import type ArchivedGame from './ArchivedGame.svelte';
import type Play from './Play.svelte';
import type Rules from './Rules.svelte';
import type SettingsPage from './SettingsPage.svelte';
import type SetUp from './SetUp.svelte';

/** Pages that are not in the first script, as far as they have been fetched. */
export const pages: {
  archived?: typeof ArchivedGame;
  play?: typeof Play;
  rules?: typeof Rules;
  settings?: typeof SettingsPage;
  setUp?: typeof SetUp;
} = {};

const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  kept: async () => (pages.archived ??= (await import('./ArchivedGame.svelte')).default),
  play: async () => (pages.play ??= (await import('./Play.svelte')).default),
  rules: async () => (pages.rules ??= (await import('./Rules.svelte')).default),
  settings: async () => (pages.settings ??= (await import('./SettingsPage.svelte')).default),
  'set-up': async () => (pages.setUp ??= (await import('./SetUp.svelte')).default),
};

const fetched = new Set<string>();

/** Whether a page can be shown at once. */
export const isPageThere = (page: string): boolean => !Object.hasOwn(LOADERS, page) || fetched.has(page);

/** Fetches the script of a page. Rejected where the server cannot be reached. */
export async function loadPage(page: string): Promise<void> {
  await LOADERS[page]?.();
  fetched.add(page);
}
