/**
 * `npm run size [-- SECONDS]`: how large the repository is, as Markdown. The product is what its packages run; test kits and proofs are not.
 * `SECONDS` is the processor time of `npm test`, which `/usr/bin/time` measures.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/run.mjs';

const PRODUCT = /^packages\/(?!prove\/|testkit\/)[^/]+\/src\/.*\.(ts|svelte)$/;
const TESTS = /^(packages\/[^/]+\/(test|e2e)\/.*|packages\/(prove|testkit)\/src\/.*|scripts\/.*\.test)\.ts$/;
const OTHER =
  /^(scripts\/(?!.*\.test\.ts$).*|packages\/[^/]+\/(bench|bin|assembly|wood)\/.*|packages\/web\/[^/]+)\.(ts|mjs|js)$/;
const GUIDES = /^docs\/[^/]+\.md$/;
const READMES = /^packages\/[^/]+\/README\.md$/;
const EXPORT = /^export (?!\*|\{)(?:default |abstract |async )*(?:const|function|class|interface|type|enum|let)\b/gm;

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const textsOf = (pattern) => files.filter((path) => pattern.test(path)).map(read);
const linesOf = (text) => text.split('\n').length - 1;
const wordsOf = (text) => text.split(/\s+/).filter(Boolean).length;
const sum = (texts, count) => texts.reduce((total, text) => total + count(text), 0);

function packagesBelow(dependencies) {
  const { packages } = JSON.parse(read('package-lock.json'));
  const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
  return installed.filter(([, { dev, link }]) => link !== true && (dev === true) === (dependencies === 'development'));
}

const product = textsOf(PRODUCT);
const lengths = product.map(linesOf).toSorted((left, right) => left - right);
const shorterThan = (limit) => lengths.filter((length) => length < limit).length;
const [seconds] = process.argv.slice(2);

const rows = [
  ['product: lines', sum(product, linesOf)],
  ['product: files', product.length],
  ['product: median file, lines', lengths[Math.floor(lengths.length / 2)]],
  ['product: files below 16 and 31 lines', `${shorterThan(16)}, ${shorterThan(31)}`],
  ['product: exports', sum(product, (text) => text.match(EXPORT)?.length ?? 0)],
  ['tests, test kits and proofs: lines', sum(textsOf(TESTS), linesOf)],
  ['scripts, benches and builds: lines', sum(textsOf(OTHER), linesOf)],
  ['guides (`docs`): words', sum(textsOf(GUIDES), wordsOf)],
  ['READMEs of packages: words', sum(textsOf(READMES), wordsOf)],
  [
    'packages of npm, to run and to develop',
    `${packagesBelow('production').length}, ${packagesBelow('development').length}`,
  ],
  ...(seconds === undefined ? [] : [['`npm test`: seconds of processor time', Number(seconds)]]),
];
console.log(
  ['| size | |', '| --- | --: |', ...rows.map(([name, value]) => `| ${name} | ${value.toLocaleString('en')} |`)].join(
    '\n',
  ),
);
