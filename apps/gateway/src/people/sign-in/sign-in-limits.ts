import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Guesses } from '../guessing/guesses';
import { SessionStarts } from '../sessions/session-starts';

/** How often passwords of one address may be tried, and from where. Browsers that signed in before are counted apart. */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly guesses: Guesses,
    private readonly starts: SessionStarts,
  ) {}

  /** Counts a try, before a hash is computed. @throws ApiError rate_limited. */
  async admit(request: FastifyRequest, emailDigest: string): Promise<void> {
    await this.guesses.admit('address', this.networkOf(request));
    const device = this.starts.deviceOf(request, emailDigest);
    if (device !== undefined) return this.guesses.admit('device', device);
    await this.guesses.admit('streak', emailDigest);
    await this.guesses.admit('email', emailDigest);
  }

  /** Counts a request that may mail somebody, before anything is looked up or computed. @throws ApiError rate_limited. */
  admitMailing(request: FastifyRequest, kind: 'sign_up' | 'mail_request'): Promise<void> {
    return this.guesses.admit(kind, this.networkOf(request));
  }

  /** The password was right: what was counted for this browser, or for all that are unknown, is forgotten. */
  async accept(request: FastifyRequest, emailDigest: string): Promise<void> {
    await this.guesses.giveBack('address', this.networkOf(request));
    const device = this.starts.deviceOf(request, emailDigest);
    if (device !== undefined) return this.guesses.clear(['device', device]);
    await this.guesses.clear(['email', emailDigest], ['streak', emailDigest]);
  }

  /** It was the owner of the address, without a password: those who guess theirs do not lock it any more. */
  async unlock(request: FastifyRequest, emailDigest: string): Promise<void> {
    const device = this.starts.deviceOf(request, emailDigest);
    await this.guesses.clear(
      ['email', emailDigest],
      ['streak', emailDigest],
      ...(device === undefined ? [] : [['device', device] as const]),
    );
  }

  /** Of all that is known of a request before anybody signed in. */
  networkOf({ ip }: FastifyRequest): string {
    return this.guesses.placeOf(ip);
  }
}
