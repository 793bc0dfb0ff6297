/** How long a page takes on a slow network, as docs/performance.md states it, in the browser that `CHROMIUM` names. Starts no server. */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';

const URL_OF_SERVER = process.argv[2] ?? 'http://127.0.0.1:3000';
/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip. Bytes per second and milliseconds. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
const RUNS = 3;
/** The app has taken the place of the first HTML. */
const STARTED = 'main:not([aria-busy]) h1';
const BOARD = '.game-table svg [role="button"], .game-table svg .target';
const COLD: readonly (readonly [path: string, ready: string])[] = [
  ['/', STARTED],
  ['/isaac', STARTED],
  ['/isaac/play', 'main:not([aria-busy]) form'],
  ['/isaac/rules', 'main:not([aria-busy]) .lead'],
  ['/isaac/learn', '.coach'],
  ['/lobby', 'main:not([aria-busy]) table'],
  ['/settings', 'main:not([aria-busy]) fieldset'],
  ['/account', STARTED],
];

const executablePath = process.env['CHROMIUM'] || undefined;
const DEBUGGING_PORT = 9322;
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', `--remote-debugging-port=${DEBUGGING_PORT}`],
});

/** A page of a user who has never been here. */
async function slowPage(): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { context, page };
}

/** Waits for an element, looking at every frame; milliseconds since the page was asked for. */
const timeUntil = (page: Page, selector: string): Promise<number> =>
  page
    .waitForFunction((wanted) => (document.querySelector(wanted) === null ? null : performance.now()), selector)
    .then(async (handle) => Number(await handle.jsonValue()));

async function measureCold(path: string, ready: string) {
  const { context, page } = await slowPage();
  await page.goto(`${URL_OF_SERVER}${path}`, { waitUntil: 'commit' });
  const usable = await timeUntil(page, ready);
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint').at(0)?.startTime ?? Number.NaN,
  );
  await context.close();
  return { painted, usable };
}

/** From a click on *Play* on the home page, which has been read for some seconds, to a board that can be used. */
async function measureClick(seconds: number): Promise<number> {
  const { context, page } = await slowPage();
  await page.goto(URL_OF_SERVER);
  await page.waitForTimeout(seconds * 1000);
  const button = page.locator('button.play').first();
  await button.hover();
  const taken = await page.evaluate(
    (board) =>
      new Promise<number>((resolve) => {
        const look = (since: number): void =>
          document.querySelector(board) === null
            ? void requestAnimationFrame(() => look(since))
            : resolve(performance.now() - since);
        document.addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
        document.querySelector<HTMLElement>('button.play')?.click();
      }),
    BOARD,
  );
  await context.close();
  return taken;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

console.log('page              first paint   usable');
for (const [path, ready] of COLD) {
  const runs: { painted: number; usable: number }[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measureCold(path, ready));
  const [painted, usable] = [median(runs.map((run) => run.painted)), median(runs.map((run) => run.usable))];
  console.log(`${path.padEnd(18)}${seconds(painted).padEnd(14)}${seconds(usable)}`);
}
for (const wait of [2, 6]) {
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measureClick(wait));
  console.log(`a board after a click, ${wait} s after the home page: ${seconds(median(runs))}`);
}
/** Lighthouse's score for performance, from 0 to 100. What else it judges is a test of the page. */
async function scoreOf(path: string, config?: typeof desktopConfig): Promise<number> {
  const flags = { port: DEBUGGING_PORT, logLevel: 'error' as const, onlyCategories: ['performance'] };
  const found = await lighthouse(`${URL_OF_SERVER}${path}`, flags, config);
  return Math.round(100 * (found?.lhr.categories['performance']?.score ?? Number.NaN));
}

console.log('\nLighthouse        phone         desktop');
for (const [path] of COLD) {
  const runs: { phone: number; desktop: number }[] = [];
  for (let run = 0; run < RUNS; run++)
    runs.push({ phone: await scoreOf(path), desktop: await scoreOf(path, desktopConfig) });
  const [phone, desktop] = [median(runs.map((run) => run.phone)), median(runs.map((run) => run.desktop))];
  console.log(`${path.padEnd(18)}${String(phone).padEnd(14)}${desktop}`);
}
await browser.close();
