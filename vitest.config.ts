import { configDefaults, defineConfig } from 'vitest/config';

/** `--mode quick` leaves out what takes long: the fast gate runs so, `npm test` runs everything. */
export default defineConfig(({ mode }) => ({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(mode === 'quick' ? ['**/*.slow.test.ts'] : [])],
    // Generous: a loaded machine is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The pure packages run as Node runs them: through Vitest's own modules their hot loops are nine times slower.
    execArgv: ['--import', 'tsx'],
    server: { deps: { external: [/packages\/(core|games|ai|match)\/(src|bench)\//] } },
  },
}));
