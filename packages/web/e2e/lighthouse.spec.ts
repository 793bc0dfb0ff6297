import { chromium, expect, test } from '@playwright/test';
import lighthouse from 'lighthouse';

/** Of boards, and of texts: short ones, because each element is asked for its size of type and its links. */
const KINDS = ['/', '/isaac'] as const;
/** Looked at before a release. Otherwise `accessible.spec.ts` and `pages.test.ts` look at what differs. */
const OTHERS = [
  '/masker/learn',
  '/lobby',
  '/arcanor/rules',
  '/nasca/play',
  '/isaac/puzzles/1',
  '/nasca/openings',
  '/watch',
  '/tournaments',
] as const;
const PAGES = process.env['TABLIER_RELEASE'] === undefined ? KINDS : [...KINDS, ...OTHERS];
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];
/** Without influence on a score, and dear: they read every script of a page. */
const UNWEIGHTED = ['valid-source-maps', 'js-libraries', 'csp-xss', 'trusted-types-xss'];

/** What Lighthouse finds on a page for a phone; its times depend on the machine: `npm run measure-page` prints them. */
async function findings(port: number, address: string): Promise<readonly string[]> {
  const found = await lighthouse(address, {
    port,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    disableFullPageScreenshot: true,
    skipAudits: UNWEIGHTED,
  });
  if (found === undefined) throw new Error(`no report on ${address}`);
  const { audits, categories } = found.lhr;
  expect(Object.keys(categories).toSorted()).toEqual(CATEGORIES.toSorted());
  return Object.values(categories).flatMap(({ id, score, auditRefs }) =>
    score === 1
      ? []
      : auditRefs
          .filter((each) => each.weight > 0 && (audits[each.id]?.score ?? 1) < 1)
          .map((each) => `${id}: ${audits[each.id]?.title}`),
  );
}

test('Lighthouse finds no fault in accessibility, practice and search', async ({ baseURL, launchOptions }) => {
  const port = Number(process.env['TABLIER_TEST_PORT'] ?? 4173) + 100;
  const browser = await chromium.launch({
    ...launchOptions,
    // It waits until the processor is quiet, which the boards of the home page are not while they replay a game.
    args: [...(launchOptions.args ?? []), '--force-prefers-reduced-motion', `--remote-debugging-port=${port}`],
  });
  const found: Record<string, readonly string[]> = {};
  for (const path of PAGES) found[path] = await findings(port, `${baseURL}${path}`);
  await browser.close();
  expect(found).toEqual(Object.fromEntries(PAGES.map((path) => [path, []])));
});
