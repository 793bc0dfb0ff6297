import * as z from 'zod/mini';
import { clubChange, clubSummary, clubView, newClub } from '../clubs.ts';
import type { Declarations } from './operation.ts';

const changing = { access: 'member', limits: { tournaments: 'person' } } as const;

/** Clubs. Anyone may read the page of a club; only its link lets people join. */
export const CLUBS = {
  'GET /api/clubs': {
    summary: 'The listed clubs, and those of the caller',
    access: 'visitor',
    answer: z.object({ own: z.array(clubSummary), listed: z.array(clubSummary) }),
  },
  'GET /api/clubs/{club}': {
    summary: 'A club with its events, and the standings of a season: the newest, or that of the query',
    access: 'visitor',
    limits: { profiles: 'address' },
    query: z.object({ season: z.optional(z.coerce.number()) }),
    answer: clubView,
    errors: ['not-found'],
  },
  'POST /api/clubs': {
    ...changing,
    summary: 'Found a club',
    limits: { ...changing.limits, newTournaments: 'address' },
    body: newClub,
    answer: z.object({ club: z.string() }),
    errors: ['not-found', 'no-account', 'bad-text', 'club-taken', 'too-many-clubs'],
  },
  'POST /api/clubs/{club}/join': {
    ...changing,
    summary: 'Join with the code of the link',
    body: z.strictObject({ code: z.string().check(z.maxLength(64)) }),
    answer: clubView,
    errors: ['not-found', 'no-account', 'bad-link', 'too-many-clubs', 'member-removed'],
  },
  'POST /api/clubs/{club}/leave': { ...changing, summary: 'Leave a club', answer: clubView, errors: ['not-found'] },
  'POST /api/clubs/{club}/change': {
    ...changing,
    summary: 'Change a club of the caller',
    body: clubChange,
    answer: clubView,
    errors: ['not-found', 'bad-text', 'not-organiser', 'too-many-clubs'],
  },
  'DELETE /api/clubs/{club}': {
    ...changing,
    summary: 'Close a club of the caller; its tournaments stay',
    errors: ['not-found', 'not-organiser', 'bad-text', 'too-many-clubs'],
  },
} as const satisfies Declarations;
