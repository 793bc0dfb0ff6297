import { serveForPage } from './for-a-page.ts';

/** Bears nobody's absence for long. */
await serveForPage({ patience: { claim: () => 2000, lostGame: () => null } });
