import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { excluded, tests } from './tests.ts';

/** Tests of random games find most mutants too, but take a hundred times longer than those of single rules. */
const LONG = /\.slow\.test\.ts$|\/(conformance|oracle|hidden)\.test\.ts$/;

/** Begins with what is quick: the first failed test ends the run of a mutant. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weight = ({ moduleId }: TestSpecification): number => (LONG.test(moduleId) ? 1 : 0);
    return (await super.sort(files)).sort((left, right) => weight(left) - weight(right));
  }
}

export default defineConfig({
  test: {
    include: [...tests],
    exclude: [...excluded],
    globalSetup: ['packages/testkit/src/postgres-setup.ts'],
    setupFiles: ['packages/testkit/src/property-seed.ts'],
    isolate: false,
    // As in `vitest.config.ts`. A loaded machine is no reason to count a mutant as detected: StrykerJS ends what hangs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: QuickestFirst },
    // As in `vitest.config.ts`: Node runs the pure packages itself.
    server: { deps: { external: [/packages\/(core|games|ai|match)\/src\//] } },
  },
});
