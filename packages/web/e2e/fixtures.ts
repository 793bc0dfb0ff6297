import { test as base } from '@playwright/test';
import { drawLittle } from './helpers.ts';

/** The test of every spec that looks at no pixels: little of its page is drawn. */
export const test = base.extend({
  page: async ({ page, isMobile }, use) => {
    const end = await drawLittle(page, isMobile);
    await use(page);
    if (page.isClosed()) return;
    await end();
    // The next test has the same page, and Playwright sets the size of its window only if that has changed.
    await page.setViewportSize({ width: 1, height: 1 });
  },
});
