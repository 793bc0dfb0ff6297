/** A test runner of StrykerJS for tests without servers: runs them in one process, so that a mutant takes as long as its tests. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import type * as TestApi from './test-api.ts';
import { excluded, longest, tests } from './tests.ts';

const API = pathToFileURL(resolve('lab/mutate/test-api.ts')).href;
/** A file in the copy of the repository. By test: its milliseconds in the first run. A later process runs the quickest first. */
const TIMES = 'test-times.json';

/** What mutated sources read and write. */
interface Instrumented {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: MutantCoverage;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

const instrumented = ((globalThis as { __stryker__?: Instrumented }).__stryker__ ??= {});

class InProcess implements TestRunner {
  #tests: readonly TestApi.CollectedTest[] = [];
  /** Modules stay loaded: StrykerJS starts a new process for mutants of what runs only then. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun(): Promise<DryRunResult> {
    await this.#load();
    const all: TestResult[] = [];
    for (const test of this.#tests) all.push(await run(test));
    const results = all.filter(({ timeSpentMs }) => timeSpentMs < longest);
    writeFileSync(TIMES, JSON.stringify(Object.fromEntries(results.map(({ id, timeSpentMs }) => [id, timeSpentMs]))));
    const mutantCoverage = instrumented.mutantCoverage ?? { static: {}, perTest: {} };
    for (const { id, timeSpentMs } of all) if (timeSpentMs >= longest) delete mutantCoverage.perTest[id];
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage };
  }

  async mutantRun({
    activeMutant,
    hitLimit,
    testFilter,
    mutantActivation,
  }: MutantRunOptions): Promise<MutantRunResult> {
    if (mutantActivation === 'static') instrumented.activeMutant = activeMutant.id;
    await this.#load();
    instrumented.activeMutant = activeMutant.id;
    instrumented.hitCount = hitLimit === undefined ? undefined : 0;
    instrumented.hitLimit = hitLimit;
    const times = JSON.parse(readFileSync(TIMES, 'utf8')) as Readonly<Record<string, number>>;
    const wanted = this.#tests
      .filter(({ id }) => testFilter === undefined || testFilter.includes(id))
      .toSorted((left, right) => (times[left.id] ?? 0) - (times[right.id] ?? 0));
    const results: TestResult[] = [];
    for (const test of wanted) {
      const result = await run(test);
      results.push(result);
      if (result.status !== TestStatus.Failed) continue;
      const timeout = determineHitLimitReached(instrumented.hitCount, hitLimit);
      await this.#check(test, mutantActivation);
      return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests: results });
    }
    return toMutantRunResult({ status: DryRunStatus.Complete, tests: results });
  }

  /** A mutant that leaves traces in a module, such as in a cache, would be found by the next ones too: a new process tries it again. */
  async #check(test: TestApi.CollectedTest, activation: MutantRunOptions['mutantActivation']): Promise<void> {
    instrumented.activeMutant = undefined;
    instrumented.hitLimit = undefined;
    instrumented.hitCount = undefined;
    if (activation === 'static') return;
    if ((await run(test)).status === TestStatus.Failed) process.exit(1);
  }

  async #load(): Promise<void> {
    if (this.#tests.length > 0) return;
    registerHooks({
      resolve: (name, context, next) => (name === 'vitest' ? { url: API, shortCircuit: true } : next(name, context)),
    });
    const { collected, collectFile } = (await import(API)) as typeof TestApi;
    await import(pathToFileURL(resolve('packages/testkit/src/property-seed.ts')).href);
    const files = globSync([...tests], { exclude: [...excluded] }).toSorted();
    for (const file of files) await collectFile(file, () => import(pathToFileURL(resolve(file)).href));
    this.#tests = collected;
  }
}

async function run({ id, run: start }: TestApi.CollectedTest): Promise<TestResult> {
  instrumented.currentTestId = id;
  const begun = process.cpuUsage();
  // Processor time, which other programs on the machine cannot take away.
  const rest = () => ({ id, name: id, timeSpentMs: process.cpuUsage(begun).user / 1000 });
  try {
    await start();
    return { ...rest(), status: TestStatus.Success };
  } catch (error) {
    return { ...rest(), status: TestStatus.Failed, failureMessage: String(error) };
  } finally {
    instrumented.currentTestId = undefined;
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcess)];
