import { run } from './run.mjs';

/**
 * One thing that must hold. `commands` run one after the other until one fails.
 * @typedef {{ name: string, commands: readonly string[] }} Gate
 * @typedef {{ name: string, passed: number, failed: number, failures?: readonly string[], retried?: readonly string[], seconds: number }} Verdict
 */

/**
 * The messages of the page compiled to typed functions: without them types and lint of the page mean nothing.
 * @type {Gate}
 */
export const messages = { name: 'messages', commands: ['npm run messages --silent -w @tablier/web'] };
/** By its path: TypeScript 6, which svelte-check and ESLint call as a library, installs a command of the same name. */
export const TSC = 'node node_modules/@typescript/native/bin/tsc';
/** @type {Gate} */
export const types = {
  name: 'types',
  commands: [`${TSC} -b`, `${TSC} -p tsconfig.test.json`, `${TSC} -p lab/measure`],
};
export const OXLINT = 'oxlint --type-aware --deny-warnings --report-unused-disable-directives';
/** @type {Gate} */
export const lint = {
  name: 'lint',
  commands: [OXLINT, 'eslint --cache --cache-location .cache/eslint/ --max-warnings 0'],
};
/** The files that contain nothing but code. */
export const CODE = /\.(ts|mjs|js)$/;
/** @type {Gate} */
export const format = { name: 'format', commands: ['oxfmt --check'] };
/** @type {Gate} */
export const boundaries = { name: 'boundaries', commands: ['node scripts/boundaries/check.ts'] };
/** @type {Gate} */
export const terms = { name: 'terms', commands: ['node scripts/terms/check.ts'] };
/** @type {Gate} */
export const components = { name: 'components', commands: ['npm run check --silent -w @tablier/web'] };
/** @type {Gate} */
export const webBuild = { name: 'web build', commands: ['node scripts/build.mjs'] };

/**
 * Runs a gate and counts it as one; prints what it said if it failed.
 * @param {Gate} gate
 * @returns {Promise<Verdict>}
 */
export async function runGate({ name, commands }) {
  const start = performance.now();
  for (const command of commands) {
    const { code, output } = await run(command, { show: 'collect' });
    if (code === 0) continue;
    console.log(`\n--- ${name}: ${command}\n${output.trimEnd()}`);
    return tell({ name, passed: 0, failed: 1, seconds: secondsSince(start) });
  }
  return tell({ name, passed: 1, failed: 0, seconds: secondsSince(start) });
}

/**
 * Runs gates one after the other.
 * @param {readonly Gate[]} list
 */
export async function runInTurn(list) {
  const verdicts = [];
  for (const gate of list) verdicts.push(await runGate(gate));
  return verdicts;
}

/** @param {number} start */
export const secondsSince = (start) => (performance.now() - start) / 1000;

/**
 * Prints one line of verdict.
 * @param {Verdict} verdict
 */
export function tell(verdict) {
  const { name, passed, failed, seconds } = verdict;
  console.log(
    `${failed === 0 ? 'pass' : 'FAIL'}  ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
  );
  return verdict;
}

/**
 * Prints what failed and what was retried, the sum as the last line, and sets the exit code: 1 where anything failed or nothing ran.
 * @param {readonly Verdict[]} verdicts
 */
export function conclude(verdicts) {
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
  const failed = verdicts.reduce((sum, verdict) => sum + verdict.failed, 0);
  const failing = verdicts.filter((verdict) => verdict.failed > 0).map((verdict) => verdict.name);
  if (failing.length > 0) console.log(`\nfailing: ${failing.join(', ')}`);
  for (const { failures = [] } of verdicts) for (const failure of failures) console.log(`  ${failure}`);
  const retried = verdicts.flatMap((verdict) => verdict.retried ?? []);
  if (retried.length > 0) console.log(['passed at the second attempt:', ...retried].join('\n  '));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
