import { type Browser, expect, type Page, test } from '@playwright/test';
import { playing, startIsaac, withoutGuide } from './helpers.ts';
import { makeTable, shown, sitDown, visit } from './online.ts';

/** What a page does while its table waits for a move. */
interface Work {
  /** How long it was watched: longer than asked for where the machine has other work. */
  readonly seconds: number;
  readonly timers: number;
  readonly drawn: number;
}

const DRAWN = new Set(['FireAnimationFrame', 'UpdateLayoutTree', 'Layout', 'Paint']);
const SECONDS = 10;

/** By all pages of the browser, in these seconds or more, once what follows the last move is over: on a busy machine that takes longer. */
async function workOf(browser: Browser, page: Page, timersPerSecond: number): Promise<Work> {
  const isOver = ({ seconds, timers, drawn }: Work): boolean =>
    drawn === 0 && timers <= timersPerSecond * (seconds + 1);
  await page.waitForTimeout(6000);
  let work = await traced(browser, page);
  for (let again = 0; again < 3 && !isOver(work); again++) work = await traced(browser, page);
  return work;
}

async function traced(browser: Browser, page: Page): Promise<Work> {
  const start = performance.now();
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline'] });
  await page.waitForTimeout(SECONDS * 1000);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly { readonly name: string; readonly ph: string }[];
  };
  const begun = trace.traceEvents.filter(({ ph }) => ph !== 'E').map(({ name }) => name);
  return {
    seconds: (performance.now() - start) / 1000,
    timers: begun.filter((name) => name === 'TimerFire').length,
    drawn: begun.filter((name) => DRAWN.has(name)).length,
  };
}

/** Pages of people in the test before may still hold a connection, which has a timer. */
async function leaveAlone(browser: Browser, page?: Page): Promise<void> {
  for (const context of browser.contexts()) if (context !== page?.context()) await context.close();
}

test.use({ viewport: { width: 412, height: 823 }, reducedMotion: 'no-preference' });

test('a local table that waits for a move has no timer and draws nothing', async ({ page, browser }) => {
  await leaveAlone(browser, page);
  await withoutGuide(page);
  await startIsaac(page);
  await expect(playing(page)).toBeVisible();
  expect(await workOf(browser, page, 0)).toMatchObject({ timers: 0, drawn: 0 });
});

test('an online table without a clock that waits for a move draws nothing', async ({ browser }) => {
  await leaveAlone(browser);
  const visitors = [await visit(browser, 'Ann'), await visit(browser, 'Bob')] as const;
  const [host, friend] = visitors;
  const link = await makeTable(host, 'Ann', { game: 'nasca', players: 2, options: ['No clock'] });
  await sitDown(friend, 'Bob', link);
  await shown(visitors, 0);
  // Of each page: the connection looks once a second whether it is alive.
  const { seconds, timers, drawn } = await workOf(browser, host.page, 2);
  expect(drawn).toBe(0);
  expect(timers).toBeLessThanOrEqual(2 * (seconds + 1));
});
