import { failure, type Result, success } from '@tablier/core';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Account, Passkey } from '@tablier/store';
import type { Challenges, ChallengeScope } from './challenges.ts';
import type { Person } from './people.ts';
import type { Site } from './site.ts';

/** Loaded when the first passkey is asked for: it is a tenth of what a server at rest keeps in memory. */
const webauthn = () => import('@simplewebauthn/server');

/** An answer that a device gave to a challenge, and which challenge that was. */
export interface Verified<T> {
  readonly challenge: string;
  readonly value: T;
}

export type NewPasskey = Omit<Passkey, 'addedAt' | 'agent'>;

/** What the browser is asked for a new passkey: one that finds its person by itself, and asks him for a finger or a code. */
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

/** What the browser is asked to show that somebody has one of these passkeys; with `null` any. */
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

/** Where an answer has to come from. */
export interface Expected {
  readonly site: Site;
  readonly scope: ChallengeScope;
  readonly challenges: Challenges;
}

/** Checks the answer of a device that made a passkey. */
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
    // Whatever cannot be read or does not fit is thrown; what it was is of no use to whoever sent it.
    return failure('bad-passkey');
  }
}

/** Whose passkey an answer claims to be of, and which; `null` where it cannot be read. */
export function claimOf(data: unknown): { readonly person: string | null; readonly passkey: string } | null {
  const response = parseAuthentication(data);
  return response && { person: response.response.userHandle ?? null, passkey: response.id };
}

/** Checks the answer of a device that has this passkey; its counter afterwards. */
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

/** What an answer must say, and a note of the challenge that it answered. */
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

/** Ids and keys are far shorter; the answer of a device is a few hundred bytes. */
const LONGEST = 16_384;
const LONGEST_ID = 1400;
const MOST_TRANSPORTS = 8;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (data: unknown): data is Fields => typeof data === 'object' && data !== null;
const isCode = (data: unknown, longest = LONGEST): data is string =>
  typeof data === 'string' && data.length <= longest && /^[\w-]+$/.test(data);

/** The parts of the answer that are looked at; others are left behind. */
function parseRegistration(data: unknown): RegistrationResponseJSON | null {
  if (!isObject(data) || !isObject(data['response']) || !isCode(data['id'], LONGEST_ID)) return null;
  const { id } = data;
  const { clientDataJSON, attestationObject, transports } = data['response'];
  if (!isCode(clientDataJSON) || !isCode(attestationObject)) return null;
  const known = Array.isArray(transports) ? transports.filter((transport) => isCode(transport, 20)) : [];
  const response = { clientDataJSON, attestationObject, transports: known.slice(0, MOST_TRANSPORTS) };
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
