import { MAX_TOKENS, parseLine } from '@tablier/protocol';
import { OWN } from '@tablier/protocol/operations';
import type { Store } from '@tablier/store';
import { mustConfirm } from '../accounts/account-services.ts';
import type { Tokens } from '../accounts/tokens.ts';
import { opponentsOf, RECENT_TABLES } from '../matchmaking/opponents.ts';
import { personRatings } from '../ratings/profiles.ts';
import { listOwnTables } from '../tables/own-tables.ts';
import type { Rooms } from '../tables/rooms.ts';
import { implement, type Operation } from './operation.ts';

interface OwnDeps {
  readonly store: Store;
  readonly rooms: Rooms;
  readonly tokens: Tokens;
  readonly now: () => number;
}

/** The longest label of a token, in characters. */
const MAX_LABEL = 40;

const REFUSALS = {
  gone: 'no-session',
  guest: 'no-account',
  unavailable: 'unavailable',
  'too-many-tokens': 'too-many-tokens',
} as const;

export function ownOperations({ store, rooms, tokens, now }: OwnDeps): readonly Operation[] {
  const { accounts } = store;
  return implement(OWN, {
    'GET /api/v1/me': async ({ caller, refuse }) => {
      const account = await accounts.find(caller.person.id);
      if (account === null) return refuse({ name: 'bad-token' });
      const ratings = personRatings(await store.ratings.of(account.id), now());
      const scopes = 'scopes' in caller ? [...caller.scopes] : [];
      return { name: account.name, username: account.username, scopes, ratings };
    },
    'GET /api/v1/me/tables': ({ caller, query }) => listOwnTables({ rooms, store }, caller.person.id, query),
    'GET /api/me/opponents': async ({ caller }) => {
      if (caller === null) return { opponents: [] };
      const { id } = caller.person;
      return { opponents: opponentsOf(id, await rooms.tablesOf(id, RECENT_TABLES)) };
    },
    'GET /api/me/settings': async ({ caller }) => ({ settings: await accounts.settingsOf(caller.person.id) }),
    'PUT /api/me/settings': async ({ caller, body: settings, refuse }) => {
      const saved = await accounts.saveSettings({ account: caller.person.id, session: caller.session }, settings);
      return saved.ok ? { settings } : refuse({ name: REFUSALS[saved.error] });
    },

    'GET /api/me/tokens': async ({ caller }) => ({ tokens: await tokens.of(caller.person.id) }),
    'POST /api/me/tokens': async ({ caller, body, refuse }) => {
      const label = parseLine(body.label, MAX_LABEL);
      if (label === null) return refuse({ name: 'bad-token-terms', detail: 'label' });
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      const by = { account: caller.person.id, session: caller.session };
      const created = await tokens.create(by, { ...body, label }, MAX_TOKENS);
      return created.ok ? created.value : refuse({ name: REFUSALS[created.error] });
    },
    'DELETE /api/me/tokens/{token}': async ({ caller, params, refuse }) => {
      const revoked = await store.tokens.revoke(caller.person.id, params.token);
      return revoked.ok ? null : refuse({ name: revoked.error === 'unavailable' ? 'unavailable' : 'not-found' });
    },
  });
}
