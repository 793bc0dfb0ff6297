/** `npm run build`: builds the page, with compressed copies beside its files. */
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { buildPage } from './lib/page.mjs';

requireNode();
await ensureInstalled();
await buildPage();
