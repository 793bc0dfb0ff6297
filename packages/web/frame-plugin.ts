import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { messagesPlugin, pageTexts } from './messages.mjs';
import { PAGE_FILES } from './src/app/page-files.ts';

/** The files of a game that the script of a page loads in a language. The browser can load them before the script has run. */
const CONTENTS: Readonly<Record<string, (game: string, language: string) => readonly string[]>> = {
  game: (game, language) => [`games/src/${game}/guide.${language}.json`],
  rules: (game, language) => [`games/src/${game}/guide.json`, `games/src/${game}/guide.${language}.json`],
  learn: (game, language) => [`web/src/games/${game}/lesson.ts`, `web/src/games/${game}/lesson.${language}.json`],
  puzzle: (game, language) => [`games/src/${game}/puzzles.jsonl?raw`, `web/src/learn/puzzles/words.${language}.json`],
};

interface FrameModule {
  framesIn(language: string): Promise<Record<string, string>>;
}

type Bundle = Rolldown.OutputBundle;

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
      const frames = await writeFrames(languages);
      const source = JSON.stringify({ frames, ...filesOf(bundle, languages) });
      this.emitFile({ type: 'asset', fileName: 'frames.json', source });
    },
  },
});

/** Compiles the frame for Node, as it is compiled for the page: the names of its styles are the same. */
async function writeFrames(languages: readonly string[]): Promise<Record<string, unknown>> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    mode: 'production',
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
    contents: contentsOf(bundle, games, languages),
    typefaces: Object.keys(bundle).flatMap((name) => (name.endsWith('.woff2') ? `/${name}` : [])),
  };
}

/** The files of `CONTENTS` by page, game and language: `rules isaac fr`. A game need not have all of them. */
function contentsOf(bundle: Bundle, games: readonly string[], languages: readonly string[]) {
  const files = new Map(
    Object.values(bundle).flatMap((file) =>
      file.type === 'chunk'
        ? file.moduleIds.map((id): [string, string] => [id.replace(/^.*\/packages\//, ''), `/${file.fileName}`])
        : [],
    ),
  );
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
