import { mount } from 'svelte';
import { untilLoaded } from '../lib/load-part.ts';
import { router } from '../lib/router.svelte.ts';
import { wordsLoader } from '../lib/words-loader.ts';
import { findGame } from './catalogue.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** Pages that are complete without the boards of one game. */
const LISTS: ReadonlySet<string> = new Set(['home', 'lobby', 'watch', 'games']);

let shown: unknown = null;

// For as long as the page is open: the rules of a game from a file may throw while it draws, or after a press.
addEventListener('error', ({ error }) => void show(error));
addEventListener('unhandledrejection', ({ reason }) => void show(reason));

async function show(error: unknown): Promise<void> {
  const { route } = router;
  if (!(error instanceof Error) || LISTS.has(route.page) || shown === route) return;
  const [, id = ''] = /\/games\/([a-z0-9-]+)\.js/.exec(error.stack ?? '') ?? [];
  const game = findGame(id);
  if (game === undefined) return;
  shown = route;
  const load = () => Promise.all([import('./GameFault.svelte'), loadWords()]);
  const [{ default: GameFault }, words] = await untilLoaded(load);
  mount(GameFault, { target: document.body, props: { words, game: game.name, reason: error.message } });
}
