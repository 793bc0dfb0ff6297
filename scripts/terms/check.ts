/** Fails on a retired term in the code, the tests, the docs or the messages. `--list` prints all findings by folder. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { EXCEPTIONS } from './exceptions.ts';
import { findTerms, judge } from './find.ts';

/** Translations are not English; the lock file, recordings and fixtures are written by programs. */
const SKIPPED = [
  /[./](fr|de|nl)\.(json|md)$/,
  /\/fr\//,
  /^package-lock\.json$/,
  /\.(jsonl|svg|png|backup|woff2)$/,
  /^scripts\/terms\//,
];
const READ = /\.(ts|mjs|js|svelte|md|json|css|html|txt|c|h)$/;

// Sources that are not committed yet count too.
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const paths = listed.split('\n').filter((path) => READ.test(path) && !SKIPPED.some((each) => each.test(path)));
const findings = paths.flatMap((path) => findTerms(path, textOf(path)));
const { faults, unused } = judge(findings, EXCEPTIONS);
for (const { path, line, term, instead } of faults)
  console.log(`${path}:${line}: "${term}" is retired; use ${instead}`);
for (const { path, term } of unused)
  console.log(`scripts/terms/exceptions.ts: nothing found for "${term}" in ${path}; remove it`);
console.log(`terms: ${paths.length} files, ${faults.length} faults`);
process.exitCode = faults.length + unused.length > 0 || paths.length === 0 ? 1 : 0;

/** Empty for a file that was deleted and not committed. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
