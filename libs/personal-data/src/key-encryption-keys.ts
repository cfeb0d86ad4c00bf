import type { Random } from '#contracts';
import { decrypt, encrypt, IvSource, KEY_BYTES, secretKeyOf } from './cipher';

/** A data key as it is kept: under the key-encryption key of this id. */
export interface WrappedKey {
  keyId: string;
  bytes: Uint8Array;
}

/**
 * Who holds the keys that data keys are kept under: configuration here, a key service elsewhere. Asynchronous, because such a
 * service is behind a network.
 */
export interface KeyEncryptionKeys {
  /** The key that wraps from now on. */
  readonly currentId: string;
  /** @param context what the data key belongs to; unwrapping needs the same. */
  wrap(dataKey: Uint8Array, context: Buffer): Promise<WrappedKey>;
  /** @throws Error when the key of this id is gone, or the wrapped key or its context is not what it was. */
  unwrap(wrapped: WrappedKey, context: Buffer): Promise<Uint8Array>;
}

/** Keys by id, the current one first. */
export type KeyList = ReadonlyMap<string, Uint8Array>;

const ENTRY = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/_-]{43}=?)$/;

/**
 * Reads `id:base64[,id:base64…]`, the form of PERSONAL_DATA_KEYS: 32 bytes each, no id twice. Undefined when the text has
 * another form; it is never repeated in an error, because it is all secret.
 */
export function readKeyList(text: string): KeyList | undefined {
  const keys = new Map<string, Uint8Array>();
  for (const entry of text.split(',')) {
    const [, id, encoded] = ENTRY.exec(entry.trim()) ?? [];
    if (id === undefined || encoded === undefined || keys.has(id)) return undefined;
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== KEY_BYTES) return undefined;
    keys.set(id, key);
  }
  return keys;
}

/** Key-encryption keys from the configuration. The first wraps; all unwrap. */
export class ConfiguredKeys implements KeyEncryptionKeys {
  readonly currentId: string;
  private readonly keys: KeyList;
  private readonly ivs: IvSource;

  /** @throws Error when the text is no list of keys. */
  constructor(list: string, random: Random) {
    const keys = readKeyList(list);
    const first = keys?.keys().next().value;
    if (keys === undefined || first === undefined) throw new Error('PERSONAL_DATA_KEYS is not a list of id:base64 of 32 bytes');
    this.keys = keys;
    this.currentId = first;
    this.ivs = new IvSource(random);
  }

  async wrap(dataKey: Uint8Array, context: Buffer): Promise<WrappedKey> {
    const keyId = this.currentId;
    return { keyId, bytes: encrypt(secretKeyOf(this.keyOf(keyId)), this.ivs.next(), Buffer.from(dataKey), context) };
  }

  async unwrap({ keyId, bytes }: WrappedKey, context: Buffer): Promise<Uint8Array> {
    return decrypt(secretKeyOf(this.keyOf(keyId)), bytes, context);
  }

  private keyOf(id: string): Uint8Array {
    const key = this.keys.get(id);
    if (key === undefined) throw new Error(`the key-encryption key ${id} is not configured`);
    return key;
  }
}
