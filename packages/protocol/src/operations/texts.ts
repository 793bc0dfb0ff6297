import { type StudyRecord, RECORD_ERRORS, words } from '@tablier/core';
import * as z from 'zod/mini';
import { moment, textNumber } from '../values.ts';
import { member, session, visitor } from './declare.ts';
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
  'GET /api/me/studies': session({
    summary: 'The studies of the caller, and the most that they may have',
    answer: z.object({ studies: z.array(summary), most: z.int() }),
  }),
  'GET /api/studies/{study}': visitor({
    summary: 'A study',
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
  }),
  'PUT /api/studies/{study}': member({
    summary: 'Save a study that was made from the revision `base` (0 for a new one), so that no change is lost',
    // Every move is checked.
    limits: { studies: 'person', addressStudies: 'address' },
    most: 128 * 1024,
    body: trusted<{ readonly title: string; readonly chapters: readonly unknown[]; readonly base: number }>(),
    answer: z.object({ revision }),
    errors: [...RECORD_ERRORS, ...words('bad-study not-found study-removed studies-full study-changed no-account')],
  }),
  'DELETE /api/studies/{study}': member({ summary: 'Remove a study' }),
} as const satisfies Declarations;

const version = z.object({
  number: textNumber,
  at: moment,
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  /** `null` once a moderator removed it. */
  text: z.nullable(z.string()),
});
export type ArticleVersion = z.infer<typeof version>;

/** Tips and strategy: one article for each game and language, which members edit. */
export const ARTICLES = {
  'GET /api/articles/{game}/{language}': visitor({
    summary: 'The article of a game in a language; `null`: no member has changed the text of the page',
    limits: { profiles: 'address' },
    answer: z.object({ newest: z.nullable(version), mayEdit: z.boolean() }),
    errors: ['not-found'],
  }),
  'GET /api/articles/{game}/{language}/versions': visitor({
    summary: 'The newest versions of an article, the newest first',
    limits: { lookups: 'address' },
    query: z.object({ before: z.optional(z.pipe(z.coerce.number(), textNumber)) }),
    answer: z.object({ versions: z.array(version) }),
    errors: ['not-found'],
  }),
  'PUT /api/articles/{game}/{language}': member({
    summary: 'Save a text that was made from version `base` (0 for that of the page), so that no change is lost',
    limits: { articles: 'person', addressArticles: 'address' },
    // Four bytes for each character.
    most: 96 * 1024,
    body: z.strictObject({ base: textNumber, text: z.string() }),
    answer: version,
    errors: ['not-found', 'no-account', 'muted', 'bad-text', 'article-changed'],
  }),
} as const satisfies Declarations;
