import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { messagesPlugin, pageTexts } from './messages.mjs';
import { PAGE_FILES } from './src/app/page-files.ts';

/** The files of a game that the script of a page loads in a language. The browser can load them before the script has run. */
const CONTENTS: Readonly<Record<string, (game: string, language: string) => readonly string[]>> = {
  game: (game, language) => [`games/src/${game}/guide.${language}.json`],
  rules: (game, language) => [`games/src/${game}/guide.json`, `games/src/${game}/guide.${language}.json`],
  learn: (game, language) => [`web/src/games/${game}/lesson.ts`, `web/src/games/${game}/lesson.${language}.json`],
  puzzle: (game, language) => [`games/src/${game}/puzzles.jsonl?raw`, `web/src/learn/puzzles/words.${language}.json`],
};

/** The sentence that a page shows first, which the first HTML has, too: its file without the language, and its key; the first step of a lesson. */
const LEADS: Readonly<Record<string, readonly [file: (game: string) => string, key: string | null]>> = {
  game: [(game) => `games/src/${game}/guide`, 'about'],
  rules: [(game) => `games/src/${game}/guide`, 'lead'],
  learn: [(game) => `web/src/games/${game}/lesson`, null],
  tournaments: [() => 'web/src/places/tournaments/words', 'tournament_lead'],
  watch: [() => 'web/src/places/home/words', 'watch_lead'],
};

interface FrameModule {
  framesIn(language: string): Promise<Record<string, string>>;
}

type Bundle = Rolldown.OutputBundle;
type Boxes = Readonly<Record<string, { readonly large: string }>>;

/**
 * Adds `frames.json` for the server: the first HTML of every page in every language, and the files that each page, game and language needs, so that the
 * browser loads them at the same time as the first script.
 */
export const framePlugin = (): Plugin => ({
  name: 'tablier-frame',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const languages = Object.keys(pageTexts().languages);
      const { define = {} } = this.environment.config;
      const frames = await writeFrames(languages, define);
      const files = filesOf(bundle, languages);
      // The largest thing on the page of a game, which its script asks for late.
      for (const [game, { large }] of Object.entries(JSON.parse(String(define['BOX_PICTURES'])) as Boxes))
        for (const language of languages) files.contents[`game ${game} ${language}`]?.push(large);
      const source = JSON.stringify({ frames, ...files });
      this.emitFile({ type: 'asset', fileName: 'frames.json', source });
    },
  },
});

/** Compiles the frame for Node, as it is compiled for the page: the names of its styles are the same. */
async function writeFrames(
  languages: readonly string[],
  define: NonNullable<UserConfig['define']>,
): Promise<Record<string, unknown>> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    mode: 'production',
    define,
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [messagesPlugin(), svelte()],
  });
  try {
    const { framesIn } = (await server.ssrLoadModule('/src/frame.ts')) as FrameModule;
    const frames: Record<string, unknown> = {};
    for (const language of languages) frames[language] = await framesIn(language);
    return frames;
  } finally {
    await server.close();
  }
}

function filesOf(bundle: Bundle, languages: readonly string[]) {
  const first = filesWith(bundle, 'src/main.ts');
  const later = (module: string): string[] => filesWith(bundle, module).filter((file) => !first.includes(file));
  const games = modulesOf(bundle).flatMap(
    (id) => /\/web\/src\/games\/([a-z][a-z0-9-]*)\/board\.ts$/.exec(id)?.[1] ?? [],
  );
  return {
    pages: Object.fromEntries(Object.entries(PAGE_FILES).map(([page, file]) => [page, later(`src/${file}.svelte`)])),
    games: Object.fromEntries(games.map((game) => [game, later(`src/games/${game}/board.ts`)])),
    languages: Object.fromEntries(languages.map((each) => [each, later(`src/paraglide/${each}.js`)])),
    leads: leadsOf(games, languages),
    contents: { ...contentsOf(bundle, games, languages), ...wordsOf(bundle, languages) },
    typefaces: Object.keys(bundle).flatMap((name) => (name.endsWith('.woff2') ? `/${name}` : [])),
  };
}

/** The files of all modules, by their paths below `packages`. */
const filesByModule = (bundle: Bundle): ReadonlyMap<string, string> =>
  new Map(
    Object.values(bundle).flatMap((file) =>
      file.type === 'chunk'
        ? file.moduleIds.map((id): [string, string] => [id.replace(/^.*\/packages\//, ''), `/${file.fileName}`])
        : [],
    ),
  );

/** The words in a language that a page loads besides its texts, by page and language: `watch fr`. They are next to its component. */
function wordsOf(bundle: Bundle, languages: readonly string[]) {
  const files = filesByModule(bundle);
  return Object.fromEntries(
    Object.entries(PAGE_FILES).flatMap(([page, file]) =>
      languages.map((language) => {
        const words = files.get(`web/src/${file.replace(/[^/]+$/, '')}words.${language}.json`);
        return [`${page} ${language}`, words === undefined ? [] : [words]];
      }),
    ),
  );
}

/** The files of `CONTENTS` by page, game and language: `rules isaac fr`. A game need not have all of them. */
function contentsOf(bundle: Bundle, games: readonly string[], languages: readonly string[]) {
  const files = filesByModule(bundle);
  return Object.fromEntries(
    Object.entries(CONTENTS).flatMap(([page, modules]) =>
      games.flatMap((game) =>
        languages.map((language) => [
          `${page} ${game} ${language}`,
          modules(game, language).flatMap((module) => files.get(module) ?? []),
        ]),
      ),
    ),
  );
}

/** The sentences of `LEADS` by page, game and language, as `contents`. A game need not have all of them. */
function leadsOf(games: readonly string[], languages: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [page, [fileOf, key]] of Object.entries(LEADS))
    for (const game of fileOf('').includes('//') ? games : [''])
      for (const language of languages) {
        const file = fileURLToPath(new URL(`../${fileOf(game)}.${language}.json`, import.meta.url));
        if (!existsSync(file)) continue;
        const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string & { readonly say: string }>;
        const lead = key === null ? Object.values(words)[0]?.say : words[key];
        found[[page, game, language].filter(Boolean).join(' ')] = lead ?? '';
      }
  return found;
}

const modulesOf = (bundle: Bundle): string[] =>
  Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));

/** The paths of the chunk with a module and of all that it imports, with their styles. */
function filesWith(bundle: Bundle, module: string): string[] {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/web/${module}`)),
  );
  if (chunk === undefined) throw new Error(`the build has no ${module}`);
  const found = new Set<string>();
  const add = (name: string): void => {
    const file = bundle[name];
    if (found.has(`/${name}`) || file?.type !== 'chunk') return;
    found.add(`/${name}`);
    for (const imported of file.imports) add(imported);
    // After those of what it imports: a chunk may replace their styles.
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(`/${style}`);
  };
  add(chunk.fileName);
  return [...found];
}
