import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import type { Random } from '#contracts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX_BYTES = 8;
const COUNT_MAX = 0xffff_ffff;

/** Bytes of every key here: AES-256. */
export const KEY_BYTES = 32;

/**
 * Initialization vectors that never repeat: eight bytes drawn once for each run of 2³² values, then a counter. Random vectors
 * would be safe for 2³² values under one key, and an account that seals every payment's customer can get there.
 */
export class IvSource {
  private prefix: Buffer;
  private count = 0;

  constructor(private readonly random: Random) {
    this.prefix = this.drawPrefix();
  }

  next(): Buffer {
    if (this.count === COUNT_MAX) {
      this.prefix = this.drawPrefix();
      this.count = 0;
    }
    const iv = Buffer.allocUnsafe(IV_BYTES);
    this.prefix.copy(iv);
    iv.writeUInt32BE(this.count++, PREFIX_BYTES);
    return iv;
  }

  private drawPrefix(): Buffer {
    return Buffer.from(this.random.bytes(PREFIX_BYTES));
  }
}

/** A key made ready once. Node finds out anew what bare bytes are at every use, and that costs twice the encryption. */
export function secretKeyOf(bytes: Uint8Array): KeyObject {
  return createSecretKey(bytes);
}

/** A value under a key: initialization vector, cipher text, tag. */
export function encrypt(key: KeyObject, iv: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(associated);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the key, the associated data or a single bit is not what it was. */
export function decrypt(key: KeyObject, sealed: Uint8Array, associated: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES));
  decipher.setAAD(associated);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
}
