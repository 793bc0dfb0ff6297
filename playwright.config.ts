import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';

/** A port of its own, so that a Tablier being played on this machine is not the one tested. */
const PORT = Number(process.env['TABLIER_TEST_PORT'] ?? 4173);
const REPORT = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'];
const executablePath = findChromium();

export default defineConfig({
  testDir: 'packages/web/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Ceilings for a machine whose cores others keep busy; what waits for a state goes on as soon as it is reached.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: REPORT === undefined ? [['list']] : [['list'], ['json', { outputFile: REPORT }]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    browserName: 'chromium',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `node scripts/start.mjs --port ${PORT} --data .cache/browser-tests`,
    url: `http://127.0.0.1:${PORT}/api/health`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
