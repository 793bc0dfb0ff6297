/** `npm run prove -- NAME [--option value]`: installs and builds what is missing, because the proofs start whole servers, then runs a proof. */
import { useSupportedNode } from '../../packages/cli/bin/node.mjs';
import { ensureBuilt } from '../../scripts/lib/builds.mjs';
import { ensureInstalled } from '../../scripts/lib/install.mjs';

await useSupportedNode();
await ensureInstalled('develop');
await ensureBuilt();
await import('./main.ts');
