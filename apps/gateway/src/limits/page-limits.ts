import { Injectable } from '@nestjs/common';
import { Clock } from '#contracts';
import { GatewayConfig } from '../config';
import { RateLimiter } from './rate-limiter';
import { refuse } from './reached-limit';

/** A page looks again every three seconds, in a few windows at most. */
const VIEWS_PER_SECOND = 2;
const VIEWS_AT_ONCE = 30;
/** Ways to pay that one customer tries, and passwords that are mistyped. */
const COMMANDS_PER_SECOND = 0.2;
const COMMANDS_AT_ONCE = 10;

/** Limits of what one client secret opens. A secret is no password: merchants hand it to browsers, and it ends up in histories. */
@Injectable()
export class PageLimits {
  private readonly limiter: RateLimiter;

  constructor(
    private readonly config: GatewayConfig,
    clock: Clock,
  ) {
    this.limiter = new RateLimiter(clock);
  }

  /** Counts a request that came with the right secret. @throws ApiError rate_limited. */
  admit(objectId: string): void {
    if (!this.config.rateLimitEnabled || this.limiter.take(`view:${objectId}`, VIEWS_PER_SECOND, VIEWS_AT_ONCE).isAllowed) return;
    throw refuse('rate_limited', 'hosted_page');
  }

  /** Counts a command that a page is about to send. @throws ApiError rate_limited. */
  admitCommand(objectId: string): void {
    if (!this.config.rateLimitEnabled || this.limiter.take(`command:${objectId}`, COMMANDS_PER_SECOND, COMMANDS_AT_ONCE).isAllowed) return;
    throw refuse('rate_limited', 'hosted_page', { seconds: 1 / COMMANDS_PER_SECOND });
  }
}
