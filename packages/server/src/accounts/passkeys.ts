import { failure, type Result, success } from '@tablier/core';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Account, Passkey } from '@tablier/store';
import type { Challenges, ChallengeScope } from './signatures.ts';
import type { Person } from './people.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Loaded with the first passkey: it is a tenth of the memory of an idle server. */
const webauthn = () => import('@simplewebauthn/server');

interface Verified<T> {
  readonly challenge: string;
  readonly value: T;
}

type NewPasskey = Omit<Passkey, 'addedAt' | 'agent'>;

export async function askForNew(
  { id, name }: Person,
  { username, passkeys }: Account,
  site: Site,
  challenge: Uint8Array<ArrayBuffer>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: 'Tablier',
    rpID: site.host,
    userName: username ?? name,
    userDisplayName: name,
    userID: Uint8Array.from(Buffer.from(id, 'base64url')),
    challenge,
    excludeCredentials: passkeys.map(({ id: own, transports }) => ({ id: own, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export async function askFor(
  passkeys: readonly Passkey[] | null,
  site: Site,
  challenge: Uint8Array<ArrayBuffer>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  const allowCredentials = passkeys?.map(({ id, transports }) => ({ id, transports: [...transports] }));
  return generateAuthenticationOptions({
    rpID: site.host,
    userVerification: 'required',
    challenge,
    ...(allowCredentials !== undefined && { allowCredentials }),
  });
}

export interface Expected {
  readonly site: Site;
  readonly scope: ChallengeScope;
  readonly challenges: Challenges;
}

export async function verifyNew(
  data: unknown,
  expected: Expected,
): Promise<Result<Verified<NewPasskey>, 'bad-passkey'>> {
  const response = parseRegistration(data);
  if (response === null) return failure('bad-passkey');
  const { verifyRegistrationResponse } = await webauthn();
  const seen = seeing(expected);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({ response, ...seen.expectations });
    if (!verified) return failure('bad-passkey');
    const { id, publicKey, counter } = registrationInfo.credential;
    const key = Buffer.from(publicKey).toString('base64url');
    const transports = response.response.transports ?? [];
    return success({ challenge: seen.challenge(), value: { id, key, counter, transports } });
  } catch {
    // The library throws for every fault. The client does not need the reason.
    return failure('bad-passkey');
  }
}

export function claimOf(data: unknown): { readonly person: string | null; readonly passkey: string } | null {
  const response = parseAuthentication(data);
  return response && { person: response.response.userHandle ?? null, passkey: response.id };
}

export async function verifyKnown(
  data: unknown,
  { id, key, counter }: Passkey,
  expected: Expected,
): Promise<Result<Verified<number>, 'bad-passkey'>> {
  const response = parseAuthentication(data);
  if (response === null || response.id !== id) return failure('bad-passkey');
  const { verifyAuthenticationResponse } = await webauthn();
  const seen = seeing(expected);
  const credential = { id, publicKey: Uint8Array.from(Buffer.from(key, 'base64url')), counter };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      credential,
      ...seen.expectations,
    });
    if (!verified) return failure('bad-passkey');
    return success({ challenge: seen.challenge(), value: authenticationInfo.newCounter });
  } catch {
    return failure('bad-passkey');
  }
}

function seeing({ site, scope, challenges }: Expected) {
  let answered = '';
  const expectations = {
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    expectedChallenge: (challenge: string): Promise<boolean> => {
      answered = challenge;
      return challenges.isValid(challenge, scope);
    },
  };
  return { expectations, challenge: () => answered };
}

/** The longest field of an answer, in characters. Real ones have a few hundred. */
const LONGEST = 16_384;
const LONGEST_ID = 1400;
const MAX_TRANSPORTS = 8;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (data: unknown): data is Fields => typeof data === 'object' && data !== null;
const isCode = (data: unknown, longest = LONGEST): data is string =>
  typeof data === 'string' && data.length <= longest && /^[\w-]+$/.test(data);

function parseRegistration(data: unknown): RegistrationResponseJSON | null {
  if (!isObject(data) || !isObject(data['response']) || !isCode(data['id'], LONGEST_ID)) return null;
  const { id } = data;
  const { clientDataJSON, attestationObject, transports } = data['response'];
  if (!isCode(clientDataJSON) || !isCode(attestationObject)) return null;
  const known = Array.isArray(transports) ? transports.filter((transport) => isCode(transport, 20)) : [];
  const response = { clientDataJSON, attestationObject, transports: known.slice(0, MAX_TRANSPORTS) };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

function parseAuthentication(data: unknown): AuthenticationResponseJSON | null {
  if (!isObject(data) || !isObject(data['response']) || !isCode(data['id'], LONGEST_ID)) return null;
  const { id } = data;
  const { clientDataJSON, authenticatorData, signature, userHandle } = data['response'];
  if (!isCode(clientDataJSON) || !isCode(authenticatorData) || !isCode(signature)) return null;
  const response = { clientDataJSON, authenticatorData, signature, ...(isCode(userHandle) && { userHandle }) };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

/** The host and origin of this server for a browser. Passkeys are bound to the host. */
export interface Site {
  readonly host: string;
  readonly origin: string;
}

/** `null` if browsers do not support passkeys: at an IP address, or without encryption. */
export function siteOf({ host = '', origin }: IncomingHttpHeaders): Site | null {
  const secure = URL.parse(`https://${host}`);
  if (secure === null || isIP(secure.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  const isHere = secure.hostname === 'localhost' || secure.hostname.endsWith('.localhost');
  const plain = `http://${host}`;
  return { host: secure.hostname, origin: isHere && (origin ?? plain) === plain ? plain : secure.origin };
}
