import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** What a test may have an authenticator, or the page that asks it, do wrong. */
export interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  /** The counter of signatures that is sent. */
  readonly counter?: number;
  readonly challenge?: string;
}

interface Asked {
  readonly challenge: string;
  readonly rpId: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator with one ES256 credential, together with the browser that asks it (WebAuthn, section 6). */
export class SoftwareAuthenticator {
  readonly #privateKey: KeyObject;
  readonly #coordinates: readonly [x: Buffer, y: Buffer];
  readonly #id = randomBytes(16);
  readonly #origin: string;
  #counter = 0;

  constructor(origin = 'http://localhost:3000') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    this.#coordinates = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    this.#origin = origin;
  }

  /** What `navigator.credentials.create()` returns. */
  create(
    { challenge, rp }: { readonly challenge: string; readonly rp: { readonly id: string } },
    faults: Faults = {},
  ) {
    const [x, y] = this.#coordinates;
    const key = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, x],
      [-3, y],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, key]);
    const authData = Buffer.concat([
      this.#authData({ challenge, rpId: rp.id }, faults, HAS_CREDENTIAL),
      credential,
    ]);
    const attestationObject = cborMap([
      ['fmt', 'none'],
      ['attStmt', new Map<never, never>()],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge, faults).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    });
  }

  /** What `navigator.credentials.get()` returns. */
  get(asked: Asked, faults: Faults = {}) {
    const authData = this.#authData(asked, faults, 0);
    const clientData = this.#clientData('webauthn.get', asked.challenge, faults);
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, createHash('sha256').update(clientData).digest()]))
      .sign(this.#privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #credential<Response>(response: Response) {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, response };
  }

  #clientData(type: string, asked: string, { origin = this.#origin, challenge = asked }: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authData({ rpId }: Asked, faults: Faults, flags: number): Buffer {
    const { userVerified = true, counter = ++this.#counter } = faults;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([
      createHash('sha256')
        .update(faults.rpId ?? rpId)
        .digest(),
      rest,
    ]);
  }
}

type CborValue = number | string | Buffer | Map<never, never>;

/** The part of CBOR (RFC 8949) that a credential needs. */
function cborMap(entries: ReadonlyArray<readonly [number | string, CborValue]>): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Map) return head(5, 0);
  return Buffer.concat([head(2, value.length), value]);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  return length < 256
    ? Buffer.from([type | 24, length])
    : Buffer.from([type | 25, length >> 8, length & 255]);
}
