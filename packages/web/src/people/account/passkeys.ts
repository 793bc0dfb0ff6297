import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { askServer } from '../../lib/connection/server-request.ts';
import type { Done, SignInMode } from './account-api.ts';

/** Whether this browser supports passkeys here. They need encryption and a domain name. */
export const supportsPasskeys = (): boolean =>
  window.isSecureContext && browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname);

/** Creates a passkey for the user of this browser. */
export const addPasskey = (): Promise<Done> =>
  answer('/api/me/passkeys', (asked) =>
    startRegistration({ optionsJSON: asked as PublicKeyCredentialCreationOptionsJSON }),
  );

export const signInByPasskey = (mode: SignInMode): Promise<Done> => show('/api/sign-in/passkey', mode);
export const confirmByPasskey = (): Promise<Done> => show('/api/me/confirm');

const show = (path: string, also: object = {}): Promise<Done> =>
  answer(path, (asked) => startAuthentication({ optionsJSON: asked as PublicKeyCredentialRequestOptionsJSON }), also);

/** Requests the options below a path, lets the device answer them, and sends the answer. */
async function answer(path: string, ask: (asked: unknown) => Promise<unknown>, also: object = {}): Promise<Done> {
  const options = await askServer('POST', `${path}/options`, {});
  if ('error' in options) return options;
  try {
    const done = await askServer('POST', path, { passkey: await ask(options.value), ...also });
    return 'error' in done ? done : null;
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return { error: isKnown ? 'passkey-known' : 'passkey-cancelled' };
  }
}
