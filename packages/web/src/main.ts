import { mount } from 'svelte';
import App from './app/App.svelte';
import { RouteLoader } from './app/route-loader.svelte.ts';
import './design/base.css';
import { typefaces } from './design/typefaces.svelte.ts';
import { addedGames } from './lib/added-games.ts';
import { loadMessages } from './lib/language.ts';
import { mendSheets, untilLoaded } from './lib/load-part.ts';
import { router } from './lib/router.svelte.ts';
import { settings } from './lib/settings.svelte.ts';

/** How long this script takes to arrive on a fast network at most, and how long the page then waits for its typefaces. Milliseconds. */
const FAST = 300;
const WAIT = 500;

/**
 * Keeps the page alive under a translator, which puts elements in the place of text nodes: the app would go on changing nodes that are in no
 * page. Each text node is put back, empty, next to the element that replaced it. Once the app changes or removes it, the element goes.
 */
function watchTranslator(): void {
  /** The elements in the place of a text, with its own words. */
  const stands = new Map<Node, { readonly font: Element; readonly text: string }>();

  function replaced(text: Text, font: Element): void {
    if (text.isConnected || text.data.trim() === '') return;
    // A picture draws no such element, and its numbers need no translation.
    if (font.closest('svg') !== null) return font.replaceWith(text);
    stands.set(text, { font, text: text.data });
    text.data = '';
    font.before(text);
  }

  function settle(text: Text): void {
    const stand = stands.get(text);
    if (stand === undefined) return;
    if (text.isConnected && text.data === '' && stand.font.isConnected) return;
    stands.delete(text);
    stand.font.remove();
    // The translation was taken back.
    if (text.isConnected && text.data === '') text.data = stand.text;
  }

  const observer = new MutationObserver((records) => {
    const fonts = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)));
    const gone = records.flatMap(({ removedNodes, nextSibling, previousSibling, addedNodes }) => {
      const font = [...addedNodes, previousSibling, nextSibling].find(
        (node) => node !== null && fonts.has(node as Element),
      );
      return [...removedNodes].flatMap((node) => (node instanceof Text ? [{ text: node, font }] : []));
    });
    for (const { text, font } of gone) if (font instanceof Element && font.isConnected) replaced(text, font);
    for (const text of [...stands.keys()]) settle(text as Text);
    observer.takeRecords();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}

const isFont = (node: Node): node is Element => node.nodeName === 'FONT';

/** On a fast network the typefaces are nearly there: they are loaded after the scripts. On a slow one the page does not wait for them. */
function isFast(): boolean {
  const [script] = performance.getEntriesByName(import.meta.url);
  return script instanceof PerformanceResourceTiming && script.responseEnd - script.requestStart < FAST;
}

/** Resolves when a promise does, or after a short wait. */
const soon = (promise: Promise<void>): Promise<void> =>
  Promise.race([promise, new Promise<void>((resolve) => setTimeout(resolve, WAIT))]);

/** Starts the app in place of the first HTML, which stays until the first page is loaded. */
async function start(target: Element): Promise<void> {
  const loader = new RouteLoader();
  const isQuick = isFast();
  const faces = isQuick ? typefaces.load().catch(() => undefined) : undefined;
  // A newer server has other texts, and a new page that names them.
  const texts = untilLoaded(() => loadMessages(settings.language)).catch(() => location.reload());
  await Promise.all([texts, loader.show(router.route), faces && soon(faces)]);
  target.replaceChildren();
  mount(App, { target, props: { loader } });
  if (!isQuick) typefaces.load().catch(() => undefined);
}

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
// Safari shows what is pressed only on a page that listens for touches.
document.addEventListener('touchstart', () => undefined, { passive: true });
mendSheets();
watchTranslator();
if (addedGames.length > 0) untilLoaded(() => import('./games/game-fault.ts')).catch(() => undefined);
// Not awaited: the scripts of the pages import modules of this one, which would wait for them.
void start(target);
