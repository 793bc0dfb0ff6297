import { type NotificationState, notificationSettings, pushTarget } from '@tablier/protocol';
import { isZone } from '@tablier/protocol/moments';
import type { Store } from '@tablier/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, type Caller } from '../accounts/authenticate.ts';
import { mustConfirm } from '../accounts/account-services.ts';
import type { People } from '../accounts/people.ts';
import { refuse } from '../http/errors.ts';
import { fieldOf, tooMany } from '../http/request.ts';
import { type RateLimiter, takeFromAll } from '../lib/rate-limits.ts';
import { settingsOf } from './notifier.ts';
import { isMailAddress } from './mailer.ts';
import type { ConfirmedMail } from './mail-service.ts';
import { arePushKeys, isPushEndpoint, type PushSender } from './push-sender.ts';

/** The most bytes of a request. */
const MAX_BODY = 4096;

interface NotificationsApiDeps {
  readonly store: Pick<Store, 'notifications'>;
  readonly people: People;
  readonly push: PushSender;
  /** `null` on a server that sends no mail. */
  readonly mail: ConfirmedMail | null;
  readonly now: () => number;
  /** By person. */
  readonly writes: RateLimiter;
  /** Mails that ask to confirm an address: by person, and by address. */
  readonly confirmations: RateLimiter;
}

/**
 * The notification settings and addresses of a person, by the cookie of their session: `GET` and `PUT
 * /api/me/notifications`, `PUT` and `DELETE /api/me/push` for this browser, `PUT` and `DELETE /api/me/email` for members.
 */
export function addNotificationsApi(app: FastifyInstance, deps: NotificationsApiDeps): void {
  const { store, people, push, mail } = deps;
  const { notifications } = store;

  app.get('/api/me/notifications', async (request, reply): Promise<NotificationState | FastifyReply> => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
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
  });

  app.put('/api/me/notifications', { bodyLimit: MAX_BODY }, async (request, reply) => {
    const caller = await writer(request, reply, deps);
    if (caller === null) return reply;
    const settings = notificationSettings.safeParse(request.body);
    if (!settings.success || !isZone(settings.data.zone)) {
      const detail = settings.success ? 'zone' : (settings.error.issues[0]?.path.join('.') ?? '');
      return refuse(reply, 422, { name: 'bad-settings', detail });
    }
    return answer(reply, await notifications.saveSettings(caller.person.id, settings.data));
  });

  addPush(app, deps);
  addEmail(app, deps);
}

function addPush(app: FastifyInstance, deps: NotificationsApiDeps): void {
  const { store, people, now } = deps;
  const { notifications } = store;

  app.put('/api/me/push', { bodyLimit: MAX_BODY }, async (request, reply) => {
    const caller = await writer(request, reply, deps);
    if (caller === null) return reply;
    const target = pushTarget.safeParse(request.body);
    if (!target.success || !isPushEndpoint(target.data.endpoint) || !arePushKeys(target.data.keys))
      return refuse(reply, 422, { name: 'bad-push-target' });
    const { endpoint, keys } = target.data;
    const subscription = { session: caller.session, endpoint, ...keys, createdAt: now() };
    return answer(reply, await notifications.subscribe(caller.person.id, subscription));
  });

  app.delete('/api/me/push', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    await notifications.unsubscribe(caller.session);
    return reply.code(204).send();
  });
}

function addEmail(app: FastifyInstance, deps: NotificationsApiDeps): void {
  const { store, people, mail, now, confirmations } = deps;
  const { notifications } = store;

  app.put('/api/me/email', { bodyLimit: MAX_BODY }, async (request, reply) => {
    const caller = await writer(request, reply, deps);
    if (caller === null) return reply;
    if (caller.person.guest !== false) return refuse(reply, 403, { name: 'no-account' });
    if (mail === null) return refuse(reply, 404, { name: 'no-mail' });
    const address = fieldOf(request.body, 'address');
    const language = fieldOf(request.body, 'language');
    if (!isMailAddress(address)) return refuse(reply, 422, { name: 'bad-address' });
    // A link to the address can set the password.
    if (mustConfirm(caller, now())) return refuse(reply, 403, { name: 'confirm-first' });
    const { id } = caller.person;
    // Many accounts must not be able to flood a stranger's address.
    const retryMs = takeFromAll([confirmations, id], [confirmations, `to ${address.toLowerCase()}`]);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const saved = await notifications.setEmail(id, { address, at: now() });
    if (saved === 'saved') await mail.requestConfirmation(id, typeof language === 'string' ? language : 'en');
    return answer(reply, saved);
  });

  app.delete('/api/me/email', async (request, reply) => {
    const caller = await authenticate(request, reply, people);
    if (caller === null) return reply;
    return answer(reply, await notifications.setEmail(caller.person.id, null));
  });
}

const answer = (reply: FastifyReply, saved: 'saved' | 'unknown-account'): FastifyReply =>
  saved === 'saved' ? reply.code(204).send() : refuse(reply, 401, { name: 'no-session' });

/** The caller of a change; `null` if the request has been refused. */
async function writer(
  request: FastifyRequest,
  reply: FastifyReply,
  { people, writes }: NotificationsApiDeps,
): Promise<Caller | null> {
  const caller = await authenticate(request, reply, people);
  if (caller === null) return null;
  const retryMs = writes.take(caller.person.id);
  if (retryMs === 0) return caller;
  tooMany(reply, retryMs);
  return null;
}
