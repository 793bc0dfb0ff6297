import type { PushTarget } from '@tablier/protocol';
import type { Done } from '../../lib/connection/attempt.svelte.ts';
import { change } from '../../lib/connection/server-request.ts';

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Asks the user, the browser and its push service, and then tells the server. Adds the errors `push-refused` and `push-unreachable`. */
export async function startPush(publicKey: string): Promise<Done> {
  if ((await Notification.requestPermission()) !== 'granted') return { error: 'push-refused' };
  const target = await subscribe(publicKey);
  return target === null ? { error: 'push-unreachable' } : change('PUT /api/me/push', { body: target as PushTarget });
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
  const done = await change('DELETE /api/me/push');
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return done;
}

export async function hasEndpoint(endpoint: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint === endpoint && Notification.permission === 'granted';
}
