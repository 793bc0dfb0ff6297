import { type Page, test } from '@playwright/test';
import type { Engine } from './engines/engine.ts';
import { startFirefox } from './engines/firefox.ts';
import { seed, signIn } from './engines/seed.ts';
import { ADDRESSES, foresee, GAMES, playOnline, playWhole, load, visit, visitAsMember } from './engines/steps.ts';
import { type Files, startWebKit } from './engines/webkit.ts';
import { listen } from './helpers.ts';

/** Chromium, as Playwright drives it in all other tests. */
async function chromium(page: Page): Promise<Engine> {
  const complaints = listen(page);
  page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on(
    'response',
    (response) => response.status() >= 400 && complaints.push(`${response.url()}: ${response.status()}`),
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  return {
    goto: async (path) => void (await page.goto(path)),
    evaluate: (run, argument) => page.evaluate(run as never, argument) as never,
    press: (x, y) => page.mouse.click(x, y),
    complaints: async () => complaints,
    close: async () => {},
  };
}

/** One list of steps for every engine: without an account, then as a member. */
async function takeSteps(engine: Engine, games: typeof GAMES, url = ''): Promise<void> {
  const seeded = await seed(url);
  try {
    await load(engine, '/isaac/play');
    await foresee(engine);
    for (const game of games) await playWhole(engine, game);
    for (const address of ADDRESSES) await visit(engine, address);
    await signIn(engine, seeded);
    await load(engine, '/');
    await playOnline(engine, seeded);
    await visitAsMember(engine, seeded);
  } finally {
    await engine.close();
    await seeded.grace.leave();
  }
}

// The specs of the games play whole games in Chromium.
test('a table, the pages and those of a member, in Chromium', async ({ page, baseURL }) => {
  await takeSteps(await chromium(page), [], baseURL);
});

// `npm test` installs the other engines where it can, and says what is missing where it cannot.
// `playwright.config.ts` says where they are.
const firefox = process.env['FIREFOX'] ?? '';
if (firefox !== '') {
  test('whole games, a table, the pages and those of a member, in Firefox', async ({ baseURL }) => {
    await takeSteps(await startFirefox(firefox, baseURL ?? ''), GAMES, baseURL);
  });
}

const webkit = process.env['WEBKIT_FILES'] ?? '';
if (webkit !== '') {
  test('whole games, a table, the pages and those of a member, in WebKit', async ({ baseURL }) => {
    await takeSteps(await startWebKit(JSON.parse(webkit) as Files, baseURL ?? ''), GAMES, baseURL);
  });
}
