import { expect, test } from 'vitest';
import { playwrightCount, vitestCount } from './suites.mjs';

const vitestReport = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };
const clean = { stats, suites: [], errors: [] };

test('passed tests are counted one by one', () => {
  expect(vitestCount(vitestReport)).toEqual({ passed: 5, failed: 0, failures: [], retried: [] });
  expect(playwrightCount(clean)).toEqual({ passed: 4, failed: 0, failures: [], retried: [] });
});

test('a skipped test counts as failed', () => {
  expect(vitestCount({ ...vitestReport, numPendingTests: 2, numTodoTests: 1 })).toMatchObject({ passed: 5, failed: 3 });
  const some = { ...clean, stats: { ...stats, skipped: 1 } };
  expect(playwrightCount(some)).toMatchObject({ passed: 4, failed: 1 });
});

test('a file that could not be loaded counts as one failure, and a second attempt as none', () => {
  const broken = { status: 'failed', name: 'a.test.ts', message: 'no such module\nat …', assertionResults: [] };
  const failed = { status: 'failed', fullName: 'adds', failureMessages: ['expected 1 to be 2\nat …'] };
  const retried = { status: 'passed', fullName: 'waits', failureMessages: ['too late\nat …'] };
  const passed = { status: 'passed', fullName: 'goes', failureMessages: [] };
  const failing = { status: 'failed', name: 'b.test.ts', assertionResults: [failed, retried, passed] };
  expect(vitestCount({ ...vitestReport, numFailedTests: 1, testResults: [broken, failing] })).toEqual({
    passed: 5,
    failed: 2,
    failures: ['a.test.ts: the file: no such module', 'b.test.ts: adds: expected 1 to be 2'],
    retried: ['b.test.ts: waits: too late'],
  });
});

test('browser tests that failed or needed a second attempt are named, also in nested groups, and what failed outside of them', () => {
  const result = { error: { message: '\u001b[31mnot visible\u001b[39m\nat …' } };
  const failed = {
    title: 'plays',
    file: 'game.spec.ts',
    ok: false,
    tests: [{ status: 'unexpected', results: [result] }],
  };
  const retried = { ...failed, title: 'waits', ok: true, tests: [{ status: 'flaky', results: [result, {}] }] };
  const passed = { ...failed, ok: true, tests: [{ status: 'expected', results: [{}] }] };
  const suites = [{ specs: [], suites: [{ specs: [failed, retried, passed] }] }];
  const report = { stats: { ...stats, unexpected: 1, flaky: 1 }, suites, errors: [{ message: 'no server' }] };
  expect(playwrightCount(report)).toEqual({
    passed: 5,
    failed: 2,
    failures: ['game.spec.ts: plays: not visible', 'all: outside of the tests: no server'],
    retried: ['game.spec.ts: waits: not visible'],
  });
});
