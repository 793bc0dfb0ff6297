// A worker does not inherit the TypeScript loader of its parent: it registers its own, then waits for questions.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
await import('./think.ts');
