import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { secondsSince, tell } from './gates.mjs';
import { ROOT, run } from './run.mjs';

/**
 * A suite counts its own tests and writes them to a report.
 * A test that was skipped has not passed: it counts as failed, so that nothing is green for not having run.
 * @typedef {{ passed: number, failed: number }} Count
 */

/**
 * Runs the tests that need no browser.
 * @param {string} extra arguments for Vitest
 */
export const runVitest = (extra = '') =>
  runSuite('tests', 'vitest.json', vitestCount, (report) =>
    run(`vitest run --reporter=default --reporter=json --outputFile.json=${report} ${extra}`, { show: 'live' }),
  );

/** Runs the tests in a real browser. */
export const runPlaywright = () =>
  runSuite('browser tests', 'playwright.json', playwrightCount, (report) =>
    run('playwright test', { show: 'live', env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } }),
  );

/**
 * The parts that are read of the runners' JSON reports.
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
 * @typedef {{ testResults: VitestFile[], numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} PlaywrightReport
 */

/**
 * @template Report
 * @param {string} name
 * @param {string} file
 * @param {(report: Report) => Count} count
 * @param {(report: string) => Promise<{ code: number }>} start
 */
async function runSuite(name, file, count, start) {
  const began = performance.now();
  const report = join(ROOT, '.cache', file);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const { code } = await start(report);
  const { passed, failed } = readCount(report, count);
  // A runner can fail beyond its tests (an error after the last one), and one that ran nothing proves nothing.
  const beyond = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  return tell({ name, passed, failed: failed + beyond, seconds: secondsSince(began) });
}

/**
 * @template Report
 * @param {string} report
 * @param {(report: Report) => Count} count
 * @returns {Count}
 */
function readCount(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.log(`no readable report: ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

/**
 * A file that could not be loaded has no tests to fail: it counts as one.
 * @param {VitestReport} report
 * @returns {Count}
 */
export function vitestCount(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const notRun = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + notRun + broken.length };
}

/**
 * @param {PlaywrightReport} report
 * @returns {Count}
 */
export function playwrightCount({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length };
}
