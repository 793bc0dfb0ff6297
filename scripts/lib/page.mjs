import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ROOT, run } from './run.mjs';

/** What the built page is made of. */
const SOURCES = ['core', 'games', 'ai', 'match', 'web'].map((name) => join('packages', name));
/** Neither sources nor, below the settings of the message compiler, anything but what it writes for itself. */
const SKIPPED = new Set(['node_modules', 'dist', 'paraglide', 'test', 'e2e', 'project.inlang']);
const SINGLE = ['package-lock.json', join('packages', 'web', 'project.inlang', 'settings.json')];
const DIST = join('packages', 'web', 'dist');
/** Lies in the built page, so that it goes whenever another build replaces the page. */
const STAMP = join(ROOT, DIST, 'sources.sha256');
const COMPRESSED = /\.(js|css|html|svg|json|wasm|txt)$/;
/** Below this many bytes compression saves nothing worth a file. */
const WORTH_COMPRESSING = 1024;

/** Builds the page where it is missing or was built from other sources. Ends the process where that fails. */
export async function ensurePage() {
  // By content, not by time: a checkout of another branch changes times at random.
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOf(sourceFiles())) return;
  console.log('Building the page …');
  await buildPage();
}

/** Builds the page, with compressed copies beside its files. Ends the process where that fails. */
export async function buildPage() {
  const stamp = stampOf(sourceFiles());
  const { code, output } = await run('npm run build --silent -w @tablier/web', { show: 'collect' });
  if (code !== 0) {
    console.error(`${output}\nThe page could not be built, see above.`);
    process.exit(1);
  }
  for (const file of filesBelow(DIST).filter((name) => COMPRESSED.test(name))) {
    const content = readFileSync(join(ROOT, file));
    if (content.length < WORTH_COMPRESSING) continue;
    writeFileSync(join(ROOT, `${file}.br`), brotliCompressSync(content));
    writeFileSync(join(ROOT, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
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
  return [...SINGLE, ...SOURCES.flatMap(filesBelow)].toSorted();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return [path];
  });
}
