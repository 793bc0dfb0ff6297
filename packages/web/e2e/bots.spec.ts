import { expect } from '@playwright/test';
import { botGames } from '@tablier/testkit/bot-games';
import { BOTS, botsScript } from '../bots-script.ts';
import { test } from './fixtures.ts';
import { movesMade, placeByMouse, startIsaac } from './helpers.ts';

test('the bots of all games play the same moves in a browser as in Node, with the same nodes and values', async ({
  page,
}) => {
  await page.goto('about:blank');
  await page.addScriptTag({ content: await botsScript() });
  const here = botGames();
  expect(Object.keys(here).length).toBe(4);
  expect(await page.evaluate(`${BOTS}.botGames()`)).toEqual(here);
});

/** Whether the smallest module compiles. */
const compiles = (): boolean => {
  try {
    return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
};

test('the worker of the bots may use WebAssembly, and the page may not', async ({ page }) => {
  await startIsaac(page);
  await placeByMouse(page);
  await expect.poll(() => page.workers().length).toBe(1);
  expect(await page.workers()[0]?.evaluate(compiles)).toBe(true);
  expect(await page.evaluate(compiles)).toBe(false);
});

/** What runs and never answers, as a search without an end. */
const HANGS = "onmessage = () => { for (;;); }; postMessage('ready');";

test('a bot that hangs is named in time, and plays when asked again', async ({ page }) => {
  let hangs = true;
  await page.route(/\/assets\/bot\.worker-[^/]*\.js$/, (route) =>
    hangs ? route.fulfill({ contentType: 'text/javascript', body: HANGS }) : route.continue(),
  );
  await page.clock.install();
  await startIsaac(page);
  await placeByMouse(page);
  const alert = page.getByRole('alert').filter({ hasText: 'The bot has failed. no-answer' });
  await expect.poll(() => page.workers().length).toBe(1);
  // A sleep of the device does not count.
  await page.clock.fastForward(31_000);
  await expect(alert).toBeHidden();
  await expect(async () => {
    await page.clock.runFor(31_000);
    await expect(alert).toBeVisible({ timeout: 500 });
  }).toPass();
  // The thread that hangs is gone.
  await expect.poll(() => page.workers().length).toBe(0);
  hangs = false;
  await page.getByRole('button', { name: 'Ask it again' }).click();
  await expect(alert).toBeHidden();
  await expect.poll(() => movesMade(page)).toHaveLength(2);
});
