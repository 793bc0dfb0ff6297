import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** The options from the server that a device uses. */
export interface Asked {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
}

/** A device in serialised form, with its private key. */
export interface SavedAuthenticator {
  readonly id: string;
  readonly userHandle: string;
  readonly counter: number;
  readonly key: JsonWebKey;
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A device with one passkey per person: ES256, discoverable, with user verification and a counter. */
export class Authenticator {
  counter = 0;
  /** The flags of what it claims to have verified. */
  verifies = true;
  /** The origin that the browser reports. */
  origin: string;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  readonly id: string;
  userHandle = '';

  /** A new device, or a saved one. */
  constructor(origin: string, saved?: SavedAuthenticator) {
    this.origin = origin;
    this.id = saved?.id ?? base64url(randomBytes(32));
    this.userHandle = saved?.userHandle ?? '';
    this.counter = saved?.counter ?? 0;
    this.#privateKey =
      saved === undefined
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : createPrivateKey({ key: saved.key, format: 'jwk' });
    const { x = '', y = '' } = createPublicKey(this.#privateKey).export({ format: 'jwk' });
    const coordinates = [x, y].map((part) => Buffer.from(part, 'base64url'));
    // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    this.#coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      coordinates[0] ?? Buffer.alloc(0),
      Buffer.from('225820', 'hex'),
      coordinates[1] ?? Buffer.alloc(0),
    ]);
  }

  save(): SavedAuthenticator {
    const { id, userHandle, counter } = this;
    return { id, userHandle, counter, key: this.#privateKey.export({ format: 'jwk' }) };
  }

  /** Creates the passkey (registration). */
  create(asked: Asked) {
    this.userHandle = asked.user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const data = this.#data(asked.rp?.id ?? '', FLAGS.attested, [Buffer.alloc(16), length, id, this.#coseKey]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
    const head = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
    ]);
    const attestationObject = base64url(Buffer.concat([head, data]));
    const response = {
      clientDataJSON: this.#client('webauthn.create', asked),
      attestationObject,
      transports: ['internal'],
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  /** Proves possession of the passkey (authentication). */
  get(asked: Asked) {
    this.counter++;
    const clientDataJSON = this.#client('webauthn.get', asked);
    const data = this.#data(asked.rpId ?? '', 0, []);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = base64url(sign('sha256', signed, this.#privateKey));
    const response = { clientDataJSON, authenticatorData: base64url(data), signature, userHandle: this.userHandle };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #client(type: string, { challenge }: Asked): string {
    return base64url(Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false })));
  }

  #data(rpId: string, flags: number, more: readonly Buffer[]): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = FLAGS.present | (this.verifies ? FLAGS.verified : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter, ...more]);
  }
}
