import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Threads are started by the name of their source file; the build contains a file of the same name. */
const builtThreads: Plugin = {
  name: 'tablier-threads',
  enforce: 'pre',
  transform: (code) =>
    code.replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, "new URL('./$1.js', import.meta.url)"),
};

/** The server and the command line as JavaScript. Packages from the registry stay in `node_modules`. */
export default defineConfig({
  root: source('.'),
  plugins: [builtThreads],
  // zod and kysely would be loaded completely from `node_modules`; bundled, only the used parts take memory.
  ssr: { noExternal: [/^@tablier\//, 'kysely', 'zod'] },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'build',
    emptyOutDir: true,
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      input: {
        main: source('src/main.ts'),
        draw: source('../server/src/images/draw.ts'),
        think: source('../server/src/bots/think.ts'),
        rules: source('../server/src/lib/rules.ts'),
        'rules-ai': source('../server/src/lib/rules-ai.ts'),
        'writer-thread': source('../store/src/sqlite/writer-thread.ts'),
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunk-[name]-[hash].js',
        // Vite's default for servers turns `const` into `var`. Then the machine code loads each constant and checks it: searches are slower.
        topLevelVar: false,
      },
    },
  },
});
