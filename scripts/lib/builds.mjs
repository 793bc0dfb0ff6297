import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  isBuiltFrom,
  isProgramBuilt,
  PROGRAM,
  programStamp,
  stampFile,
  stampOf,
} from '../../packages/cli/bin/program.mjs';
import { ROOT, run } from './run.mjs';

/** What the page is built from. */
const SOURCES = [
  'package-lock.json',
  ...['core', 'games', 'ai', 'match', 'protocol', 'client', 'web'].map((name) => join('packages', name)),
];
const PAGE = join('packages', 'web', 'dist');
const COMPRESSED = /\.(js|css|html|svg|json|wasm|txt)$/;
/** Below this many bytes compression saves nothing worth a file. */
const WORTH_COMPRESSING = 1024;

/** Builds the page and the program where they are missing or were built from other sources. Ends the process where that fails. */
export async function ensureBuilt() {
  const isPageBuilt = isBuiltFrom(PAGE, SOURCES);
  if (isPageBuilt && isProgramBuilt()) return;
  await Promise.all([isPageBuilt || buildPage(), isProgramBuilt() || buildProgram()]);
}

/** Builds both, whatever is there. Ends the process where that fails. */
export const build = () => Promise.all([buildPage(), buildProgram()]);

async function buildProgram() {
  const stamp = programStamp();
  await runBuild('cli');
  writeFileSync(stampFile(PROGRAM), stamp);
}

/** Builds the page, with compressed copies next to its files. */
async function buildPage() {
  const stamp = stampOf(SOURCES);
  await runBuild('web');
  for (const file of readdirSync(join(ROOT, PAGE), { recursive: true, encoding: 'utf8' })) {
    if (COMPRESSED.test(file)) compress(join(ROOT, PAGE, file));
  }
  writeFileSync(stampFile(PAGE), stamp);
}

/** @param {string} file */
function compress(file) {
  const content = readFileSync(file);
  if (content.length < WORTH_COMPRESSING) return;
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

/** @param {'cli' | 'web'} name */
async function runBuild(name) {
  const what = name === 'web' ? 'the page' : 'the server';
  console.log(`Building ${what} …`);
  const begun = Date.now();
  const { code, output } = await run(
    `vite build --logLevel warn packages/${name} --config packages/${name}/vite.config.ts`,
    // A test that builds what is stale would pass on its own mode, with which the frame of the page is not rendered.
    { show: 'collect', env: { NODE_ENV: 'production' } },
  );
  if (code === 0) {
    console.log(`Built ${what} in ${Math.round((Date.now() - begun) / 1000)} s.`);
    return;
  }
  console.error(`${output}\npackages/${name} could not be built, see above.`);
  process.exit(1);
}
