import { test } from '@playwright/test';
import type { Engine } from './engines/engine.ts';
import { startFirefox } from './engines/firefox.ts';
import { seed, signIn } from './engines/seed.ts';
import {
  ADDRESSES,
  type EngineName,
  foresee,
  GAMES,
  playGame,
  playOnline,
  load,
  visit,
  seeFilm,
  visitAsMember,
} from './engines/steps.ts';
import { type Files, startWebKit } from './engines/webkit.ts';

// The film alone can take ten minutes while other tests keep the processors busy.
test.setTimeout(1_200_000);

/** One list of steps for every engine but Chromium, which all other tests use: without an account, then as a member. */
async function takeSteps(engine: Engine, name: EngineName, url = ''): Promise<void> {
  const seeded = await seed(url);
  try {
    await load(engine, '/isaac/play');
    await foresee(engine);
    for (const game of GAMES) await playGame(engine, name, game);
    for (const address of ADDRESSES) await visit(engine, address);
    await seeFilm(engine, seeded);
    await signIn(engine, seeded);
    await load(engine, '/');
    await playOnline(engine, seeded);
    await visitAsMember(engine, seeded);
  } finally {
    await engine.close();
    await seeded.grace.leave();
  }
}

// `npm test` installs the engines where it can, and says what is missing where it cannot.
// `playwright.config.ts` says where they are.
const firefox = process.env['FIREFOX'] ?? '';
if (firefox !== '') {
  test('the games, a table, the pages and those of a member, in Firefox', async ({ baseURL }) => {
    await takeSteps(await startFirefox(firefox, baseURL ?? ''), 'Firefox', baseURL);
  });
}

const webkit = process.env['WEBKIT_FILES'] ?? '';
if (webkit !== '') {
  test('the games, a table, the pages and those of a member, in WebKit', async ({ baseURL }) => {
    await takeSteps(await startWebKit(JSON.parse(webkit) as Files, baseURL ?? ''), 'WebKit', baseURL);
  });
}
