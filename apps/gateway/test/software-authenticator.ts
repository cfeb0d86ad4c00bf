import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyCredential } from '#contracts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const MAY_BE_BACKED_UP = 0x08;
const HAS_CREDENTIAL = 0x40;

/** What the browser and the authenticator do otherwise than they should. */
export interface CeremonyFaults {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  crossOrigin?: boolean;
  userHandle?: string | null;
  /** Of a new credential: in place of none. */
  attestation?: { fmt: string; attStmt: Cbor };
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

/** A passkey that lives in the test: ES256, attestation none (W3C, Web Authentication Level 3, 6). */
export class SoftwarePasskey {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly credentialId = randomBytes(32);
  private userHandle = '';
  counter = 0;

  /** @param origin of the page in which it is used. */
  constructor(private readonly origin: string) {}

  /** What `navigator.credentials.create()` answers. */
  create(options: object, faults: CeremonyFaults = {}): PasskeyCredential {
    const { challenge, rp, user } = options as CreationOptions;
    this.userHandle = user.id;
    const client = this.collectedClient('webauthn.create', challenge, faults);
    const statement = Buffer.concat([this.statement(rp.id, faults, HAS_CREDENTIAL), this.attestedCredential()]);
    const { fmt, attStmt } = faults.attestation ?? { fmt: 'none', attStmt: new Map() };
    const attestation = encode(
      new Map<Cbor, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', statement],
      ]),
    );
    return this.credential({
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'hybrid'],
    });
  }

  /** What `navigator.credentials.get()` answers. */
  get(options: object, faults: CeremonyFaults = {}): PasskeyCredential {
    const { challenge, rpId } = options as RequestOptions;
    this.counter++;
    const client = this.collectedClient('webauthn.get', challenge, faults);
    const statement = this.statement(rpId, faults);
    const signed = Buffer.concat([statement, sha256(client)]);
    const userHandle = faults.userHandle === undefined ? this.userHandle : faults.userHandle;
    return this.credential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: statement.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    });
  }

  private credential(response: PasskeyCredential['response']): PasskeyCredential {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', response };
  }

  private collectedClient(type: string, challenge: string, { origin = this.origin, crossOrigin = false }: CeremonyFaults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }

  /** The authenticator data of the standard (6.1). */
  private statement(rpId: string, faults: CeremonyFaults, more = 0): Buffer {
    const { isVerified = true, counter = this.counter } = faults;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = USER_PRESENT | MAY_BE_BACKED_UP | (isVerified ? USER_VERIFIED : 0) | more;
    return Buffer.concat([sha256(Buffer.from(faults.rpId ?? rpId)), Buffer.from([flags]), count]);
  }

  /** No model, the id with its length, and the public key as COSE_Key (RFC 9053, 7.1). */
  private attestedCredential(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' }) as { x?: string; y?: string };
    const key = new Map<Cbor, Cbor>([
      ...([[1, 2] as const, [3, -7] as const, [-1, 1] as const] as [number, number][]),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.credentialId.length]), this.credentialId, encode(key)]);
  }
}

/** What of CBOR (RFC 8949) an authenticator writes. */
export type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>;

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [encode(key), encode(inner)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
