import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';
import type { OfflineFiles } from './src/lib/offline/offline-files.ts';

const SOURCE = fileURLToPath(new URL('./src/lib/offline/service-worker.ts', import.meta.url));
/** `index.html` is answered by the server, in the language of the request. This copy has no address of its own, so any page can be shown with it. */
const SHELL = 'offline.html';
const PUBLIC = ['favicon.ico', 'favicon.svg', 'again.js'];
/** `paraglide/de.js`, `rules.de.md?raw`: a module of one language. */
const LANGUAGE = /[./]([a-z]{2})\.(?:js|json|md)(?:\?[^/]*)?$/;
const MAIN = '/web/src/main.ts';
/** Code, styles, pictures and typefaces, but no licences, no data for the server, and nothing of the frame for other sites. */
const NEEDED = /^assets\/[^/]+\.(?:js|css|webp|woff2|json|svg|png)$/;

/** A chunk that few users need: the 3D boards are stored once they have been used. */
const isLater = (file: Rollup.OutputAsset | Rollup.OutputChunk): boolean =>
  file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/node_modules/three/'));

/** Adds the service worker, with the list of the files that it stores, and its offline page. */
export const offlinePlugin = (languages: readonly string[]): Plugin => ({
  name: 'tablier-offline',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const html = sourceOf(bundle['index.html']);
      const list = filesOf(bundle, html, languages);
      const worker = await buildWorker(list);
      this.emitFile({ type: 'asset', fileName: SHELL, source: html });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker });
    },
  },
});

/** The language of a chunk that has texts of one language only; `null` for others. */
function languageOf(file: Rollup.OutputAsset | Rollup.OutputChunk, languages: readonly string[]): string | null {
  if (file.type === 'asset') return null;
  const found = new Set(
    file.moduleIds.map((id) => (id.includes('node_modules') ? '' : (LANGUAGE.exec(id)?.[1] ?? ''))),
  );
  const [only = ''] = found;
  return found.size === 1 && languages.includes(only) ? only : null;
}

function filesOf(bundle: Rollup.OutputBundle, html: string, languages: readonly string[]): OfflineFiles {
  const needed = Object.values(bundle).filter(({ fileName }) => NEEDED.test(fileName));
  const pathsIn = (language: string | null): string[] =>
    needed
      .filter((file) => languageOf(file, languages) === language && !isLater(file))
      .map(({ fileName }) => `/${fileName}`)
      .toSorted();
  const entry = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(MAIN)),
  );
  if (entry === undefined) throw new Error('the build has no first script');
  const hash = createHash('sha256').update(html);
  for (const { fileName } of needed) hash.update(fileName);
  for (const name of PUBLIC) hash.update(readFileSync(new URL(`./public/${name}`, import.meta.url)));
  return {
    version: hash.digest('hex').slice(0, 16),
    entry: `/${entry.fileName}`,
    shell: `/${SHELL}`,
    always: [...pathsIn(null), ...PUBLIC.map((name) => `/${name}`)],
    languages: Object.fromEntries(languages.map((language) => [language, pathsIn(language)])),
    later: needed.filter(isLater).map(({ fileName }) => `/${fileName}`),
  };
}

/** One classic script without imports: not every browser runs modules as service workers. */
async function buildWorker(list: OfflineFiles): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { OFFLINE_FILES: JSON.stringify(list) },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: SOURCE, formats: ['iife'], name: 'tablier', fileName: () => 'service-worker.js' },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk === undefined) throw new Error('the service worker was not built');
  return chunk.code;
}

function sourceOf(file: Rollup.OutputAsset | Rollup.OutputChunk | undefined): string {
  if (file?.type !== 'asset') throw new Error('the build has no index.html');
  return typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString('utf8');
}
