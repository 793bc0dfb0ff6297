import type { JobRules } from '@tablier/store';
import type { z } from 'zod';

/** A kind of background job. Its work may run more than once, so it must be idempotent. */
export interface JobKind<P> extends JobRules {
  /** The data of a job. Keep it small: a job should read everything else when it runs, which may be much later. */
  readonly payload: z.ZodType<P>;
  /** Jobs of this kind that one node runs at the same time. */
  readonly parallel: number;
}

/** Names like `job-name`, which are the names of queues too. */
const NAME = /^[a-z][a-z-]{1,40}$/;

/** Declares a kind of job. */
export function defineJob<P>(kind: JobKind<P>): JobKind<P> {
  if (!NAME.test(kind.kind)) throw new RangeError(`invalid name of a kind of job: ${kind.kind}`);
  return kind;
}
