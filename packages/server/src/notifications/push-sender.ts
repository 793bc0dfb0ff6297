import * as z from 'zod';
import { Agent, request } from 'node:https';
import type { PushMessage } from '@tablier/protocol';
import type { PushSubscription, Store } from '@tablier/store';
import { idFrom } from '../lib/context.ts';
import { createECDH } from 'node:crypto';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../lib/addresses.ts';
import { remembered } from '../lib/tasks.ts';

/** The pair of keys by which push services know this server (RFC 8292). */
const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
type VapidKeys = z.infer<typeof vapidKeys>;

/** The name under which the keys are stored. All nodes share them. */
const SECRET = 'push-keys';
/** How long a push service keeps a message for a device without network. Seconds. */
const KEPT_SECONDS = 86_400;
/** How long a push service may take. Milliseconds. */
const LONGEST = 10_000;

export type PushResult = 'sent' | 'gone';

export interface PushSettings {
  /** Connects to push services. Default: only to public addresses. */
  readonly agent?: Agent;
  readonly makeKeys?: () => VapidKeys;
}

interface PushSenderDeps {
  readonly store: Pick<Store, 'secret'>;
  /** How a push service reaches the operator: a `mailto:` or `https:` address. */
  readonly contact: string;
  readonly settings: PushSettings;
}

export class PushSender {
  readonly #deps: PushSenderDeps;
  readonly #agent: Agent;
  /** Created when they are first needed, so that an unused database stays empty and a backup can be restored into it. */
  readonly #keys = remembered(() => this.#load());

  constructor(deps: PushSenderDeps) {
    this.#deps = deps;
    this.#agent = deps.settings.agent ?? new Agent({ lookup: publicLookup, maxSockets: 16 });
  }

  async publicKey(): Promise<string> {
    return (await this.#keys()).publicKey;
  }

  /** Rejects if the push service does not take the message. */
  async send({ endpoint, p256dh, auth }: PushSubscription, message: PushMessage): Promise<PushResult> {
    // Earlier versions stored keys with which nothing can be encrypted.
    if (!arePushKeys({ p256dh, auth })) return 'gone';
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = await this.#keys();
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: this.#deps.contact, publicKey, privateKey },
      TTL: KEPT_SECONDS,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
      // A message that waits at the push service is replaced by a later one of the same table.
      topic: idFrom(message.tag),
    });
    const status = await this.#post(endpoint, details.headers as Record<string, string>, details.body);
    if (status === 404 || status === 410) return 'gone';
    if (status >= 200 && status < 300) return 'sent';
    throw new Error(`the push service answered ${status}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** The status of the answer. Its content is not read, and redirects are not followed. */
  #post(endpoint: string, headers: Record<string, string>, body: Buffer | null): Promise<number> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(LONGEST);
      const posting = request(endpoint, { method: 'POST', headers, agent: this.#agent, signal }, (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.on('error', () => undefined).destroy();
      });
      posting.on('error', reject).end(body ?? undefined);
    });
  }

  async #load(): Promise<VapidKeys> {
    const { default: webPush } = await import('web-push');
    const { makeKeys = webPush.generateVAPIDKeys } = this.#deps.settings;
    const text = await this.#deps.store.secret(SECRET, JSON.stringify(makeKeys()));
    return vapidKeys.parse(JSON.parse(text));
  }
}

/** HTTPS on the default port and a name with a dot. Where it leads is checked when something is sent. */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname);
  const isLocal = /\.(localhost|local|internal|home\.arpa)$/.test(`.${hostname}`);
  return protocol === 'https:' && port === '' && username === '' && password === '' && isNamed && !isLocal;
}

/** Whether the keys of a browser can encrypt a message: a point of the curve P-256 and a secret of 16 bytes (RFC 8291). */
export function arePushKeys({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
  } catch {
    return false;
  }
  return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length >= 16;
}

export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, '');
    const usable = found.filter(({ address }) => isPublicAddress(address));
    const [first] = usable;
    if (first === undefined) return callback(new Error(`${hostname} has no public address`), '');
    if (options.all === true) callback(null, usable);
    else callback(null, first.address, first.family);
  });
};
