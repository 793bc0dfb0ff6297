import { configDefaults, defineConfig } from 'vitest/config';

/**
 * What takes long: files that say so by their name, whole random games by the hundred, and what starts processes,
 * databases or servers. `--mode quick` leaves it out: the fast gate runs so, `npm test` runs everything.
 */
const SLOW = [
  '**/*.slow.test.ts',
  'packages/{cli,server,store}/test/**',
  'packages/games/test/*/{conformance,oracle,hidden}.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(mode === 'quick' ? SLOW : [])],
    // The fast gate shares processes between files; `npm test` gives each its own.
    isolate: mode !== 'quick',
    globalSetup: ['packages/testkit/src/postgres-setup.ts'],
    // Generous: a loaded machine is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The pure packages run as Node runs them: through Vitest's own modules their hot loops are nine times slower.
    server: { deps: { external: [/packages\/(core|games|ai|match)\/(src|bench)\//] } },
  },
}));
