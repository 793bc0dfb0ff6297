import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { messagesPlugin, pageTexts } from './messages.mjs';

/** The script of each page that is not part of the first one, by the name of the page. */
const SCRIPTS: Readonly<Record<string, string>> = {
  game: 'src/game-page/GamePage.svelte',
  'set-up': 'src/set-up/SetUpPage.svelte',
  play: 'src/local/LocalPage.svelte',
  games: 'src/home/GamesPage.svelte',
  lobby: 'src/lobby/LobbyPage.svelte',
  search: 'src/search/SearchPage.svelte',
  kept: 'src/archive/ArchivedGame.svelte',
  table: 'src/online/TablePage.svelte',
  studies: 'src/studies/StudiesPage.svelte',
  study: 'src/studies/StudyPage.svelte',
  learn: 'src/learn/LearnPage.svelte',
  puzzles: 'src/puzzles/PuzzlesPage.svelte',
  'game-puzzles': 'src/puzzles/PuzzlesPage.svelte',
  puzzle: 'src/puzzles/PuzzlePage.svelte',
  rules: 'src/rules/RulesPage.svelte',
  'numbered-rules': 'src/rules/NumberedRulesPage.svelte',
  profile: 'src/ratings/ProfilePage.svelte',
  settings: 'src/app/SettingsPage.svelte',
  account: 'src/account/AccountPage.svelte',
};

/** What `src/frame.ts` exports. */
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
    pages: Object.fromEntries(Object.entries(SCRIPTS).map(([page, module]) => [page, later(module)])),
    games: Object.fromEntries(games.map((game) => [game, later(`src/games/${game}/board.ts`)])),
    languages: Object.fromEntries(languages.map((each) => [each, later(`src/paraglide/${each}.js`)])),
  };
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
