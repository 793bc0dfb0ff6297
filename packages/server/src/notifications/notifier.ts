import * as z from 'zod';
import type { ServerContext } from '../lib/context.ts';
import { type NotificationSettings, offsetOf } from '@tablier/protocol';
import type { NotificationTargets, PushSubscription } from '@tablier/store';
import type { ServerNode } from '../cluster/node.ts';
import { defineJob, type JobQueue } from '../jobs/job-queue.ts';
import { eachOf } from '../lib/tasks.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { peopleOf, seatOf, type TableState } from '../tables/state/table-state.ts';
import { eventsFor, pushMessageFor, type TableEventFor, settingsOf } from './messages.ts';
import { type ConfirmedMail, createConfirmedMail, createResetMail } from './mail-service.ts';
import { PushSender, type PushSettings, type PushResult } from './push-sender.ts';
import { ServerKey } from '../accounts/signatures.ts';
import { createMailer, type MailSettings } from './mailer.ts';
import { createMailLinks } from './mail-links.ts';

/** Notifies a person of what happened at a table while they were away. Run again, it sends nothing twice. */
export const NOTIFY = defineJob({
  kind: 'notification',
  payload: z.object({ person: z.string(), table: z.string() }),
  parallel: 4,
  retries: 5,
  retrySeconds: 30,
  longestSeconds: 120,
});

const HOUR = 3_600_000;
/** Everything about a table that has not changed for this time has been sent. Milliseconds. */
const SETTLED = HOUR;
/** The most notifications of one person in an hour, over both channels together. Further ones are merged and sent later. */
export const MAX_PER_HOUR = 30;
/** When a person who got too many is checked again. Milliseconds. */
const AGAIN = HOUR / 4;

interface NotifierDeps extends Pick<ServerContext, 'store' | 'now' | 'metrics'> {
  readonly jobs: JobQueue;
  readonly rooms: Rooms;
  readonly node: ServerNode;
  readonly push: PushSender;
  readonly mail: ConfirmedMail | null;
  /** The wait in which events of a table are merged. Milliseconds. */
  readonly pace: number;
}

interface Delivery {
  readonly person: string;
  readonly state: TableState;
  readonly settings: NotificationSettings;
  readonly targets: NotificationTargets;
}

/** Finds the people whom a change of a table concerns, and notifies those who are away. */
export class Notifier {
  readonly #deps: NotifierDeps;
  readonly #seen = new WeakMap<Room, number>();

  constructor(deps: NotifierDeps) {
    this.#deps = deps;
    deps.jobs.handle(NOTIFY, ({ person, table }) => this.#notify(person, table));
  }

  /** A table has changed, or was loaded: a crash may have prevented what its last change needed. */
  async changed(room: Room): Promise<void> {
    const { state } = room;
    const { now, jobs, store, pace } = this.#deps;
    if (this.#seen.get(room) === state.seq || now() - state.touchedAt > SETTLED) return;
    this.#seen.set(room, state.seq);
    const isAway = (person: string): boolean => !this.#isHere(state, person, room);
    const people = peopleOf(state).filter((person) => isAway(person) && eventsFor(state, person, now()).length > 0);
    if (people.length === 0) return;
    try {
      await eachOf(people, async (person) => {
        if (!(await store.notifications.isReachable(person))) return;
        await jobs.enqueue(NOTIFY, { person, table: state.id }, { key: `${person} ${state.id}`, delay: pace });
      });
    } catch (error) {
      // The next change of the table, or of who is present, tries again.
      this.#seen.delete(room);
      throw error;
    }
  }

  #isHere(state: TableState, person: string, room: Room | null): boolean {
    const seat = seatOf(state, person);
    if (seat < 0) return false;
    if (room !== null) return room.subscribers.presence.here()[seat] === true;
    return this.#deps.node.onOtherNodes(state.id).seats.includes(seat);
  }

  /** The message is made from the current state of the table, so it is never outdated. */
  async #notify(person: string, table: string): Promise<void> {
    const { store, rooms, now, jobs } = this.#deps;
    const targets = await store.notifications.targetsOf(person);
    const state = await rooms.stateOf(table);
    if (state === null || this.#isHere(state, person, await rooms.loaded(table))) return;
    const events = eventsFor(state, person, now());
    const settings = settingsOf(targets);
    if (events.length === 0 || !isWanted(events, settings)) return;
    const wait = quietFor(settings, now()) || (await this.#tooMany(person));
    if (wait > 0) return jobs.enqueue(NOTIFY, { person, table }, { key: `${person} ${table}`, delay: wait });
    const delivery = { person, state, settings, targets };
    // If one channel fails, the other must not send again.
    const done = await Promise.allSettled([this.#push(delivery, events), this.#mail(delivery, events)]);
    const failed = done.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #tooMany(person: string): Promise<number> {
    const { store, now } = this.#deps;
    const { count } = await store.notifications.sent(person, '', now() - HOUR);
    return count >= MAX_PER_HOUR ? AGAIN : 0;
  }

  async #push({ person, state, settings, targets }: Delivery, events: readonly TableEventFor[]): Promise<void> {
    const wanted = events.filter(({ kind }) => settings.push.includes(kind));
    if (targets.subscriptions.length === 0) return;
    await this.#once({ person, channel: 'push', events: wanted }, async (fresh) => {
      const message = pushMessageFor({ state, person, settings }, fresh);
      const results = await Promise.allSettled(targets.subscriptions.map((each) => this.#pushTo(each, message)));
      // One browser that got it is enough: the others would show it twice.
      const failed = results.find((each) => each.status === 'rejected');
      if (failed !== undefined && results.every((each) => each.status === 'rejected')) throw failed.reason;
    });
  }

  async #pushTo(target: PushSubscription, message: ReturnType<typeof pushMessageFor>): Promise<void> {
    const { push, store } = this.#deps;
    const result = await this.#counted('push', push.send(target, message));
    if (result === 'gone') await store.notifications.removeEndpoint(target.endpoint);
  }

  async #mail({ person, state, settings, targets }: Delivery, events: readonly TableEventFor[]): Promise<void> {
    const { mail } = this.#deps;
    const wanted = events.filter(({ kind }) => settings.mail.includes(kind));
    const { email } = targets;
    if (mail === null || email === null || email.confirmedAt === null) return;
    await this.#once({ person, channel: 'mail', events: wanted }, async (fresh) => {
      await this.#counted('mail', mail.sendEvents({ state, person, settings }, fresh, email.address));
    });
  }

  async #counted(channel: 'push' | 'mail', sending: Promise<PushResult | void>): Promise<PushResult> {
    const { notifications } = this.#deps.metrics;
    try {
      const result = (await sending) ?? 'sent';
      notifications.inc({ channel, result });
      return result;
    } catch (error) {
      notifications.inc({ channel, result: 'failed' });
      throw error;
    }
  }

  async #once(
    { person, channel, events }: { person: string; channel: string; events: readonly TableEventFor[] },
    send: (fresh: readonly TableEventFor[]) => Promise<void>,
  ): Promise<void> {
    const { notifications } = this.#deps.store;
    const subjectOf = ({ subject }: TableEventFor): string => `${channel}:${subject}`;
    const known = await Promise.all(events.map((event) => notifications.sent(person, subjectOf(event), 0)));
    const fresh = events.filter((_, index) => known[index]?.isKnown === false);
    if (fresh.length === 0) return;
    await send(fresh);
    for (const event of fresh) await notifications.recordSent(person, subjectOf(event), this.#deps.now());
  }
}

const isWanted = (events: readonly TableEventFor[], { push, mail }: NotificationSettings): boolean =>
  events.some(({ kind }) => push.includes(kind) || mail.includes(kind));

const MINUTE = 60_000;
const DAY_MINUTES = 1440;

/** How long nothing may be sent, by the quiet hours of a person; 0 if it may be sent now. Milliseconds. Pure. */
export function quietFor({ quiet, zone }: Pick<NotificationSettings, 'quiet' | 'zone'>, now: number): number {
  if (quiet === null) return 0;
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const minute = Math.floor((now + offsetOf(now, zone)) / MINUTE) % DAY_MINUTES;
  const isQuiet = from <= until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return 0;
  const minutes = (until - minute + DAY_MINUTES) % DAY_MINUTES;
  return minutes * MINUTE - (now % MINUTE);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export interface NotificationsSettings {
  readonly push?: PushSettings;
}

/** `mail` and `resetMail` are `null` on a server that sends no mail. */
export type Notifications = ReturnType<typeof createNotifications>;

interface NotificationsDeps {
  readonly jobs: JobQueue;
  readonly rooms: Rooms;
  readonly node: ServerNode;
  readonly origin: string | null;
  readonly mail: MailSettings | null;
}

/** The contact address for push services if the server has no public address. */
const NO_CONTACT = 'mailto:operator@tablier.invalid';

export function createNotifications(
  context: ServerContext,
  { jobs, rooms, node, origin, mail: given }: NotificationsDeps,
  settings: NotificationsSettings,
) {
  const { store, chance, now, metrics, background, limiter, paces } = context;
  const contact = origin?.startsWith('https:') ? origin : NO_CONTACT;
  const push = new PushSender({ store, contact, settings: settings.push ?? {} });
  const links = createMailLinks(new ServerKey(store, chance, 'mail'), now);
  const sender = given === null || origin === null ? null : { mailer: createMailer(given), origin };
  const mail = sender && createConfirmedMail({ store, jobs, links, now, ...sender });
  const resetMail =
    sender && createResetMail({ store, jobs, chance, now, limit: limiter('passwordResets'), ...sender });
  const notifier = new Notifier({ store, jobs, rooms, node, now, metrics, push, mail, pace: paces.notify });
  rooms.events.on('changed', (room) => background(notifier.changed(room)));
  const close = async (): Promise<void> => {
    push.close();
    await mail?.close();
  };
  return { push, links, mail, resetMail, close };
}
