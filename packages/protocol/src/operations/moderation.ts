import * as z from 'zod/mini';
import { type ModerationEvidence, type ModerationList, newDecision } from '../moderation.ts';
import { limit } from './common.ts';
import { type Declarations, trusted } from './operation.ts';

const reading = { access: 'session', limits: { lookups: 'person' } } as const;

/** Reports for moderators. They see no report about themselves, and not who made the others. */
export const MODERATION = {
  'GET /api/moderation/reports': {
    ...reading,
    summary: 'The reports of a status, newest first',
    query: z.object({
      limit,
      status: z._default(z.enum(['open', 'closed']), 'open'),
      before: z.optional(z.string().check(z.regex(/^\d{1,15}_[\w-]{22}$/))),
    }),
    answer: trusted<ModerationList>(),
    errors: ['not-moderator'],
  },
  'GET /api/moderation/reports/{report}': {
    ...reading,
    summary: 'A report with its evidence',
    answer: trusted<ModerationEvidence>(),
    errors: ['not-moderator', 'not-found'],
  },
  'POST /api/moderation/reports/{report}': {
    access: 'session',
    limits: { settings: 'person' },
    summary: 'Decide about a report',
    body: newDecision,
    errors: ['not-moderator', 'not-found', 'own-report', 'bad-name', 'bad-decision', 'tournament-closed'],
  },
} as const satisfies Declarations;
