import { type Page, test } from '@playwright/test';
import type { Engine } from './engines/engine.ts';
import { startFirefox } from './engines/firefox.ts';
import { ADDRESSES, GAMES, playWhole, start, visit } from './engines/steps.ts';
import { type Files, startWebKit } from './engines/webkit.ts';
import { listen } from './helpers.ts';

/** Chromium, as Playwright drives it in all other tests. */
async function chromium(page: Page): Promise<Engine> {
  const complaints = listen(page);
  page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  await page.setViewportSize({ width: 1280, height: 800 });
  return {
    goto: async (path) => void (await page.goto(path)),
    evaluate: (run, argument) => page.evaluate(run as never, argument) as never,
    press: (x, y) => page.mouse.click(x, y),
    complaints: async () => complaints,
    close: async () => {},
  };
}

/** One list of steps for every engine. */
async function takeSteps(engine: Engine, games: typeof GAMES): Promise<void> {
  try {
    await start(engine, '/isaac/play');
    for (const game of games) await playWhole(engine, game);
    for (const address of ADDRESSES) await visit(engine, address);
  } finally {
    await engine.close();
  }
}

// The specs of the games play whole games in Chromium.
test('the pages, in Chromium', async ({ page }) => {
  await takeSteps(await chromium(page), []);
});

// `npm test` installs the other engines where it can, and says what is missing where it cannot.
// `playwright.config.ts` says where they are.
const firefox = process.env['FIREFOX'] ?? '';
if (firefox !== '') {
  test('four whole games by mouse and the pages, in Firefox', async ({ baseURL }) => {
    await takeSteps(await startFirefox(firefox, baseURL ?? ''), GAMES);
  });
}

const webkit = process.env['WEBKIT_FILES'] ?? '';
if (webkit !== '') {
  test('four whole games by mouse and the pages, in WebKit', async ({ baseURL }) => {
    await takeSteps(await startWebKit(JSON.parse(webkit) as Files, baseURL ?? ''), GAMES);
  });
}
