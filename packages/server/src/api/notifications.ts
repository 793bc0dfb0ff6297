import { isZone } from '@tablier/protocol/moments';
import { NOTIFICATIONS } from '@tablier/protocol/operations';
import type { Store } from '@tablier/store';
import { mustConfirm } from '../accounts/account-services.ts';
import { type RateLimiter, takeFromAll } from '../lib/rate-limits.ts';
import type { ConfirmedMail } from '../notifications/mail-service.ts';
import { settingsOf } from '../notifications/notifier.ts';
import { isMailAddress } from '../notifications/mailer.ts';
import { arePushKeys, isPushEndpoint, type PushSender } from '../notifications/push-sender.ts';
import { implement, type Operation } from './operation.ts';

interface NotificationsDeps {
  readonly store: Pick<Store, 'notifications'>;
  readonly push: PushSender;
  /** `null` on a server that sends no mail. */
  readonly mail: ConfirmedMail | null;
  /** Mails that ask to confirm an address: by person, and by address. */
  readonly confirmations: RateLimiter;
  readonly now: () => number;
}

export function notificationOperations(deps: NotificationsDeps): readonly Operation[] {
  const { push, mail, confirmations, now } = deps;
  const { notifications } = deps.store;
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
      return gone(await notifications.subscribe(caller.person.id, subscription))
        ? refuse({ name: 'no-session' })
        : null;
    },
    'DELETE /api/me/push': async ({ caller }) => notifications.unsubscribe(caller.session),
    'PUT /api/me/email': async ({ caller, body: { address, language = 'en' }, refuse }) => {
      if (mail === null) return refuse({ name: 'no-mail' });
      if (!isMailAddress(address)) return refuse({ name: 'bad-address' });
      // A link to the address can set the password.
      if (mustConfirm(caller, now())) return refuse({ name: 'confirm-first' });
      const { id } = caller.person;
      // Many accounts must not be able to flood a stranger's address.
      const retryMs = takeFromAll([confirmations, id], [confirmations, `to ${address.toLowerCase()}`]);
      if (retryMs > 0) return refuse({ name: 'too-many', retryMs });
      if (gone(await notifications.setEmail(id, { address, at: now() }))) return refuse({ name: 'no-session' });
      await mail.requestConfirmation(id, language);
    },
    'DELETE /api/me/email': async ({ caller, refuse }) =>
      gone(await notifications.setEmail(caller.person.id, null)) ? refuse({ name: 'no-session' }) : null,
  });
}

/** Whether the account was deleted in the meantime. */
const gone = (saved: 'saved' | 'unknown-account'): boolean => saved === 'unknown-account';
