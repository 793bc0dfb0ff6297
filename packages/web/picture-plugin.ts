import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { messagesPlugin } from './messages.mjs';

const ENTRY = 'src/picture.ts';
const FILE = 'picture.mjs';
const MATERIALS = /\/scene\/wood\/([a-z]+)\.webp$/;

/** Adds `picture.mjs` for the server: the boards of the page as a program that draws them as SVG. */
export const picturePlugin = (): Plugin => ({
  name: 'tablier-picture',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: await buildPicture() });
  },
});

/** One file without imports. */
export async function buildPicture(): Promise<string> {
  const output = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    plugins: [messagesPlugin(), svelte({ compilerOptions: { css: 'injected' } }), materialsPlugin()],
    ssr: { noExternal: true },
    build: { ssr: ENTRY, write: false, target: 'node22', rolldownOptions: { output: { codeSplitting: false } } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const files = first !== undefined && 'output' in first ? first.output : [];
  const [chunk, ...others] = files.filter(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${FILE} was not built as one file`);
  return chunk.code;
}

/** Few programs besides browsers read WebP in SVG, so the tiles of wood are in the file as JPEG. */
const materialsPlugin = (): Plugin => ({
  name: 'tablier-picture-materials',
  enforce: 'pre',
  load(id) {
    const [, name] = MATERIALS.exec(id) ?? [];
    if (name === undefined) return null;
    const tile = readFileSync(new URL(`./src/app/picture/wood/${name}.jpg`, import.meta.url), 'base64');
    return `export default 'data:image/jpeg;base64,${tile}';`;
  },
});
