import { expect, test } from '@playwright/test';
import { botGames } from '@tablier/testkit/bot-games';
import { BOTS, botsScript } from '../bots-script.ts';

test('the bots of all games play the same moves in a browser as in Node, with the same nodes and values', async ({
  page,
}) => {
  await page.goto('about:blank');
  await page.addScriptTag({ content: await botsScript() });
  const here = botGames();
  expect(Object.keys(here).length).toBe(4);
  expect(await page.evaluate(`${BOTS}.botGames()`)).toEqual(here);
});
