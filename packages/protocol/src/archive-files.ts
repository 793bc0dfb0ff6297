import * as z from 'zod/mini';

const count = z.number().check(z.int(), z.minimum(0));

/** The file of the public games of one game and month. */
export const archiveFile = z.object({
  game: z.string(),
  /** In UTC: `2026-10`. */
  month: z.string().check(z.regex(/^\d{4}-\d\d$/)),
  /** How many games it has, one per line. */
  games: count,
  /** Of the compressed file. */
  bytes: count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Where it is, on this server. */
  path: z.string(),
});
export type ArchiveFile = z.infer<typeof archiveFile>;

/** The monthly files of public games, newest month first. `terms`: the address of the terms of use. */
export const archiveFiles = z.object({ terms: z.string(), files: z.array(archiveFile) });
export type ArchiveFiles = z.infer<typeof archiveFiles>;
