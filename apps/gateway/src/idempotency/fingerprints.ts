import { Injectable } from '@nestjs/common';
import type { IdempotencyClaim } from '#contracts';
import { Pepper } from '../auth/pepper';
import { canonicalJson } from './canonical-json';

/**
 * What a request asked for, in a form that can be stored: HMAC-SHA-256 under the pepper over method, path and canonical
 * body. Bodies have little in them that cannot be guessed; without the pepper a stolen table confirms no guess.
 */
@Injectable()
export class Fingerprints {
  constructor(private readonly pepper: Pepper) {}

  /**
   * Under the newest pepper, and under the older ones while one replaces another: a stored answer may have been made before.
   *
   * @param callerId of a request whose answer shows a secret: the same request of somebody else is another one.
   */
  of(method: string, path: string, body: unknown, callerId?: string): Omit<IdempotencyClaim, 'key'> {
    const caller = callerId === undefined ? '' : `\n${callerId}`;
    const [fingerprint = '', ...former] = this.pepper.digests(`fingerprint\n${method}\n${path}\n${canonicalJson(body)}${caller}`);
    return former.length === 0 ? { fingerprint } : { fingerprint, formerFingerprints: former };
  }
}
