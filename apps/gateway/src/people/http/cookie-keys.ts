import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** The secrets behind cookies: what the tables hold of a session is worthless without them. */
export class CookieKeys {
  private readonly keys: readonly KeyObject[];

  /** @param secrets at least one, the newest first. */
  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new Error('no key for cookies');
    this.keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  }

  /** HMAC-SHA-256 under every key, the newest first. @param use what the text is: digests of different uses are never equal. */
  digests(use: CookieUse, text: string): Buffer[] {
    return this.keys.map((key) => createHmac('sha256', key).update(`${use}\n${text}`).digest());
  }

  /** Under the newest key. */
  digest(use: CookieUse, text: string): Buffer {
    const [newest] = this.digests(use, text);
    if (newest === undefined) throw new Error('no key for cookies');
    return newest;
  }

  /** Whether a text is the digest under one of the keys. Compares in constant time. @param presented base64url. */
  matches(use: CookieUse, text: string, presented: string): boolean {
    const bytes = Buffer.from(presented, 'base64url');
    return this.digests(use, text).some((digest) => digest.length === bytes.length && timingSafeEqual(digest, bytes));
  }
}

/** What a digest is for. */
type CookieUse = 'session' | 'csrf' | 'device';
