import { expect, test } from 'vitest';
import { playwrightCount, vitestCount } from './suites.mjs';

const vitestReport = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };

test('passed tests are counted one by one', () => {
  expect(vitestCount(vitestReport)).toEqual({ passed: 5, failed: 0 });
  expect(playwrightCount({ stats, errors: [] })).toEqual({ passed: 4, failed: 0 });
});

test('a skipped test counts as failed', () => {
  expect(vitestCount({ ...vitestReport, numPendingTests: 2, numTodoTests: 1 })).toEqual({ passed: 5, failed: 3 });
  expect(playwrightCount({ stats: { ...stats, skipped: 1, flaky: 1 }, errors: [] })).toEqual({ passed: 4, failed: 2 });
});

test('a file that could not be loaded counts as one failure', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const failing = { status: 'failed', assertionResults: [{ status: 'failed' }] };
  expect(vitestCount({ ...vitestReport, numFailedTests: 1, testResults: [broken, failing] })).toEqual({
    passed: 5,
    failed: 2,
  });
  expect(playwrightCount({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 1 });
});
