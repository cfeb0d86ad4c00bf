import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Short peppers could be guessed from a stolen table. */
const PEPPER_LENGTH_MIN = 16;

/**
 * The secret outside the database without which a stolen table of digests is worthless. It is
 * versioned, so that it can be replaced while keys made under the old one live on.
 */
export class Pepper {
  /** The newest first. Keys made ready once: Node takes longer to look at a bare text than to digest. */
  private readonly byVersion: ReadonlyMap<number, KeyObject>;
  /** The version new keys are made under: the highest. */
  readonly currentVersion: number;

  /**
   * @param text either one pepper of at least 16 characters, which is version 1, or `1:<pepper>,2:<pepper>`.
   * @throws Error without the pepper in its text.
   */
  constructor(text: string) {
    const peppers: [number, string][] = /^\d+:/.test(text) ? text.split(',').map(readVersion) : [[1, text]];
    if (peppers.some(([, pepper]) => pepper.length < PEPPER_LENGTH_MIN)) {
      throw new Error(`API_KEY_PEPPER: each pepper needs at least ${PEPPER_LENGTH_MIN} characters`);
    }
    const newestFirst = peppers.sort(([left], [right]) => right - left);
    this.byVersion = new Map(newestFirst.map(([version, pepper]) => [version, createSecretKey(pepper, 'utf8')]));
    this.currentVersion = Math.max(...this.byVersion.keys());
  }

  /** HMAC-SHA-256 of a secret under one version; undefined when that version is not configured any more. */
  digest(secret: string, version: number): Buffer | undefined {
    const pepper = this.byVersion.get(version);
    return pepper === undefined ? undefined : createHmac('sha256', pepper).update(secret).digest();
  }

  /** HMAC-SHA-256 of a text under every version, hex, the newest first. */
  digests(text: string): string[] {
    return Array.from(this.byVersion.values(), (pepper) => createHmac('sha256', pepper).update(text).digest('hex'));
  }

  /** Compares in constant time. */
  matches(secret: string, digest: Buffer, version: number): boolean {
    const presented = this.digest(secret, version);
    return presented !== undefined && presented.length === digest.length && timingSafeEqual(presented, digest);
  }
}

function readVersion(part: string): [number, string] {
  const colon = part.indexOf(':');
  const version = Number(part.slice(0, colon));
  if (colon < 1 || !Number.isSafeInteger(version)) throw new Error('API_KEY_PEPPER: write 1:<pepper>,2:<pepper>');
  return [version, part.slice(colon + 1)];
}
