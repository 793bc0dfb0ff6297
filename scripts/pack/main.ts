/** `npm run pack [-- FOLDER]`: builds the packages for the npm registry and writes their tarballs; prints their paths. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from '../lib/builds.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { ROOT } from '../lib/run.mjs';
import { pack } from './pack.ts';

const folder = resolve(process.argv[2] ?? join(ROOT, '.cache', 'packages'));
mkdirSync(folder, { recursive: true });
await ensureInstalled('develop');
await ensureBuilt();
const interfaces = await pack(folder, ['rules', 'client']);
// Not before TypeDoc is installed.
const { REFERENCE, writeReference } = await import('./reference.ts');
await writeReference(interfaces, REFERENCE);
for (const path of Object.values({ ...interfaces, ...(await pack(folder, ['cli', 'board'])) })) console.log(path);
