import type { Route } from '@tablier/protocol/routes';
import { z } from 'zod';

const names = z.array(z.string().regex(/^\/assets\/[\w.-]+$/));

/** What the build of the page writes to `frames.json`. */
const framesSchema = z.object({
  /** The first HTML by language and page. `{title}` stands for the title. */
  frames: z.record(z.string(), z.record(z.string(), z.string())),
  /** The files that a page, a game and a language need besides the first script, by the name of each. */
  pages: z.record(z.string(), names),
  games: z.record(z.string(), names),
  languages: z.record(z.string(), names),
  /** The files of a game that a page loads in a language, such as its rules: `rules isaac fr`. */
  contents: z.record(z.string(), names),
  typefaces: names,
});
export type PageFrames = z.infer<typeof framesSchema>;

/** Reads `frames.json`. Throws an error that names the fault if the page was built from other sources than the server. */
export function parseFrames(json: string): PageFrames {
  const parsed = framesSchema.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error(`frames.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** The first HTML of a page; empty if the build has none. `title` is escaped already. */
export const frameOf = ({ frames }: PageFrames, language: string, page: Route['page'], title: string): string =>
  (frames[language]?.[page] ?? '').replaceAll('{title}', () => title);

/** Pages that show their words first and load the rules and the board of their game later. */
const GAME_COMES_LATER: ReadonlySet<Route['page']> = new Set(['game']);

/** The files that the browser should load at once: those of the page, of its game and of the language. */
export function filesOf({ pages, games, languages, contents }: PageFrames, language: string, route: Route): string[] {
  const ofGame =
    'game' in route
      ? [
          ...((GAME_COMES_LATER.has(route.page) ? undefined : own(games, route.game)) ?? []),
          ...(own(contents, `${route.page} ${route.game} ${language}`) ?? []),
        ]
      : [];
  return [...new Set([...(own(languages, language) ?? []), ...(own(pages, route.page) ?? []), ...ofGame])];
}

const own = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined;
