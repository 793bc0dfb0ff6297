import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const ENTRY = fileURLToPath(new URL('./src/rules.ts', import.meta.url));
/** The name that the server gives `@tablier/rules` in the files of games. */
const FILE = 'rules.js';

/** Adds what games from outside of the page import: one file without imports, so that the files of the page keep only what they use. */
export const rulesPlugin = (): Plugin => ({
  name: 'tablier-rules',
  apply: 'build',
  async generateBundle() {
    const output = await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: { write: false, lib: { entry: ENTRY, formats: ['es'], fileName: () => FILE } },
    });
    const [first] = Array.isArray(output) ? output : [output];
    const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
    if (chunk === undefined) throw new Error(`${FILE} was not built`);
    this.emitFile({ type: 'asset', fileName: FILE, source: chunk.code });
  },
});
