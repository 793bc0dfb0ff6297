import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, run } from './run.mjs';

/** What the built page is made of. */
const SOURCES = ['core', 'games', 'ai', 'match', 'web'].map((name) => join('packages', name));
const SKIPPED = new Set(['node_modules', 'dist', 'paraglide', 'test', 'e2e']);
const BUILT = join(ROOT, 'packages', 'web', 'dist', 'index.html');
const STAMP = join(ROOT, '.cache', 'page.stamp');

/**
 * Builds the page where it is missing or was built from other sources. Ends the process where that fails.
 * Stale is told by content, not by time: a checkout of another branch changes times at random.
 */
export async function ensurePage() {
  const stamp = stampOf(sourceFiles());
  if (existsSync(BUILT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  console.log('Building the page …');
  const { code, output } = await run('npm run build --silent -w @tablier/web', { show: 'collect' });
  if (code !== 0) {
    console.error(`${output}\nThe page could not be built, see above.`);
    process.exit(1);
  }
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stamp);
}

/** @param {readonly string[]} files */
function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** The files that the page is built from, in a fixed order. */
function sourceFiles() {
  return ['package-lock.json', ...SOURCES.flatMap(filesBelow)].toSorted();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return entry.name.endsWith('.tsbuildinfo') ? [] : [path];
  });
}
