import type { Plugin, Rolldown } from 'vite';
import { fileURLToPath } from 'node:url';
import { buildViewer } from './viewer-build.ts';

const ENTRY = fileURLToPath(new URL('./src/embed.ts', import.meta.url));

/** Adds the page that other sites show in a frame: its files, and `embed.json`, which has their names for the server. */
export const embedPlugin = (languages: readonly string[]): Plugin => ({
  name: 'tablier-embed',
  apply: 'build',
  async generateBundle(_, bundle) {
    const files = await buildViewer({ entry: ENTRY, base: '/', scripts: 'assets/embed/', pictures: 'assets/' });
    for (const file of files) {
      // The texts for the server and the tiles of wood are those of the site.
      if (file.fileName === 'meta.json' || bundle[file.fileName] !== undefined) continue;
      this.emitFile({
        type: 'asset',
        fileName: file.fileName,
        source: file.type === 'chunk' ? file.code : file.source,
      });
    }
    this.emitFile({ type: 'asset', fileName: 'embed.json', source: JSON.stringify(namesOf(files, languages)) });
  },
});

/** The files that the first HTML of the frame names, so that the browser loads them at once. */
function namesOf(files: Rolldown.RolldownOutput['output'], languages: readonly string[]) {
  const chunks = files.filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('the build of the frame has no script');
  const games = chunks.flatMap(({ name, fileName, imports }): [string, string[]][] => {
    const game = /^game-(.+)$/.exec(name)?.[1];
    const files = [fileName, ...imports.filter((file) => file !== entry.fileName)];
    return game === undefined ? [] : [[game, files.map((file) => `/${file}`)]];
  });
  const textsOf = (language: string): string => {
    const file = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/paraglide/${language}.js`)));
    if (file === undefined) throw new Error(`the build of the frame has no texts in ${language}`);
    return `/${file.fileName}`;
  };
  return {
    script: `/${entry.fileName}`,
    styles: files.filter(({ fileName }) => fileName.endsWith('.css')).map(({ fileName }) => `/${fileName}`),
    games: Object.fromEntries(games),
    languages: Object.fromEntries(languages.map((language) => [language, textsOf(language)])),
  };
}
