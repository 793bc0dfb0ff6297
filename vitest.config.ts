import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { compileModule } from 'svelte/compiler';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** All tests. */
const TESTS = ['{packages/*,lab}/test/**/*.test.ts', 'scripts/**/*.test.ts'];

/**
 * What takes long: files that say so by their name, whole random games by the hundred, and what starts processes,
 * databases or servers. `--mode quick` leaves it out: the fast gate runs so, `npm test` runs everything.
 */
const BY_NAME = TESTS.map((pattern) => pattern.replace('.test.ts', '.slow.test.ts'));
/** What other package managers, runtimes and bundlers make of the packages: `npm run release` runs it, because it installs them all. */
const RELEASE = ['scripts/pack/*.release.test.ts'];
const SERVING = [
  'packages/{cli,server,store}/test/**/*.test.ts',
  'packages/games/test/*/{conformance,oracle,hidden}.test.ts',
];

/** More than the cores of a small machine: tests of servers wait for clocks and processes most of the time. */
const WORKERS = 4;

/** What takes minutes, the longest first. */
const LONGEST = ['/scripts/new-game/', '/test/prove/crash/', '/test/prove/abuse/', '/test/prove/worlds/'];

/** Begins with what takes longest, so that nothing long is left for the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weight = ({ moduleId, project }: TestSpecification): number => {
      if (project.name !== 'isolated') return LONGEST.length + (project.name === 'serving' ? 1 : 2);
      const place = LONGEST.findIndex((folder) => moduleId.includes(folder));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((left, right) => weight(left) - weight(right));
  }
}

/** Compiles the state classes of the page (`*.svelte.ts`) as for a browser: Svelte's own plugin would take a test for a server. */
const runes: Plugin = {
  name: 'runes',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.svelte.ts')) return null;
    const { js } = compileModule(stripTypeScriptTypes(code), { filename: id, generate: 'client' });
    return { code: js.code, map: js.map.toString() };
  },
};

/** `npx vitest` without `run`: it runs tests again when a file that they import changes. */
const isWatching = process.argv[2] === 'watch' || (configDefaults.watch && process.argv[2] !== 'run');

// The processes of a run read what the first one has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'node');

export default defineConfig(({ mode }) => ({
  plugins: [runes],
  test: {
    globalSetup: ['packages/testkit/src/postgres-setup.ts', 'scripts/pack/setup.ts'],
    setupFiles: ['packages/testkit/src/property-seed.ts'],
    // A loaded machine is no reason to fail; a hang is found all the same.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Looking ten times a second is as quick as twenty times, and takes half of the processor time of a test that waits.
    expect: { poll: { timeout: 60_000, interval: 100 } },
    maxWorkers: WORKERS,
    // Young objects get more room than Node gives them: whole games by the hundred take a twentieth less processor time.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // Sources run as Node runs them: through Vitest's own modules hot loops are up to nine times slower. The page needs its compiler.
    // `npx vitest` loads them itself, so that it notices their changes.
    server: {
      deps: { external: isWatching ? [] : [/(packages\/(?!web\/)\w+\/src|lab\/(prove|strength|train))\/.*\.ts$/] },
    },
    // Files that leave nothing behind share processes: starting one and loading the modules takes longer than most of them.
    projects:
      mode === 'release'
        ? [project('isolated', RELEASE, [])]
        : [
            project('quick', TESTS, [...BY_NAME, ...SERVING, ...RELEASE]),
            ...(mode === 'quick' ? [] : [project('serving', SERVING, BY_NAME), project('isolated', BY_NAME, [])]),
          ],
  },
}));

/** Only files that are slow by name have a process each. */
function project(name: 'quick' | 'serving' | 'isolated', include: readonly string[], exclude: readonly string[]) {
  return {
    extends: true as const,
    test: {
      name,
      include: [...include],
      exclude: [...configDefaults.exclude, ...exclude],
      isolate: name === 'isolated',
    },
  };
}
