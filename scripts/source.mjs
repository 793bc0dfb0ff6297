/** `node scripts/source.mjs FILE.ts [arguments]`: runs a source file on a Node that reads TypeScript. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useSupportedNode } from '../packages/cli/bin/node.mjs';

await useSupportedNode();
process.argv.splice(1, 1);
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href);
