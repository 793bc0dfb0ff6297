/** `npm run build`: builds the server and the page, the page with compressed copies next to its files. */
import { useSupportedNode } from '../packages/cli/bin/node.mjs';
import { build } from './lib/builds.mjs';
import { ensureInstalled } from './lib/install.mjs';

await useSupportedNode();
await ensureInstalled('play');
await build();
