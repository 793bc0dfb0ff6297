import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { askServer, type Done } from './account.ts';

/** Whether this browser knows passkeys here: it does not without encryption, nor at an address of numbers. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname);

/** Makes a passkey for whoever uses this browser. */
export const addPasskey = (): Promise<Done> =>
  answer<PublicKeyCredentialCreationOptionsJSON>('/api/me/passkeys', (optionsJSON) =>
    startRegistration({ optionsJSON }),
  );

export const signInByPasskey = (): Promise<Done> => show('/api/sign-in/passkey');
export const confirmByPasskey = (): Promise<Done> => show('/api/me/confirm');

const show = (path: string): Promise<Done> =>
  answer<PublicKeyCredentialRequestOptionsJSON>(path, (optionsJSON) => startAuthentication({ optionsJSON }));

/** Lets the device answer what the server asks below a path. */
async function answer<T>(path: string, ask: (options: T) => Promise<unknown>): Promise<Done> {
  const options = await askServer<T>('POST', `${path}/options`, {});
  if ('error' in options) return options;
  try {
    const done = await askServer<unknown>('POST', path, { passkey: await ask(options.value) });
    return 'error' in done ? done : null;
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return { error: isKnown ? 'passkey-known' : 'passkey-cancelled' };
  }
}
