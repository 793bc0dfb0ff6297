import type { StudyRecord } from '@tablier/core';
import * as z from 'zod/mini';
import { moment } from '../values.ts';
import { RECORD_ERRORS } from './common.ts';
import { type Declarations, trusted } from './operation.ts';

/** The records of the chapters; the server replays them, the page replays them again. */
const chapters = trusted<readonly StudyRecord[]>();
const revision = z.int().check(z.minimum(0));

const summary = z.object({
  id: z.string(),
  title: z.string(),
  games: z.array(z.string()),
  chapters: z.int(),
  updatedAt: moment,
});
export type ListedStudy = z.infer<typeof summary>;

/** Studies of members. Anyone who knows the address of one can read it. */
export const STUDIES = {
  'GET /api/me/studies': {
    summary: 'The studies of the caller, and the most that they may have',
    access: 'session',
    answer: z.object({ studies: z.array(summary), most: z.int() }),
  },
  'GET /api/studies/{study}': {
    summary: 'A study',
    access: 'visitor',
    limits: { profiles: 'address' },
    answer: z.object({
      id: z.string(),
      author: z.string(),
      isOwn: z.boolean(),
      revision,
      updatedAt: moment,
      title: z.string(),
      chapters,
    }),
    errors: ['not-found', 'study-removed'],
  },
  'PUT /api/studies/{study}': {
    summary: 'Save a study that was made from the revision `base` (0 for a new one), so that no change is lost',
    access: 'member',
    // Every move is checked.
    limits: { studies: 'person', addressStudies: 'address' },
    most: 128 * 1024,
    body: trusted<{ readonly title: string; readonly chapters: readonly unknown[]; readonly base: number }>(),
    answer: z.object({ revision }),
    errors: [
      ...RECORD_ERRORS,
      'bad-study',
      'not-found',
      'study-removed',
      'studies-full',
      'study-changed',
      'no-account',
    ],
  },
  'DELETE /api/studies/{study}': { summary: 'Remove a study', access: 'member' },
} as const satisfies Declarations;
