import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { readFileSync } from 'node:fs';
import { codeSplitting } from './chunks.ts';
import { embedPlugin } from './embed-plugin.ts';
import { framePlugin } from './frame-plugin.ts';
import { messagesPlugin, pageTexts } from './messages.mjs';
import { loadPartPlugin } from './load-part-plugin.ts';
import { manifestPlugin } from './manifest-plugin.ts';
import { offlinePlugin } from './offline-plugin.ts';
import { picturePlugin } from './picture-plugin.ts';
import { rulesPlugin } from './rules-plugin.ts';

const API = process.env['TABLIER_API'] ?? 'http://127.0.0.1:3000';
/** The server checks `Host`, so the proxy keeps the header of the browser. */
const PROXY = Object.fromEntries(
  ['/api', '/archives/', '/embed/'].map((path) => [path, { target: API, ws: path === '/api', changeOrigin: false }]),
);

const LANGUAGES = Object.keys(pageTexts().languages);

/** The licences of the typefaces, which `licenses.txt` does not contain. */
const fontLicenses = (): string =>
  ['fraunces', 'figtree']
    .map((name) =>
      readFileSync(new URL('LICENSE', import.meta.resolve(`@fontsource-variable/${name}/index.css`)), 'utf8'),
    )
    .join('\n\n');

const fontsPlugin = (): Plugin => ({
  name: 'tablier-fonts',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'licenses-fonts.txt', source: fontLicenses() });
  },
});

/** A description of a schema: one literal without gaps. */
const DESCRIPTION = /(described|optional)\(\s*(['"`])(?:\\.|(?!\2|\$\{)[^\\])*\2,/g;

/** The meaning of an error: a sentence as the value of its name. */
const MEANING = /^( {2}['\w-]+:\s+)'[A-Z](?:\\.|[^'\\])*\.',$/gm;

/**
 * Removes the descriptions of the protocol and the meanings of its errors from the page. They are for `docs/protocol.md` and for the JSON Schema that the server sends; a
 * minifier has to keep them, because they are arguments of calls.
 */
const descriptionsPlugin = (): Plugin => ({
  name: 'tablier-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/protocol\/src\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(DESCRIPTION, "$1('',").replaceAll(MEANING, "$1'',"), map: null }),
  },
});

/** The comment by which V8 compiles all functions of a file, besides the main thread, while the file arrives. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** Has the first script compiled in one go: most of it runs when a page opens, and function by function would take the main thread longer. */
const compileHintPlugin = (): Plugin => ({
  name: 'tablier-compile-hint',
  generateBundle: {
    // The comment has to be the first line.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry) file.code = `${COMPILE_HINT}${file.code}`;
    },
  },
});

export default defineConfig({
  // The page is served at paths of any depth: `/t/ID/12`.
  base: '/',
  plugins: [
    loadPartPlugin(),
    messagesPlugin(),
    descriptionsPlugin(),
    svelte(),
    fontsPlugin(),
    compileHintPlugin(),
    manifestPlugin(),
    framePlugin(),
    picturePlugin(),
    rulesPlugin(),
    embedPlugin(LANGUAGES),
    offlinePlugin(LANGUAGES),
  ],
  // The first browsers with light-dark(). Older ones would get a polyfill that ignores the setting.
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting } },
    license: { fileName: 'licenses.txt' },
  },
  worker: { format: 'es' },
  server: { proxy: PROXY },
  preview: { proxy: PROXY },
});
