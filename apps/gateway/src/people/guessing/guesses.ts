import { Injectable } from '@nestjs/common';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Clock } from '#contracts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { AddressDigests } from '../../auth/address-digests';
import { GatewayConfig } from '../../config';
import { refuse } from '../../limits/reached-limit';
import { GatewayDatabase } from '../../tables/gateway-database';
import { clearGuesses, giveBackGuess, takeGuess, type GuessLimit } from './guess-counters.table';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** OWASP, Slow Down Online Guessing Attacks with Device Cookies; NIST SP 800-63B-4, 3.2.2: at most a hundred in a row. */
const LIMITS = {
  address: { free: 20, windowMs: 10 * MINUTE_MS, waitMaxMs: 15 * MINUTE_MS },
  email: { free: 10, windowMs: HOUR_MS, waitMaxMs: 5 * MINUTE_MS },
  device: { free: 10, windowMs: HOUR_MS, waitMaxMs: 5 * MINUTE_MS },
  streak: { free: 100, windowMs: Infinity, waitMaxMs: Infinity },
  totp: { free: 20, windowMs: DAY_MS, waitMaxMs: DAY_MS, firstWaitMs: DAY_MS },
  /** Sign-ups of a network, and mails that it asks for: each costs an estimate or a look-up, and may send a mail to a stranger. */
  sign_up: { free: 20, windowMs: 10 * MINUTE_MS, waitMaxMs: 15 * MINUTE_MS },
  mail_request: { free: 20, windowMs: 10 * MINUTE_MS, waitMaxMs: 15 * MINUTE_MS },
  step_up: { free: 10, windowMs: HOUR_MS, waitMaxMs: 5 * MINUTE_MS },
  mail: { free: 5, windowMs: HOUR_MS, waitMaxMs: HOUR_MS, firstWaitMs: HOUR_MS },
} as const satisfies Record<string, GuessLimit>;

/** What tries are counted by. */
export type GuessKind = keyof typeof LIMITS;

/** Counts tries of passwords and codes before any work is done for them, over all gateways exactly. */
@Injectable()
export class Guesses {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly addresses: AddressDigests,
    private readonly config: GatewayConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError rate_limited, with the time after which one more try may come. */
  async admit(kind: GuessKind, of: string): Promise<void> {
    const waitMs = await this.waitFor(kind, of);
    if (waitMs > 0)
      throw refuse('rate_limited', `sign_in_${kind}`, { seconds: waitMs / 1_000, limit: 'a few tries, then fewer and fewer' });
  }

  /** Counts one. @param ask of the transaction that it stands or falls with. @returns 0 when it may go on; else milliseconds until the next one may. */
  async waitFor(kind: GuessKind, of: string, ask: AskRows = this.database.ask): Promise<number> {
    if (!this.config.rateLimitEnabled) return 0;
    return (await takeGuess(ask, keyOf(kind, of), LIMITS[kind], this.clock.nowMs())).waitMs;
  }

  /** It was right: those before do not count any more. */
  clear(...counted: readonly (readonly [kind: GuessKind, of: string])[]): Promise<void> {
    return clearGuesses(
      this.database.ask,
      counted.map(([kind, of]) => keyOf(kind, of)),
    );
  }

  /** It was right; others of the same counter may not have been. */
  giveBack(kind: GuessKind, of: string): Promise<void> {
    return giveBackGuess(this.database.ask, keyOf(kind, of));
  }

  /** Whom tries from this address are counted with: in IPv6 all of its network, which is one customer. No address is stored. */
  placeOf(address: string): string {
    const network = isIPv6(address) ? networkOf(address) : address;
    return this.addresses.of('guesses', network);
  }
}

function keyOf(kind: GuessKind, of: string): string {
  return `${kind} ${of}`;
}

function networkOf(address: string): string {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return address;
  const parts = (parsed as ipaddr.IPv6).parts;
  return (parsed as ipaddr.IPv6).isIPv4MappedAddress() ? (parsed as ipaddr.IPv6).toIPv4Address().toString() : parts.slice(0, 4).join(':');
}
