import { checkLimit } from '../http/request.ts';
import { isZone, MAX_TOKENS, type Opponent, parseLine } from '@tablier/protocol';
import { shownName, DELETED, seatOf, type TableState } from '../tables/state/table-state.ts';
import { NOTIFICATIONS, OWN, RELATIONS } from '@tablier/protocol/operations';
import { findGame } from '@tablier/games';
import type { Store } from '@tablier/store';
import { mustConfirm } from '../accounts/account-services.ts';
import { MAX_LABEL } from '../accounts/tokens.ts';
import { personRatings } from '../ratings/profiles.ts';
import { listOwnTables } from '../tables/table-finder.ts';
import { implement, type Operation } from './operation.ts';
import type { Services } from './services.ts';
import { relationError } from '../relations/relations.ts';
import { takeFromAll } from '../lib/rate-limits.ts';
import { settingsOf } from '../notifications/messages.ts';
import { isMailAddress } from '../notifications/mailer.ts';
import { arePushKeys, isPushEndpoint } from '../notifications/push-sender.ts';

export const RECENT_TABLES = 20;
const MAX_LISTED = 12;

/** The opponents at these tables, each once, by table and seat: ids never leave the server. */
export function opponentsOf(person: string, tables: readonly TableState[]): Opponent[] {
  const met = new Map<string, Opponent>();
  for (const state of tables) {
    if (state.match === null || seatOf(state, person) < 0) continue;
    for (const [seat, chair] of state.chairs.entries()) {
      if (chair.kind !== 'person' || [person, DELETED].includes(chair.person) || met.has(chair.person)) continue;
      met.set(chair.person, { name: shownName(state.names, chair), invite: { table: state.id, seat } });
    }
  }
  return [...met.values()].slice(0, MAX_LISTED);
}

const REFUSALS = { gone: 'no-session', guest: 'no-account', 'too-many-tokens': 'too-many-tokens' } as const;

const hasPlayed = async ({ finished }: Store, account: string, game: string): Promise<boolean> =>
  (await finished.search({ player: { account, isOwn: true }, game, limit: 1 })).games.length > 0;

export function ownOperations({ context: { store, now }, rooms, accounts: services }: Services): readonly Operation[] {
  const { accounts } = store;
  const { tokens } = services;
  return implement(OWN, {
    'GET /api/v1/me': async ({ caller, refuse }) => {
      const account = (await accounts.find(caller.person.id)) ?? refuse({ name: 'bad-token' });
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

    'GET /api/me/gauges/{game}': async ({ caller, params: { game } }) => {
      if (caller === null || caller.person.guest !== false) return { vote: null, mayVote: false };
      const { id } = caller.person;
      const own = (await store.gauges.of(id)).find((vote) => vote.game === game);
      return { vote: own?.vote ?? null, mayVote: await hasPlayed(store, id, game) };
    },
    'PUT /api/me/gauges/{game}': async ({ caller, params, body, refuse }) => {
      const game = findGame(params.game) ?? refuse({ name: 'not-found' });
      if (!(await hasPlayed(store, caller.person.id, game.id))) return refuse({ name: 'not-played' });
      return store.gauges.vote(caller.person.id, game.id, body);
    },

    'GET /api/me/tokens': async ({ caller }) => ({ tokens: await tokens.of(caller.person.id) }),
    'POST /api/me/tokens': async ({ caller, body, refuse }) => {
      const label = parseLine(body.label, MAX_LABEL) ?? refuse({ name: 'bad-token-terms', detail: 'label' });
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      const by = { account: caller.person.id, session: caller.session };
      const created = await tokens.create(by, { ...body, label }, MAX_TOKENS);
      return created.ok ? created.value : refuse({ name: REFUSALS[created.error] });
    },
    'DELETE /api/me/tokens/{token}': async ({ caller, params, refuse }) => {
      const revoked = await store.tokens.revoke(caller.person.id, params.token);
      return revoked.ok ? null : refuse({ name: 'not-found' });
    },
  });
}

export const relationOperations = ({ context: { store }, relations }: Services): readonly Operation[] =>
  implement(RELATIONS, {
    'GET /api/v1/me/relations': ({ caller }) => relations.own(caller.person.id),
    'POST /api/v1/me/relations': async ({ caller, body, refuse }) => {
      const added = await relations.add(caller.person, body.kind, body.person);
      return added.ok ? { id: added.value } : refuse(relationError(added.error));
    },
    'DELETE /api/v1/me/relations/{id}': async ({ caller, params }) => {
      await store.relations.remove(caller.person.id, params.id);
      return {};
    },
    'POST /api/v1/reports': async ({ caller, body, refuse }) => {
      const done = await relations.report(caller.person.id, body);
      return done.ok ? {} : refuse(relationError(done.error));
    },
    'PUT /api/me/contact': ({ caller, body }) => store.relations.saveContact(caller.person.id, body),
    'DELETE /api/me/warnings': ({ caller }) => store.reports.readWarnings(caller.person.id),
  });

export function notificationOperations({ context, notifications: channels }: Services): readonly Operation[] {
  const { store, now, limiter } = context;
  const { push, mail } = channels;
  const { notifications } = store;
  const confirmations = limiter('confirmations');
  return implement(NOTIFICATIONS, {
    'GET /api/me/notifications': async ({ caller }) => {
      const targets = await notifications.targetsOf(caller.person.id);
      const { subscriptions, email, settings } = targets;
      const own = subscriptions.find(({ session }) => session === caller.session);
      return {
        publicKey: await push.publicKey(),
        endpoint: own?.endpoint ?? null,
        others: subscriptions.length - (own === undefined ? 0 : 1),
        hasMail: mail !== null,
        email: email && { address: email.address, isConfirmed: email.confirmedAt !== null },
        settings: settings === null ? null : settingsOf(targets),
      };
    },
    'PUT /api/me/notifications': async ({ caller, body, refuse }) => {
      if (!isZone(body.zone)) return refuse({ name: 'bad-request', detail: 'zone' });
      return gone(await notifications.saveSettings(caller.person.id, body)) ? refuse({ name: 'no-session' }) : null;
    },
    'PUT /api/me/push': async ({ caller, body: { endpoint, keys }, refuse }) => {
      if (!isPushEndpoint(endpoint) || !arePushKeys(keys)) return refuse({ name: 'bad-push-target' });
      const subscription = { session: caller.session, endpoint, ...keys, createdAt: now() };
      const saved = await notifications.subscribe(caller.person.id, subscription);
      return gone(saved) ? refuse({ name: 'no-session' }) : null;
    },
    'DELETE /api/me/push': async ({ caller }) => notifications.unsubscribe(caller.session),
    'PUT /api/me/email': async ({ caller, body: { address, language = 'en' }, refuse }) => {
      if (mail === null) return refuse({ name: 'no-mail' });
      if (!isMailAddress(address)) return refuse({ name: 'bad-address' });
      // A link to the address can set the password.
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      const { id } = caller.person;
      // Many accounts must not be able to flood a stranger's address.
      checkLimit(takeFromAll([confirmations, id], [confirmations, `to ${address.toLowerCase()}`]));
      if (gone(await notifications.setEmail(id, { address, at: now() }))) return refuse({ name: 'no-session' });
      await mail.requestConfirmation(id, language);
    },
    'DELETE /api/me/email': async ({ caller, refuse }) =>
      gone(await notifications.setEmail(caller.person.id, null)) ? refuse({ name: 'no-session' }) : null,
  });
}

const gone = (saved: 'saved' | 'unknown-account'): boolean => saved === 'unknown-account';
