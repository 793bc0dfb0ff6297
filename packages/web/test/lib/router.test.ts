import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BrowserParts, closeBrowser, openBrowser } from '../browser.ts';

async function routerIn(parts: BrowserParts) {
  const browser = openBrowser(parts);
  const { router } = await import('../../src/lib/router.svelte.ts');
  return { router, ...browser };
}

const TABLE = 'a'.repeat(22);

afterEach(closeBrowser);

describe('the router', () => {
  it('reads the page from the address', async () => {
    expect((await routerIn({ path: '/isaac/rules/I12' })).router.route).toEqual({
      page: 'numbered-rules',
      game: 'isaac',
      rule: 'I12',
    });
    expect((await routerIn({ path: '/nowhere/at/all' })).router.route.page).toBe('not-found');
  });

  it('replaces an old link by its path, without an entry in the history', async () => {
    const { router, history, window } = await routerIn({ path: '/#/rules/isaac' });
    expect([router.route.page, history]).toEqual(['rules', ['/isaac/rules']]);
    history.splice(-1, 1, '/isaac/rules#/settings');
    window.dispatchEvent(new Event('hashchange'));
    expect([router.route.page, history]).toEqual(['settings', ['/settings']]);
  });

  it('adds an entry for another page, and none for the same', async () => {
    const { router, history, back } = await routerIn({});
    router.go({ page: 'lobby' });
    router.go({ page: 'lobby' });
    expect([router.route.page, history]).toEqual(['lobby', ['/', '/lobby']]);
    back();
    expect(router.route.page).toBe('home');
  });

  it('replaces the address after a moment, unless the user has left the page', async () => {
    vi.useFakeTimers();
    const { router, history } = await routerIn({ path: `/t/${TABLE}` });
    const at = { ply: 3, viewer: 'open' } as const;
    router.rename({ page: 'table', id: TABLE, at: { ...at, ply: 2 } });
    router.rename({ page: 'table', id: TABLE, at });
    expect(history).toEqual([`/t/${TABLE}`]);
    vi.runAllTimers();
    expect(history).toEqual([`/t/${TABLE}/3`]);
    router.rename({ page: 'table', id: TABLE, at: { ...at, ply: 4 } });
    router.go({ page: 'settings' });
    vi.runAllTimers();
    expect(history).toEqual([`/t/${TABLE}/3`, '/settings']);
  });

  it('follows a plain click on a link to one of its pages', async () => {
    const { router, history, click } = await routerIn({});
    expect(click({ href: '/lobby' })).toBe(true);
    expect([router.route.page, history]).toEqual(['lobby', ['/', '/lobby']]);
    expect(click({ href: '/#/settings' })).toBe(true);
    expect(router.route.page).toBe('settings');
  });

  it.each([
    ['with a modifier', {}, { ctrlKey: true }],
    ['with the middle button', {}, { button: 1 }],
    ['to another window', { target: '_blank' }, {}],
    ['to a download', { download: true }, {}],
    ['to another site', { href: 'https://example.com/lobby' }, {}],
    ['to a path of no page', { href: '/api/games' }, {}],
    ['to a part of a page', { href: '/lobby#open' }, {}],
    ['that a component has handled', {}, { isHandled: true }],
  ])('leaves a click %s to the browser', async (_, link, event) => {
    const { router, history, click } = await routerIn({});
    expect(click({ href: '/lobby', ...link }, event)).toBe(false);
    expect([router.route.page, history]).toEqual(['home', ['/']]);
  });
});
