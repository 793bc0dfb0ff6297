import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { build, type Plugin } from 'vite';
import { messagesPlugin } from './messages.mjs';

const ENTRY = 'src/picture.ts';
const FILE = 'picture.mjs';
const LICENSES = 'licenses.txt';
const ROOT = fileURLToPath(new URL('.', import.meta.url));
const MATERIALS = /\/scene\/wood\/([a-z]+)\.webp$/;

/** The longer sides of the pictures of boxes in pixels, sharp at twice their size on most pages: up to 14rem, with larger numbers, and of all others. */
const SIDES = { small: 420, large: 800 };
const QUALITY = 62;

type Draw = (request: object) => Promise<readonly string[] | null>;
type Size = keyof typeof SIDES;

/**
 * Adds `picture.mjs` for the server: the boards of the page as a program that draws them as SVG. It draws the boards of the boxes here, whose paths the
 * page has as `BOX_PICTURES`: a list of games then needs no rules, no boards and no script to show them.
 */
export function picturePlugin(): Plugin {
  const files = new Map<string, Uint8Array | string>();

  /** The path of a picture of a box. */
  async function addBox(draw: Draw, game: string, size: Size): Promise<string> {
    const [svg = ''] = (await draw({ kind: 'box', game, side: SIDES[size], isSmall: size === 'small' })) ?? [];
    const bytes = await sharp(Buffer.from(svg)).webp({ quality: QUALITY, effort: 6 }).toBuffer();
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
    const file = `assets/${game}-${hash}.webp`;
    files.set(file, bytes);
    return `/${file}`;
  }

  return {
    name: 'tablier-picture',
    apply: 'build',
    async config() {
      const program = await buildPicture();
      files.set(FILE, program);
      const module = `data:text/javascript;base64,${Buffer.from(program).toString('base64')}`;
      const { draw } = (await import(module)) as { readonly draw: Draw };
      const boxes: Record<string, Record<Size, string>> = {};
      for (const path of globSync('src/games/*/board.ts', { cwd: ROOT })) {
        const [, , game = ''] = path.split(/[\\/]/);
        boxes[game] = { small: await addBox(draw, game, 'small'), large: await addBox(draw, game, 'large') };
      }
      return { define: { BOX_PICTURES: JSON.stringify(boxes) } };
    },
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** One file without imports, which begins with the licences of what is built into it. */
export async function buildPicture(): Promise<string> {
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    plugins: [messagesPlugin(), svelte({ compilerOptions: { css: 'injected' } }), materialsPlugin()],
    ssr: { noExternal: true },
    build: {
      ssr: ENTRY,
      write: false,
      target: 'node22',
      license: { fileName: LICENSES },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const files = first !== undefined && 'output' in first ? first.output : [];
  const [chunk, ...others] = files.filter(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${FILE} was not built as one file`);
  const licenses = files.find(({ fileName }) => fileName === LICENSES);
  if (licenses?.type !== 'asset') throw new Error(`${FILE} has no licences`);
  return `/*\n${String(licenses.source).replaceAll('*/', '')}\n*/\n${chunk.code}`;
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
