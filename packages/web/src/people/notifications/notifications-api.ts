import type { NotificationSettings, NotificationState } from '@tablier/protocol';
import { askServer, type Refusal } from '../../lib/connection/server-request.ts';

/** The result of a change: `null`, or why it failed. */
export type Done = Refusal | null;

async function send(method: string, path: string, body?: unknown): Promise<Done> {
  const answer = await askServer(method, path, body);
  return 'error' in answer ? answer : null;
}

/** The server of this page made the answer, so its form is not checked. */
export const readNotifications = async (): Promise<{ readonly value: NotificationState } | Refusal> =>
  (await askServer('GET', '/api/me/notifications')) as { readonly value: NotificationState } | Refusal;

export const saveNotifications = (settings: NotificationSettings): Promise<Done> =>
  send('PUT', '/api/me/notifications', settings);

/** The server sends a link there, in this language. */
export const setEmail = (address: string, language: string): Promise<Done> =>
  send('PUT', '/api/me/email', { address, language });

export const removeEmail = (): Promise<Done> => send('DELETE', '/api/me/email');

/** Whether this browser can show notifications of the site at all. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Why this browser shows none: its user has refused, or its push service cannot be reached. */
type PushRefusal = { readonly error: 'push-refused' | 'push-unreachable' };

/** Asks the user, the browser and its push service, and then tells the server. */
export async function startPush(publicKey: string): Promise<Done | PushRefusal> {
  if ((await Notification.requestPermission()) !== 'granted') return { error: 'push-refused' };
  const target = await subscribe(publicKey);
  return target === null ? { error: 'push-unreachable' } : send('PUT', '/api/me/push', target);
}

async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | null> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    // A subscription with another key, as after a move of the server, cannot be used.
    await (await pushManager.getSubscription())?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    return (await pushManager.subscribe(options)).toJSON();
  } catch {
    return null;
  }
}

export async function stopPush(): Promise<Done> {
  const done = await send('DELETE', '/api/me/push');
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return done;
}

/** Whether this browser still has the endpoint that the server knows. */
export async function hasEndpoint(endpoint: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint === endpoint && Notification.permission === 'granted';
}
