import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { viewerSplitting } from './chunks.ts';
import { loadPartPlugin } from './load-part-plugin.ts';
import { messagesPlugin } from './messages.mjs';

interface ViewerBuild {
  /** The path of the script that mounts the viewer. */
  readonly entry: string;
  /** Where the files will lie: `/` for a server, `./` for the folder of the script. */
  readonly base: '/' | './';
  /** A name of the script that stays the same, without a file name's end; absent: its content names it, and it is one file. */
  readonly name?: string;
  /** The folder of scripts and styles, with a slash at its end, and that of pictures. */
  readonly scripts: string;
  readonly pictures: string;
}

/** Other sites show the games of the catalogue only. */
const withoutAdded: Plugin = {
  name: 'tablier-without-added',
  enforce: 'pre',
  load: {
    filter: { id: /\/web\/src\/(?:lib\/added-games|games\/added)\.ts$/ },
    handler: () =>
      'export const addedGames = [];\nexport const addedTexts = null;\nexport const isAdded = () => false;\nexport const importAdded = isAdded;\nexport const loadAddedBoard = isAdded;',
  },
};

/** Builds the boards of the page for the pages of other sites: the script, its one style sheet, a file for each game and language, pictures. */
export async function buildViewer({
  entry,
  base,
  name,
  scripts,
  pictures,
}: ViewerBuild): Promise<Rolldown.RolldownOutput['output']> {
  const output = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    base,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    plugins: [withoutAdded, loadPartPlugin(), messagesPlugin(), svelte()],
    build: {
      write: false,
      target: ['chrome123', 'firefox120', 'safari17.5'],
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      // Of files that are handed on alone; a page has those of its site.
      license: name !== undefined && { fileName: 'licenses.txt' },
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: name === undefined ? false : 'strict',
        output: {
          codeSplitting: viewerSplitting,
          entryFileNames: name === undefined ? `${scripts}[name]-[hash].js` : `${scripts}${name}.js`,
          chunkFileNames: name === undefined ? `${scripts}[name]-[hash].js` : `${scripts}[name].js`,
          assetFileNames: ({ names }) =>
            `${names.some((name) => name.endsWith('.css')) ? scripts : pictures}[name]-[hash][extname]`,
        },
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (first === undefined || !('output' in first)) throw new Error(`${entry} was not built`);
  return first.output;
}
