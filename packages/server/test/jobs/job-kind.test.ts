import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineJob } from '../../src/jobs/job-queue.ts';

const named = (kind: string) =>
  defineJob({ kind, payload: z.null(), parallel: 1, retries: 3, retrySeconds: 1, longestSeconds: 5 });

test.each(['ab', 'replay-games', `a${'b'.repeat(40)}`])('%s is a name of a kind of job', (kind) => {
  expect(named(kind)).toMatchObject({ kind, parallel: 1 });
});

test.each(['', 'a', 'A-job', '1-job', '-job', 'a_job', 'a job', 'job1', `a${'b'.repeat(41)}`, 'job\n'])(
  '%j is not',
  (kind) => {
    expect(() => named(kind)).toThrow(new RangeError(`invalid name of a kind of job: ${kind}`));
  },
);
