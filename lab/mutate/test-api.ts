/**
 * What tests import from `vitest`, for tests without servers that run in the process of StrykerJS. It collects tests; `in-process.ts` runs them.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';

type Work = () => unknown;
type Hook = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';
type Hooks = Record<Hook, Work[]>;

/** A `describe`, or a file. */
interface Suite {
  readonly name: string;
  readonly outer: Suite | null;
  readonly hooks: Hooks;
  /** Whether `beforeAll` was run. */
  isReady: boolean;
}

export interface CollectedTest {
  /** The file and the names of the suites and of the test. */
  readonly id: string;
  /** Rejects if the test fails. */
  readonly run: () => Promise<void>;
}

/** All tests, in the order of their files. */
export const collected: CollectedTest[] = [];

const newSuite = (name: string, outer: Suite | null): Suite => ({
  name,
  outer,
  hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] },
  isReady: false,
});
let suite = newSuite('', null);
let finishers: Work[] = [];

/** Collects the tests of a file. */
export async function collectFile(name: string, load: () => Promise<unknown>): Promise<void> {
  suite = newSuite(name, null);
  await load();
}

const suitesFrom = (inner: Suite | null): Suite[] => (inner === null ? [] : [...suitesFrom(inner.outer), inner]);

async function runInSuites(within: readonly Suite[], work: Work): Promise<void> {
  for (const each of within) {
    if (!each.isReady) for (const hook of each.hooks.beforeAll) await hook();
    each.isReady = true;
  }
  finishers = [];
  try {
    for (const each of within) for (const hook of each.hooks.beforeEach) await hook();
    await work();
  } finally {
    for (const each of within.toReversed()) for (const hook of each.hooks.afterEach) await hook();
    for (const finish of finishers.toReversed()) await finish();
  }
}

/** The function of a test or a suite, which may come after its options. */
const workOf = (parts: readonly unknown[]): ((...row: unknown[]) => unknown) => {
  const work = parts.find((part) => typeof part === 'function');
  if (work === undefined) throw new Error('a test without a function');
  return work as (...row: unknown[]) => unknown;
};

function addTest(name: string, ...parts: readonly unknown[]): void {
  const within = suitesFrom(suite);
  const work = workOf(parts);
  const title = [...within.map((each) => each.name), name].join(' > ');
  const same = collected.filter(({ id }) => id === title || id.startsWith(`${title} #`)).length;
  collected.push({ id: same === 0 ? title : `${title} #${same}`, run: () => runInSuites(within, () => work()) });
}

function addSuite(name: string, ...parts: readonly unknown[]): void {
  const outer = suite;
  suite = newSuite(name, outer);
  workOf(parts)();
  suite = outer;
}

type Add = (name: string, ...parts: readonly unknown[]) => void;

/** `each` of a list: a row that is an array has the arguments. */
const eachOf =
  (add: Add) =>
  (rows: readonly unknown[]) =>
  (name: string, ...parts: readonly unknown[]): void => {
    const work = workOf(parts);
    for (const [index, row] of rows.entries()) {
      const values: readonly unknown[] = Array.isArray(row) ? row : [row];
      add(`${name} [${index}]`, () => work(...values));
    }
  };

export const test = Object.assign(addTest, { each: eachOf(addTest) });
export const it = test;
export const describe = Object.assign(addSuite, { each: eachOf(addSuite) });

const addHook =
  (hook: Hook) =>
  (work: Work): void => {
    suite.hooks[hook].push(work);
  };
export const beforeAll = addHook('beforeAll');
export const beforeEach = addHook('beforeEach');
export const afterEach = addHook('afterEach');
export const afterAll = addHook('afterAll');
export const onTestFinished = (work: Work): void => {
  finishers.push(work);
};

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = Object.assign(
  (value: unknown, message?: string): unknown => chai.expect(value, message),
  chai.expect,
  (globalThis as unknown as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT],
);
setState({ ...getState(expect as never), assertionCalls: 0, isExpectingAssertions: false }, expect as never);

/** Tests that need the server of Vitest, its clocks or its mocks do not run in this process. */
const needsVitest = (): never => {
  throw new Error('this test needs Vitest: leave out --in-process');
};
export const inject = needsVitest;
export const vi: object = new Proxy({}, { get: needsVitest });
