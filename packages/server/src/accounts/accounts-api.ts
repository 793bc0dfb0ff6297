import { accountSettings, parseName } from '@tablier/protocol';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/errors.ts';
import { isIdle, passkeyName } from './account.ts';
import { addConfirmApi } from './confirm-api.ts';
import { hasOldCookie, noSessionCookies, sessionCookies, tokensOf } from './cookies.ts';
import type { AccountServices } from './account-services.ts';
import { authenticate, type Caller, identityOf } from './authenticate.ts';
import { agentOf, fieldOf, isSecure, tooMany, unavailable } from '../http/request.ts';
import { takeFromAll } from '../lib/rate-limits.ts';
import { addSignInApi } from './sign-in-api.ts';
import { addCredentialsApi } from './credentials-api.ts';

/** The routes of accounts below `/api`: guests, profiles, credentials and sessions. */
export function addAccountsApi(app: FastifyInstance, services: AccountServices): void {
  addGuests(app, services);
  addMe(app, services);
  addSignInApi(app, services);
  addConfirmApi(app, services);
  addCredentialsApi(app, services);
  addSessionsApi(app, services);
  addSettingsApi(app, services);
  // Where password managers look for the page (a well-known address of the W3C).
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/account', 302));
}

function addGuests(app: FastifyInstance, { people, guests, reservedUsernames }: AccountServices): void {
  app.post('/api/guests', async (request, reply) => {
    const name = parseName(fieldOf(request.body, 'name'));
    if (name === null) return refuse(reply, 422, { name: 'bad-name' });
    // A page that lost its storage does not know that there is a session. Another one would take the games from their owner.
    const known = await identityOf(request, people);
    if (known !== null) return reply.send({ name: known.person.name });
    const retryMs = guests.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    if (await reservedUsernames.isRole(name)) return refuse(reply, 422, { name: 'bad-name' });
    const { token } = await people.newGuest(name, agentOf(request));
    return reply
      .code(201)
      .header('set-cookie', sessionCookies(token, { secure: isSecure(request) }))
      .send({ name });
  });
}

/** The profile: `GET` and `PATCH /api/me`. A page that does not know whether there is a session asks with `?unsure`: no session is no error. */
function addMe(app: FastifyInstance, services: AccountServices): void {
  const { repository, people, moderators, reservedUsernames, changes, renames, now } = services;
  app.get<{ Querystring: { unsure?: string } }>('/api/me', async (request, reply) => {
    if (request.query.unsure !== undefined && (await identityOf(request, people)) === null)
      return reply.code(204).send();
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const token = tokensOf(request.headers).find((each) => each.startsWith(`${caller.person.id}.${caller.session}.`));
    if (token !== undefined && isSecure(request) && hasOldCookie(request.headers)) {
      reply.header('set-cookie', sessionCookies(token, { secure: true }));
    }
    // Only an account with a username can be a moderator.
    const isModerator = caller.account.username !== null && (await moderators.has(caller.person.id));
    return { ...profileOf(caller, now()), isModerator };
  });

  app.patch('/api/me', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const name = parseName(fieldOf(request.body, 'name'));
    if (name === null) return refuse(reply, 422, { name: 'bad-name' });
    const { id } = caller.person;
    if (name === caller.person.name) return reply.send({ name });
    const retryMs = takeFromAll([changes, id], [renames, id]);
    if (retryMs > 0) return tooMany(reply, retryMs);
    if (await reservedUsernames.isRole(name)) return refuse(reply, 422, { name: 'bad-name' });
    const done = await repository.rename({ account: id, session: caller.session }, name);
    if (done.ok) return reply.send({ name });
    return done.error === 'unavailable' ? unavailable(reply) : refuse(reply, 401, { name: 'no-session' });
  });
}

/** The profile that a person gets of themselves, without hashes and keys. */
function profileOf({ account, session }: Caller, now: number) {
  const { name, username: login, createdAt, sessions, passkeys, passwordHash } = account;
  return {
    name,
    createdAt,
    login,
    hasPassword: passwordHash !== null,
    passkeys: passkeys.map(({ id, agent, addedAt }) => ({ id: passkeyName(id), agent, addedAt })),
    sessions: sessions
      .filter((each) => !isIdle(each, now))
      .map(({ id, openedAt, agent, usedOn }) => ({ id, openedAt, usedOn, agent, current: id === session })),
  };
}

/** Sign-out: `DELETE /api/sessions/:id`, where the id may be `current` or `others`. */
export function addSessionsApi(app: FastifyInstance, { repository, people, onRevoked }: AccountServices): void {
  app.delete<{ Params: { id: string } }>('/api/sessions/:id', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const { person, session } = caller;
    const { id } = request.params;
    const which = id === 'others' ? { except: session } : { only: id === 'current' ? session : id };
    const done = await repository.closeSessions(person.id, which);
    if (!done.ok && done.error === 'unavailable') return unavailable(reply);
    const closed = done.ok ? done.value : [];
    if (!done.ok || (closed.length === 0 && id !== 'others')) return refuse(reply, 404, { name: 'not-found' });
    for (const each of closed) onRevoked(each);
    if (closed.includes(session)) reply.header('set-cookie', noSessionCookies({ secure: isSecure(request) }));
    return reply.code(204).send();
  });
}

/** The maximum size of settings, in bytes of JSON. Those of this version have less than 200. */
const MAX_SETTINGS = 2048;

/**
 * The settings that follow an account: `GET` and `PUT /api/me/settings`. The last write wins. Guests keep their settings in their
 * browser.
 */
export function addSettingsApi(
  app: FastifyInstance,
  { repository, people, settingsWrites }: Pick<AccountServices, 'repository' | 'people' | 'settingsWrites'>,
): void {
  app.get('/api/me/settings', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    return caller === null ? reply : { settings: await repository.settingsOf(caller.person.id) };
  });

  app.put('/api/me/settings', { bodyLimit: MAX_SETTINGS }, async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    const settings = accountSettings.safeParse(request.body);
    if (!settings.success) {
      return refuse(reply, 422, { name: 'bad-settings', detail: settings.error.issues[0]?.path.join('.') ?? '' });
    }
    const { id } = caller.person;
    const retryMs = settingsWrites.take(id);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const saved = await repository.saveSettings({ account: id, session: caller.session }, settings.data);
    if (saved.ok) return reply.send({ settings: settings.data });
    if (saved.error === 'unavailable') return unavailable(reply);
    return saved.error === 'guest'
      ? refuse(reply, 403, { name: 'no-account' })
      : refuse(reply, 401, { name: 'no-session' });
  });
}
