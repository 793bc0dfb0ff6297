import type { Page } from '@playwright/test';

/** The device slept: the clock of the page stood still, and the connection is lost. */
export async function sleepFor(page: Page, minutes: number): Promise<void> {
  await page.evaluate((ms) => {
    const { asleep } = window as unknown as { asleep?: { ms: number } };
    if (asleep === undefined) throw new Error('call prepareSleep before the page is opened');
    asleep.ms += ms;
    for (const type of ['offline', 'online']) window.dispatchEvent(new Event(type));
  }, minutes * 60_000);
}

/** Call before the page is opened: `performance.now()` stands still while the device sleeps. */
export const prepareSleep = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const asleep = { ms: 0 };
    Object.assign(window, { asleep });
    const now = performance.now.bind(performance);
    performance.now = () => now() - asleep.ms;
  });

/** Call before the page is opened: the clock of the device is wrong. */
export const setDeviceClock = (page: Page, minutes: number): Promise<unknown> =>
  page.addInitScript((ms) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ms;
  }, minutes * 60_000);

/** Call before the page is opened: what browsers keep for encrypted pages, and what old ones lack. */
export const removeModern = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['AudioContext', 'ResizeObserver', 'requestIdleCallback']) Reflect.deleteProperty(window, name);
    for (const name of ['serviceWorker', 'clipboard', 'share', 'storage', 'locks'])
      Reflect.deleteProperty(Navigator.prototype, name);
    for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
  });

/** Call before the page is opened: script storage takes nothing more. */
export const fillStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });

/** Call before the page is opened: scripts may not even read the cookies, as in a frame that a messenger keeps apart. */
export const forbidCookies = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
  });

/** What the translator of Chrome does: it puts elements in the place of text nodes. Returns their number. */
export const translate = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    const wanted = texts.filter(
      (text) => text.data.trim() !== '' && text.parentElement?.closest('script, style, [translate=no]') === null,
    );
    for (const text of wanted) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
    return wanted.length;
  });

/** Every file of a build fails once, as while the server starts again, besides the first script; then it is served. Returns the paths of those that did. */
export async function failOnce(page: Page): Promise<() => readonly string[]> {
  const failed = new Set<string>();
  await page.route(/\/assets\/(?!index-[^/]*\.js)/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (failed.has(pathname)) return route.continue();
    failed.add(pathname);
    return route.fulfill({ status: 503, json: { error: { name: 'unavailable' } } });
  });
  return () => [...failed];
}

/** The style sheets that a page asked for and does not have. */
export const missingStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      .filter(({ sheet }) => sheet === null || sheet.cssRules.length === 0)
      .map(({ href }) => href),
  );
