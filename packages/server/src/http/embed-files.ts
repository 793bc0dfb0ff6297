import { z } from 'zod';

const file = z.string().regex(/^\/assets\/[\w./-]+$/);

/** What the build of the page writes to `embed.json`: the files of the frame for other sites. */
const filesSchema = z.object({
  script: file,
  styles: z.array(file),
  /** Besides the script, by game and by language. */
  games: z.record(z.string(), file),
  languages: z.record(z.string(), file),
});
export type EmbedFiles = z.infer<typeof filesSchema>;

/** Reads `embed.json`. Throws an error that names the fault if the page was built from other sources than the server. */
export function parseEmbedFiles(json: string): EmbedFiles {
  const parsed = filesSchema.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error(`embed.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
