/**
 * `npm run size [-- SECONDS]`: how large the repository is, as Markdown. The product is what its packages run; the test kit and
 * the laboratory are not.
 * `SECONDS` is the processor time of `npm test`, which `/usr/bin/time` measures.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useSupportedNode } from '../packages/cli/bin/node.mjs';
import { ROOT } from './lib/run.mjs';

await useSupportedNode();

const PRODUCT = /^packages\/(?!testkit\/)[^/]+\/src\/.*\.(ts|svelte)$/;
const TESTS = /^(packages\/[^/]+\/(test|e2e)\/.*|packages\/testkit\/src\/.*|scripts\/.*\.test)\.ts$/;
const LAB = /^lab\/.*\.(ts|mjs|c|h)$/;
const OTHER =
  /^(scripts\/(?!.*\.test\.ts$).*|packages\/[^/]+\/(bin|assembly|wood)\/.*|packages\/web\/[^/]+)\.(ts|mjs|js)$/;
const GUIDES = /^docs\/[^/]+\.md$/;
const READMES = /^(packages\/[^/]+|lab)\/README\.md$/;
const EXPORT = /^export (?!\*|\{)(?:default |abstract |async )*(?:const|function|class|interface|type|enum|let)\b/gm;

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
/** @param {RegExp} pattern */
const textsOf = (pattern) => files.filter((path) => pattern.test(path)).map(read);
/** @param {string} text */
const linesOf = (text) => text.split('\n').length - 1;
/** @param {string} text */
const wordsOf = (text) => text.split(/\s+/).filter(Boolean).length;
/**
 * @param {readonly string[]} texts
 * @param {(text: string) => number} count
 */
const sum = (texts, count) => texts.reduce((total, text) => total + count(text), 0);

/** @param {'production' | 'development'} kind */
function installed(kind) {
  /** @type {{ packages: Record<string, { dev?: boolean, link?: boolean }> }} */
  const { packages } = JSON.parse(read('package-lock.json'));
  return Object.entries(packages).filter(
    ([path, { dev, link }]) =>
      path.startsWith('node_modules/') && link !== true && (dev === true) === (kind === 'development'),
  );
}

const product = textsOf(PRODUCT);
const lengths = product.map(linesOf).toSorted((left, right) => left - right);
/** @param {number} limit */
const shorterThan = (limit) => lengths.filter((length) => length < limit).length;
const [seconds = 'NaN'] = process.argv.slice(2);

/** @type {readonly (readonly [string, string | number])[]} */
const rows = [
  ['product: lines', sum(product, linesOf)],
  ['product: files', product.length],
  ['product: median file, lines', lengths[Math.floor(lengths.length / 2)] ?? 0],
  ['product: files below 16 and 31 lines', `${shorterThan(16)}, ${shorterThan(31)}`],
  ['product: exports', sum(product, (text) => text.match(EXPORT)?.length ?? 0)],
  ['tests and test kit: lines', sum(textsOf(TESTS), linesOf)],
  ['scripts and builds: lines', sum(textsOf(OTHER), linesOf)],
  ['laboratory (`lab`): lines', sum(textsOf(LAB), linesOf)],
  ['guides (`docs`): words', sum(textsOf(GUIDES), wordsOf)],
  ['READMEs of packages and `lab`: words', sum(textsOf(READMES), wordsOf)],
  ['packages of npm, to run and to develop', `${installed('production').length}, ${installed('development').length}`],
  ['`npm test`: seconds of processor time', Number(seconds)],
];
console.log(
  [
    '| size | |',
    '| --- | --: |',
    ...rows
      .filter(([, value]) => !Number.isNaN(value))
      .map(([name, value]) => `| ${name} | ${value.toLocaleString('en')} |`),
  ].join('\n'),
);
