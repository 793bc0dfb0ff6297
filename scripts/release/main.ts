/**
 * `npm run release`: tests everything, packs what is published, checks the tarballs and tags the commit `v1.0.0`. It publishes nothing: when
 * the tag is pushed, `.github/workflows/release.yml` does. `npm run release -- --packages` only packs and checks, and writes the changes of the
 * version to `changes.md` among the tarballs.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../lib/builds.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { ROOT, run } from '../lib/run.mjs';
import { pack } from '../pack/pack.ts';
import { changesOf } from './changes.ts';

const FOLDER = join(ROOT, '.cache', 'release');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function refuse(reason: string): never {
  console.error(`Not released: ${reason}`);
  process.exit(1);
}

async function output(command: string): Promise<string> {
  const { code, output } = await run(command, { show: 'collect' });
  return code === 0 ? output.trim() : refuse(`\`${command}\` failed.\n${output}`);
}

const { version } = JSON.parse(read('package.json')) as { readonly version: string };
const tag = `v${version}`;
const changes = changesOf(read('CHANGELOG.md'), version);
if (changes === undefined) refuse(`CHANGELOG.md does not begin with a section "## [${version}] - DATE".`);
const { version: locked } = JSON.parse(read('package-lock.json')) as { readonly version: string };
if (locked !== version)
  refuse(`package-lock.json has the version ${locked}, package.json ${version}: run npm install.`);
if (!read(join('python', 'pyproject.toml')).includes(`\nversion = "${version}"\n`))
  refuse(`python/pyproject.toml does not have the version ${version} of package.json.`);
const changed = await output('git status --porcelain');
if (changed !== '') refuse(`there are changes without a commit:\n${changed}`);
const tagged = await output('git tag --points-at HEAD');
const existing = await output(`git tag --list ${tag}`);
if (existing !== '' && !tagged.split('\n').includes(tag)) refuse(`${tag} is the tag of another commit.`);

// Browser tests look at more pages.
process.env['TABLIER_RELEASE'] = '1';
const packagesOnly = process.argv.includes('--packages');
if (!packagesOnly && (await run('node scripts/test.mjs', { show: 'live' })).code !== 0) refuse('tests failed.');

await ensureInstalled('develop');
await ensureBuilt();
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const interfaces = await pack(FOLDER, ['rules', 'client']);
// Neither before its packages are installed.
const { REFERENCE, writeReference } = await import('../pack/reference.ts');
await writeReference(interfaces, REFERENCE);
const tarballs = Object.values({ ...interfaces, ...(await pack(FOLDER, ['cli', 'board'])) });
const { faultsOf } = await import('../pack/check.ts');
const faults = (await Promise.all(tarballs.map(faultsOf))).flat();
if (faults.length > 0) refuse(`the packages have faults:\n${faults.join('\n')}`);
const others = await run('npx vitest run --mode release', { show: 'live' });
if (others.code !== 0) refuse('another package manager, runtime or bundler cannot use the packages.');
writeFileSync(join(FOLDER, 'changes.md'), `${changes}\n`);
for (const path of tarballs) console.log(path);
if (packagesOnly) process.exit();

if (existing === '')
  await output(`git tag --annotate --cleanup=whitespace --file ${join(FOLDER, 'changes.md')} ${tag}`);
console.log(`${tag} is ready. To publish it: git push origin ${tag}`);
