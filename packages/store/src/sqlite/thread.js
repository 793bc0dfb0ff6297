// A worker does not inherit the TypeScript loader of its parent: it brings its own, the one that starts quickest, with this
// package's settings wherever the process was started.
import { fileURLToPath } from 'node:url';

process.env['TSX_TSCONFIG_PATH'] = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
const { require } = await import('tsx/cjs/api');
require('./writer-thread.ts', import.meta.url);
