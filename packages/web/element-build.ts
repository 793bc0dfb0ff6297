/** `node packages/web/element-build.ts FOLDER`: builds the custom element of `@tablier/board` as ES modules into a folder that exists. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildViewer } from './viewer-build.ts';

const SOURCE = fileURLToPath(new URL('../board-element/src/', import.meta.url));
/** Entries that add the types of a framework to the element. */
const FRAMEWORKS = ['react', 'vue'];
const STYLES = 'TABLIER_BOARD_STYLES';

/** One file defines the element, one has the code for all boards, and there is one for each game and language. */
async function buildElement(folder: string): Promise<void> {
  const files = await buildViewer({
    entry: join(SOURCE, 'tablier-board.ts'),
    base: './',
    name: 'tablier-board',
    scripts: '',
    pictures: '',
  });
  const styles = files.find(({ fileName }) => fileName.endsWith('.css'));
  if (styles?.type !== 'asset') throw new Error('the element has no styles');
  const text = JSON.stringify(inShadow(textOf(styles.source)));
  for (const file of files) {
    if (file === styles || file.fileName === 'meta.json') continue;
    const content = file.type === 'chunk' ? file.code.replaceAll(STYLES, () => text) : file.source;
    writeFileSync(join(folder, file.fileName), content);
  }
  copyFileSync(join(SOURCE, 'types.ts'), join(folder, 'types.d.ts'));
  for (const name of FRAMEWORKS) {
    copyFileSync(join(SOURCE, '..', 'frameworks', `${name}.d.ts`), join(folder, `${name}.d.ts`));
    writeFileSync(join(folder, `${name}.js`), "export * from './tablier-board.js';\n");
  }
  writeFileSync(
    join(folder, 'tablier-board.d.ts'),
    "import type { TablierBoardElement } from './types.js';\nexport type * from './types.js';\nexport declare const TablierBoard: new () => TablierBoardElement;\n",
  );
}

const textOf = (source: string | Uint8Array): string =>
  typeof source === 'string' ? source : Buffer.from(source).toString('utf8');

/** The page sets its tokens on the root; an element on itself, where attributes choose the theme and the woods. */
const inShadow = (styles: string): string =>
  styles
    .replaceAll(/:root\[data-(theme|boards)="?([a-z]+)"?\]/g, ':host([$1=$2])')
    .replaceAll(':root', ':host')
    .concat(':host{display:block}:host([hidden]){display:none}');

await buildElement(process.argv[2] ?? '.');
