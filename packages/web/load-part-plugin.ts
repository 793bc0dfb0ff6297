import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LOADER = fileURLToPath(new URL('./src/lib/load-part.ts', import.meta.url));

/** Has every `import()` of a build call `loadPart` instead of the function of Vite. */
export const loadPartPlugin = (): Plugin => ({
  name: 'tablier-load-part',
  apply: 'build',
  enforce: 'pre',
  load: {
    // The module of Vite that exports the function.
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { loadPart as __vitePreload } from ${JSON.stringify(LOADER)};`,
  },
});
