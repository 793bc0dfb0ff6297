import { afterEach, describe, expect, it } from 'vitest';
import { closeBrowser, openBrowser } from '../browser.ts';

/** A loader whose parts wait for `arrive` or `fail`, by game, else by page. The scripts of the pages in `missing` are not loaded. */
async function loaderIn(missing: readonly string[] = []) {
  openBrowser();
  const { RouteLoader } = await import('../../src/app/route-loader.svelte.ts');
  const { loadModule } = await import('../../src/games/boards.ts');
  const { loadRules } = await import('../../src/games/rules.svelte.ts');
  const { local } = await import('../../src/play/local/local-play.svelte.ts');
  const requests = new Map<string, (hasFailed: boolean) => void>();
  const loader = new RouteLoader(
    ({ page, game }) =>
      new Promise((resolve, reject) => {
        requests.set(game ?? page, (hasFailed) => (hasFailed ? reject(new Error('offline')) : resolve()));
      }),
    (page) => !missing.includes(page),
    (load) => load(),
  );
  const settle = async (game: string, hasFailed: boolean): Promise<void> => {
    const end = requests.get(game);
    if (end === undefined) throw new Error(`${game} was not requested`);
    end(hasFailed);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const arrive = (game: string) => settle(game, false);
  const fail = (game: string) => settle(game, true);
  return { loader, requests, arrive, fail, loadModule, loadRules, local };
}

const setUp = (game: string) => ({ page: 'set-up', game }) as const;

afterEach(closeBrowser);

describe('the route loader', () => {
  it('shows a page without a board at once', async () => {
    const { loader, requests } = await loaderIn();
    expect(loader.route).toBeNull();
    for (const route of [{ page: 'settings' }, { page: 'play', id: null }, setUp('chess')] as const) {
      void loader.show(route);
      expect([loader.route, loader.failed, requests.size]).toEqual([route, false, 0]);
    }
  });

  it('is busy while a page is on its way, also when it never comes', async () => {
    const { loader, arrive, fail } = await loaderIn();
    const { busy } = await import('../../src/lib/busy.svelte.ts');
    for (const settle of [fail, arrive]) {
      expect(busy.isBusy).toBe(false);
      void loader.show(setUp('isaac'));
      expect(busy.isBusy).toBe(true);
      await settle('isaac');
    }
    expect(busy.isBusy).toBe(false);
  });

  it('keeps the previous page until the board of the next one is loaded', async () => {
    const { loader, arrive } = await loaderIn();
    void loader.show({ page: 'settings' });
    void loader.show(setUp('masker'));
    expect(loader.route?.page).toBe('settings');
    await arrive('masker');
    expect([loader.route, loader.failed]).toEqual([setUp('masker'), false]);
  });

  it('keeps the previous page until the script of the next one is loaded', async () => {
    const { loader, arrive } = await loaderIn(['settings']);
    void loader.show({ page: 'home' });
    void loader.show({ page: 'settings' });
    expect(loader.route?.page).toBe('home');
    await arrive('settings');
    expect([loader.route?.page, loader.failed]).toEqual(['settings', false]);
  });

  it('loads the board of the local game for its page', async () => {
    const { loader, local, arrive } = await loaderIn();
    const { isaac } = await import('@tablier/games/isaac');
    const { quickPlan } = await import('../../src/play/local/seats.ts');
    const begun = local.start(quickPlan(isaac));
    for (const id of [begun.ok ? begun.value : '', null]) {
      void loader.show({ page: 'settings' });
      void loader.show({ page: 'play', id });
      expect(loader.route?.page).toBe('settings');
      await arrive('isaac');
      expect(loader.route).toEqual({ page: 'play', id });
    }
  });

  it('reports a board that cannot be loaded, until the next page', async () => {
    const { loader, fail } = await loaderIn();
    void loader.show(setUp('masker'));
    await fail('masker');
    expect([loader.route, loader.failed]).toEqual([setUp('masker'), true]);
    void loader.show({ page: 'home' });
    expect([loader.route?.page, loader.failed]).toEqual(['home', false]);
  });

  it('shows a page that has failed once it is there', async () => {
    const { loader, arrive, fail } = await loaderIn();
    void loader.show(setUp('masker'));
    await fail('masker');
    await arrive('masker');
    expect([loader.route, loader.failed]).toEqual([setUp('masker'), false]);
  });

  it('ignores a board that arrives after the user has gone elsewhere', async () => {
    const { loader, arrive, fail } = await loaderIn();
    void loader.show(setUp('masker'));
    void loader.show(setUp('nasca'));
    void loader.show({ page: 'lobby' });
    await fail('masker');
    await arrive('nasca');
    expect([loader.route?.page, loader.failed]).toEqual(['lobby', false]);
  });

  it('does not load a board twice', async () => {
    const { loader, requests, loadModule, loadRules } = await loaderIn();
    await Promise.all([loadModule('masker'), loadRules('masker')]);
    void loader.show(setUp('masker'));
    expect([loader.route, requests.size]).toEqual([setUp('masker'), 0]);
  });
});
