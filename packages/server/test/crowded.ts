import { serveForPage } from './for-a-page.ts';

/** Opens one connection to an address and another one after 20 seconds: long enough to look at the page on a busy machine. */
await serveForPage({ limits: { lines: { burst: 1, perSecond: 1 / 20 } } });
