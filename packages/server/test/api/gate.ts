import type { LimitName } from '@tablier/protocol/operations';
import type { Store } from '@tablier/store';
import type { People } from '../../src/accounts/people.ts';
import { Tokens } from '../../src/accounts/tokens.ts';
import type { OperationDeps } from '../../src/api/operation.ts';
import { systemChance } from '../../src/lib/context.ts';
import { RateLimiter } from '../../src/lib/rate-limits.ts';
import { createBans } from '../../src/moderation/moderation.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What operations need to be called, with these limits. Every page is their own. */
export function testGate(
  store: Store,
  people: People,
  limiter: (name: LimitName | 'commands') => RateLimiter,
): OperationDeps {
  return {
    tokens: new Tokens({ tokens: store.tokens, chance: systemChance, now: Date.now, log: SILENT }),
    people,
    bans: createBans(store),
    hosts: { isOwnPage: () => true },
    requests: new RateLimiter({ burst: 1e6, perSecond: 1 }, Date.now),
    limiter,
    onCall: () => undefined,
  };
}
