import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, giveUp, listen, newPage, result, startIsaac } from './helpers.ts';

test('the result of a game shares its address: copied, or by the dialog of the device', async ({ browser }) => {
  const page = await newPage(browser, { viewport: { width: 360, height: 640 } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const complaints = listen(page);
  await startIsaac(page);
  await giveUp(page);
  await expect(result(page)).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toMatch(/^\/g\/[\w-]{22}$/);
  expect(await faults(page)).toEqual([]);

  // The browser of this test has no dialog; this records what the page would share, and then what a user does who closes it.
  await page.evaluate(() => {
    const share = (shared: ShareData): Promise<unknown> => Promise.resolve(Object.assign(window, { shared }));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared') as unknown))
    .toEqual({ title: 'A game of Isaac', url: link });
  await page.evaluate(() => {
    const share = (): Promise<never> => Promise.reject(new DOMException('closed', 'AbortError'));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('The link is copied.')).toBeHidden();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: /wins$/ })).toBeVisible();
  expect(complaints).toEqual([]);
});
