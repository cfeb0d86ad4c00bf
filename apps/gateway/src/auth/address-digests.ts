import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';
import { Pepper } from './pepper';

/** Digests kept ready; twice that at most. */
const DIGESTS_MAX = 10_000;
/** 132 bits. */
const DIGEST_LENGTH = 22;

/**
 * Client addresses in the form in which the log of events may keep them for ever: a keyed digest. With the pepper one can check
 * whether a request came from a certain address; the address cannot be read from it. There are few addresses: a digest without a
 * key would be found by trying all of them.
 */
@Injectable()
export class AddressDigests {
  private readonly kept = new QuickLRU<string, string>({ maxSize: DIGESTS_MAX });

  constructor(private readonly pepper: Pepper) {}

  /**
   * HMAC-SHA-256 over `client address <scope> <address>` under the newest pepper, as `<version of the pepper>:<22 characters, base64url>`.
   *
   * @param scope within which digests of one address are equal: the account, or for a payer the one payment.
   */
  of(scope: string, address: string): string {
    const text = `client address ${scope} ${address}`;
    const known = this.kept.get(text);
    if (known !== undefined) return known;
    const version = this.pepper.currentVersion;
    const digest = `${version}:${this.pepper.digest(text, version)?.toString('base64url').slice(0, DIGEST_LENGTH) ?? ''}`;
    this.kept.set(text, digest);
    return digest;
  }
}
