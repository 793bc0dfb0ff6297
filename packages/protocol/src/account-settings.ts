import * as z from 'zod/mini';

/**
 * The settings that follow an account into every browser. A missing setting was never chosen. An unknown
 * one, of a newer client, is dropped.
 */
export const accountSettings = z.object({
  /** The tag of a language of the page. */
  language: z.exactOptional(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/))),
  theme: z.exactOptional(z.enum(['system', 'light', 'dark'])),
  /** The woods and colours of the boards. */
  boards: z.exactOptional(z.enum(['natural', 'light', 'dark', 'contrast', 'distinct'])),
  turnsBoard: z.exactOptional(z.boolean()),
  chat: z.exactOptional(z.boolean()),
  coordinates: z.exactOptional(z.boolean()),
  sound: z.exactOptional(z.boolean()),
  view: z.exactOptional(z.enum(['2d', '3d'])),
  /** Against bots: warnings before a blunder. */
  warnings: z.exactOptional(z.boolean()),
  /** Against bots: a sentence about each of their moves. */
  coach: z.exactOptional(z.boolean()),
  /** Against bots: first games that teach. */
  guide: z.exactOptional(z.boolean()),
  /** At online tables, and against bots: moves chosen while others think. */
  premoves: z.exactOptional(z.boolean()),
  botPremoves: z.exactOptional(z.boolean()),
});
export type AccountSettings = z.infer<typeof accountSettings>;
