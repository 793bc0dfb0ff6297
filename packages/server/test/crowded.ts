import { serveForPage } from './for-a-page.ts';

/** Opens one line to an address, and another one after four seconds. */
await serveForPage({ limits: { lines: { burst: 1, perSecond: 0.25 } } });
