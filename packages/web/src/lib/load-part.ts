/**
 * What every `import()` of the built page calls (`load-part-plugin.ts`), and those of its workers, by name: a script or style sheet that cannot be loaded, as while the server
 * starts again, is asked for again. Vite's own function fails at once, and takes a style sheet that failed for loaded the next time.
 */

/** Before each further try, and from then on for what is only missed. Milliseconds. */
const PAUSES = [250, 750, 2000, 3000, 5000];
const LATER = 15_000;

/** Sent to the window when the server has another version of the page: the scripts of this one are gone. */
export const GONE = 'tablier-gone';

const sheets = new Map<string, Promise<void>>();

/** Resolves after this time, or when the network is back. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    }
    addEventListener('online', done);
  });

/** Loads a script and the files that it needs. Rejects if several tries have failed, and at once if there is no network. */
export async function loadPart<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  for (const ms of PAUSES) {
    try {
      return await loadOnce(load, files);
    } catch (error) {
      // A script that was loaded and does not work is not asked for again.
      if (!(error instanceof TypeError) || !navigator.onLine || (await isGone())) throw error;
    }
    await pause(ms);
  }
  return loadOnce(load, files);
}

/** Loads what is only missed while it is not there, for as long as the page is open. Rejects if the server no longer has it. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && (await isGone())) throw error;
    }
    await pause(LATER);
  }
}

/** Asks again for the style sheets of the first HTML that could not be loaded. A script runs only once they are there or have failed. */
export function mendSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const path = new URL(link.href).pathname.slice(1);
    if (!isApplied(link)) untilLoaded(() => loadPart(() => Promise.resolve(), [path])).catch(() => undefined);
  }
}

async function loadOnce<Part>(load: () => Promise<Part>, files: readonly string[]): Promise<Part> {
  const styles = files.filter((file) => file.endsWith('.css'));
  for (const file of files) if (!styles.includes(file)) preload(`/${file}`);
  // First: `load` may end with what the page does with the script (Vite puts the first `then` into it). The script is on its way as well.
  await Promise.all(styles.map((file) => loadSheet(`/${file}`)));
  return load();
}

/** Whether the server has another version of the page: then it no longer has the script that this module is in. */
async function isGone(): Promise<boolean> {
  const status = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  );
  if (status === 404) dispatchEvent(new Event(GONE));
  return status === 404;
}

/** Engines differ in what they make of a style sheet that failed: none, or an empty one. */
const isApplied = ({ sheet }: HTMLLinkElement): boolean => sheet !== null && sheet.cssRules.length > 0;

const linkTo = (rel: string, href: string): HTMLLinkElement | null =>
  document.querySelector<HTMLLinkElement>(`link[rel=${rel}][href="${href}"]`);

function append(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, crossOrigin: '', href });
  document.head.append(link);
  return link;
}

/** The scripts that a script imports are loaded with it instead of after it. */
function preload(href: string): void {
  if (linkTo('modulepreload', href) === null) append('modulepreload', href);
}

function loadSheet(href: string): Promise<void> {
  const loading = sheets.get(href);
  if (loading !== undefined) return loading;
  const first = linkTo('stylesheet', href);
  if (first !== null && isApplied(first)) return Promise.resolve();
  first?.remove();
  const link = append('stylesheet', href);
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      sheets.delete(href);
      reject(new TypeError(`${href} could not be loaded`));
    });
  });
  sheets.set(href, loaded);
  return loaded;
}

/** How long a page that is always busy lets the next part wait. Milliseconds. */
const BUSY = 2000;

let turn: Promise<void> = Promise.resolve();

/** Resolves when the browser has nothing else to do, for one caller after the other: between their tasks a press is answered. */
export const nextIdle = (): Promise<void> =>
  (turn = turn.then(
    () =>
      new Promise((resolve) => {
        if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: BUSY });
        else setTimeout(resolve, 200);
      }),
  ));

let firstIdle: Promise<void> | null = null;

/** Resolves when the browser first has nothing else to do. */
export const whenIdle = (): Promise<void> => (firstIdle ??= nextIdle());
