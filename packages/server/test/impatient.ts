import { serveForPage } from './for-a-page.ts';

/** A server that tolerates little absence. */
await serveForPage({ absencePolicy: { claim: () => 2000, lostGame: () => null } });
