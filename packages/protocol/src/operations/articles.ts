import * as z from 'zod/mini';
import { moment, textNumber } from '../values.ts';
import type { Declarations } from './operation.ts';

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
  'GET /api/articles/{game}/{language}': {
    summary: 'The article of a game in a language; `null`: no member has changed the text of the page',
    access: 'visitor',
    limits: { profiles: 'address' },
    answer: z.object({ newest: z.nullable(version), mayEdit: z.boolean() }),
    errors: ['not-found'],
  },
  'GET /api/articles/{game}/{language}/versions': {
    summary: 'The newest versions of an article, the newest first',
    access: 'visitor',
    limits: { lookups: 'address' },
    query: z.object({ before: z.optional(z.pipe(z.coerce.number(), textNumber)) }),
    answer: z.object({ versions: z.array(version) }),
    errors: ['not-found'],
  },
  'PUT /api/articles/{game}/{language}': {
    summary: 'Save a text that was made from version `base` (0 for that of the page), so that no change is lost',
    access: 'member',
    limits: { articles: 'person', addressArticles: 'address' },
    // Four bytes for each character.
    most: 96 * 1024,
    body: z.strictObject({ base: textNumber, text: z.string() }),
    answer: version,
    errors: ['not-found', 'no-account', 'muted', 'bad-text', 'article-changed'],
  },
} as const satisfies Declarations;
