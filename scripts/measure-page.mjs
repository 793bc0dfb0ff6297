/** `npm run measure-page -- [URL]`: measures the page of a running server in the browser that the tests use. */
import { findChromium } from './lib/chromium.mjs';
import { run } from './lib/run.mjs';

const { code } = await run(`node scripts/source.mjs packages/web/e2e/measure-page.ts ${process.argv[2] ?? ''}`, {
  show: 'live',
  env: { CHROMIUM: findChromium() ?? '' },
});
process.exitCode = code;
