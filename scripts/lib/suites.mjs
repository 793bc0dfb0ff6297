import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { secondsSince, tell } from './gates.mjs';
import { ROOT, run } from './run.mjs';

/**
 * A suite counts its own tests and writes them to a report.
 * A test that was skipped has not passed: it counts as failed, so that nothing is green for not having run.
 * `failures`: for each failed test its file, its name and the first line of its error.
 * `retried`: the same for each test that failed once and then passed. It is no failure, and is never silent.
 * @typedef {{ passed: number, failed: number, failures: readonly string[], retried?: readonly string[] }} Count
 */

/** In continuous integration a failed test gets a second attempt, as in `playwright.config.ts`. */
const RETRY = process.env['CI'] === undefined ? '' : '--retry=1';

/**
 * Runs the tests that need no browser.
 * @param {string} extra arguments for Vitest
 */
export const runVitest = (extra = '') =>
  runSuite('tests', 'vitest.json', vitestCount, (report) =>
    run(`vitest run --reporter=default --reporter=json --outputFile.json=${report} ${RETRY} ${extra}`, {
      show: 'live',
    }),
  );

/** Runs the tests in a real browser. */
export const runPlaywright = () =>
  runSuite('browser tests', 'playwright.json', playwrightCount, (report) =>
    run('playwright test', { show: 'live', env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } }),
  );

/**
 * The parts that are read of the runners' JSON reports.
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ status: string, name: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[], numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} VitestReport
 * @typedef {{ title: string, file: string, ok: boolean, tests: { status: string, results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 * @typedef {{ specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: PlaywrightSuite[], errors: { message?: string }[] }} PlaywrightReport
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
  const { passed, failed, failures, retried = [] } = readCount(report, count);
  // A runner can fail beyond its tests (an error after the last one), and one that ran nothing proves nothing.
  const beyond = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0;
  return tell({ name, passed, failed: failed + beyond, failures, retried, seconds: secondsSince(began) });
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
    return { passed: 0, failed: 1, failures: [`no readable report: ${String(error)}`] };
  }
}

/**
 * A file that could not be loaded has no tests to fail: it counts as one.
 * @param {VitestReport} report
 * @returns {Count}
 */
export function vitestCount(report) {
  const isFailed = (/** @type {{ status: string }} */ { status }) => status === 'failed';
  const broken = report.testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
  const notRun = report.numPendingTests + report.numTodoTests;
  const failures = report.testResults.flatMap((file) => [
    ...(broken.includes(file) ? [failure(file.name, 'the file', file.message)] : []),
    ...file.assertionResults
      .filter(isFailed)
      .map(({ fullName, failureMessages }) => failure(file.name, fullName, failureMessages[0])),
  ]);
  const retried = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => failure(file.name, fullName, failureMessages[0])),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + notRun + broken.length, failures, retried };
}

/**
 * @param {PlaywrightReport} report
 * @returns {Count}
 */
export function playwrightCount({ stats, suites, errors }) {
  const specs = suites.flatMap(specsOf);
  const told = (/** @type {PlaywrightSpec} */ { file, title, tests }) => {
    const errored = tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined);
    return failure(file, title, errored?.error?.message);
  };
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped + errors.length,
    failures: [
      ...specs.filter(({ ok }) => !ok).map(told),
      ...errors.map(({ message }) => failure('all', 'outside of the tests', message)),
    ],
    retried: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(told),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/**
 * @param {string} file
 * @param {string} test
 * @param {string | undefined} error
 */
function failure(file, test, error = 'no error given') {
  const [line = ''] = stripVTControlCharacters(error).split('\n');
  return `${isAbsolute(file) ? relative(ROOT, file) : file}: ${test}: ${line}`;
}
