import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { Done } from '../../lib/connection/attempt.svelte.ts';
import { call, change } from '../../lib/connection/server-request.ts';

type Address = 'POST /api/me/passkeys' | 'POST /api/sign-in/passkey' | 'POST /api/me/confirm';

/** Whether this browser supports passkeys here. They need encryption and a domain name. */
export const supportsPasskeys = (): boolean =>
  window.isSecureContext && browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname);

export const addPasskey = (): Promise<Done> =>
  answer('POST /api/me/passkeys', (asked) =>
    startRegistration({ optionsJSON: asked as PublicKeyCredentialCreationOptionsJSON }),
  );

/** `along`: whether the games of the guest in this browser move to the account. */
export const signInByPasskey = (along: boolean): Promise<Done> => show('POST /api/sign-in/passkey', { along });
export const confirmByPasskey = (): Promise<Done> => show('POST /api/me/confirm');

const show = (address: Address, also: object = {}): Promise<Done> =>
  answer(
    address,
    (asked) => startAuthentication({ optionsJSON: asked as PublicKeyCredentialRequestOptionsJSON }),
    also,
  );

/** Requests the options, lets the device answer them, and sends the answer. Adds the errors `passkey-cancelled` and `passkey-known`. */
async function answer(address: Address, ask: (asked: unknown) => Promise<unknown>, also: object = {}): Promise<Done> {
  const options = await call(`${address}/options`);
  if ('error' in options) return options;
  try {
    return await change(address, { body: { passkey: await ask(options.value), ...also } });
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return { error: isKnown ? 'passkey-known' : 'passkey-cancelled' };
  }
}
