import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';
import { findFirefox, findWebKit } from './scripts/lib/engines.mjs';

/** A port of its own, so that a Tablier being played on this machine is not the one tested; further servers have the next ones. */
const PORT = Number(process.env['TABLIER_TEST_PORT'] ?? 4173);
/**
 * So many tests run at the same time: more than the cores of a small machine, because half of the time a test waits for the browser or the
 * server, or until it looks again. Each worker has a server of its own: what one test does in the lobby disturbs no other.
 */
const WORKERS = Number(process.env['TABLIER_TEST_WORKERS'] ?? 4);
/** Set by Playwright in each worker, which reads this file again; not set where the workers are started. */
const INDEX = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

const urlOf = (worker: number): string => `http://127.0.0.1:${PORT + worker}`;
const REPORT = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'];
const executablePath = findChromium();
// Read by `engines.spec.ts`. An engine that is not installed has no tests.
const webkit = findWebKit();
process.env['FIREFOX'] = findFirefox() ?? '';
if (webkit !== undefined) process.env['WEBKIT_FILES'] = JSON.stringify(webkit);

export default defineConfig({
  testDir: 'packages/web/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: WORKERS,
  forbidOnly: true,
  // A shared machine stands still for seconds, and one run in three lost a test of four hundred to it. What needs a second attempt is listed at the end;
  // `npm run flaky` repeats it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // Ceilings for a machine whose cores others keep busy; what waits for a state goes on as soon as it is reached.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: REPORT === undefined ? [['list']] : [['list'], ['json', { outputFile: REPORT }]],
  use: {
    baseURL: urlOf(INDEX),
    // Storage is cleared between two tests, and compiled scripts stay: a new context for each test takes a fifth more processor time.
    reuseContext: true,
    // A press on what never appears fails as early as an expectation, not at the end of the test's time.
    actionTimeout: 60_000,
    browserName: 'chromium',
    // Tests change the answers of the server, which a service worker would not let them see. `offline.spec.ts` allows it.
    serviceWorkers: 'block',
    // A failed test leaves its call log and a picture. `--trace on` also records its steps and the page at each of them, which takes time.
    screenshot: 'only-on-failure',
    // What moves delays every press until it stands still. `game.spec.ts` and `friend.spec.ts` play with motion.
    reducedMotion: 'reduce',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Software draws the pictures anyway: a process of its own for that only costs messages.
        '--in-process-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The page still plays its sounds, and no device is opened for them.
        '--disable-audio-output',
        '--no-first-run',
      ],
    },
  },
  // They start one after the other, so that the first alone builds what is stale.
  webServer: Array.from({ length: WORKERS }, (_, worker) => ({
    command: `node scripts/start.mjs --port ${PORT + worker} --data .cache/browser-tests-${worker}`,
    url: `${urlOf(worker)}/api/health`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  })),
});
