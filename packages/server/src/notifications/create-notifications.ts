import { ServerKey } from '../accounts/signatures.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ServerContext } from '../lib/context.ts';
import type { Rooms } from '../tables/rooms.ts';
import { Mailer, type MailSettings } from './mailer.ts';
import { MailLinks } from './mail-links.ts';
import { ConfirmedMail, ResetMail } from './mail-service.ts';
import { Notifier } from './notifier.ts';
import { PushSender, type PushSettings } from './push-sender.ts';

export interface NotificationsSettings {
  readonly push?: PushSettings;
}

export interface NotificationsPlace {
  readonly origin: string | null;
  readonly mail: MailSettings | null;
}

/** `mail` and `resetMail` are `null` on a server that sends no mail. */
export type Notifications = ReturnType<typeof createNotifications>;

interface NotificationsDeps {
  readonly jobs: JobQueue;
  readonly rooms: Rooms;
  readonly node: ServerNode;
  readonly place: NotificationsPlace;
  /** The wait in which events of a table are merged. Milliseconds. */
  readonly pace: number;
}

/** The contact address for push services if the server has no public address. */
const NO_CONTACT = 'mailto:operator@tablier.invalid';

export function createNotifications(
  context: ServerContext,
  { jobs, rooms, node, place, pace }: NotificationsDeps,
  settings: NotificationsSettings,
) {
  const { store, chance, now, metrics, background, limiter } = context;
  const { origin } = place;
  const contact = origin?.startsWith('https:') ? origin : NO_CONTACT;
  const push = new PushSender({ store, contact, settings: settings.push ?? {} });
  const links = new MailLinks(new ServerKey(store, chance, 'mail'), now);
  const sender = place.mail === null || origin === null ? null : { mailer: new Mailer(place.mail), origin };
  const mail = sender && new ConfirmedMail({ store, jobs, links, now, ...sender });
  const resetMail = sender && new ResetMail({ store, jobs, chance, now, limit: limiter('passwordResets'), ...sender });
  const notifier = new Notifier({ store, jobs, rooms, node, now, metrics, push, mail, pace });
  rooms.changed.add((room) => background(notifier.changed(room)));
  const close = async (): Promise<void> => {
    push.close();
    await mail?.close();
  };
  return { push, links, mail, resetMail, close };
}
