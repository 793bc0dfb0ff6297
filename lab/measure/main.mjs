/** `npm run measure-page -- [URL]` and `npm run measure-bots -- [URL]`: measure the page of a running server in the browser that the tests use. */
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { run } from '../../scripts/lib/run.mjs';

const [subject, url = ''] = process.argv.slice(2);
const { code } = await run(`node scripts/source.mjs lab/measure/${subject}.ts ${url}`, {
  show: 'live',
  env: { CHROMIUM: findChromium() ?? '' },
});
process.exitCode = code;
