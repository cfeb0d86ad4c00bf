import { hash } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '#contracts';
import { CallFailedError, PartnerHttp } from '#partner-http';
import type { Logger, Metrics } from '#service';
import { normalizedPassword, type PasswordProblem } from './password-policy';

/** A person waits for it. */
const DEADLINE_MS = 1_000;
/** Of a SHA-1 digest in hexadecimal: hundreds of passwords that are known begin alike, and which one was meant stays here. */
const PREFIX_LENGTH = 5;
const WARN_EVERY_MS = 60_000;

/** What a look-up needs beside its address. */
export interface BreachedPasswordsParts {
  metrics: Metrics;
  clock: Clock;
  logger: Logger;
}

/**
 * Asks whether a password is known from breaches, by the range of its digest (haveibeenpwned.com/API/v3, Searching by range). Who is
 * asked learns neither password nor digest. Whoever does not answer is passed over: nobody is kept from choosing a password by them.
 */
export class BreachedPasswords implements OnApplicationShutdown {
  private readonly http: PartnerHttp | undefined;
  private warnAgainAtMs = 0;

  /** @param url without it nobody is asked. */
  constructor(
    url: string | undefined,
    private readonly parts: BreachedPasswordsParts,
  ) {
    // Answers of one length: who sees them on their way does not see by it which range was asked for.
    this.http = url === undefined ? undefined : new PartnerHttp({ baseUrl: url, headers: { accept: 'text/plain', 'add-padding': 'true' } });
  }

  /** Null also when it cannot be looked up. */
  async problemOf(password: string): Promise<PasswordProblem | null> {
    if (this.http === undefined) return null;
    const outcome = await this.lookUp(this.http, password);
    this.count(outcome);
    return outcome === 'known' ? 'password_too_common' : null;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http?.close();
  }

  private async lookUp(http: PartnerHttp, password: string): Promise<'known' | 'unknown' | 'failed'> {
    const digest = hash('sha1', normalizedPassword(password), 'hex').toUpperCase();
    const path = `/${digest.slice(0, PREFIX_LENGTH)}`;
    try {
      const { status, text } = await http.call({
        operation: 'password_range',
        method: 'GET',
        path,
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      if (status !== 200) return this.failed(`status ${status}`);
      return holds(text, digest.slice(PREFIX_LENGTH)) ? 'known' : 'unknown';
    } catch (error) {
      return this.failed(error instanceof CallFailedError ? error.failure : 'unexpected');
    }
  }

  /** Said once a minute, however many passwords are chosen. @param why a word of ours: an error could name what was asked for. */
  private failed(why: string): 'failed' {
    const nowMs = this.parts.clock.monotonicMs();
    if (nowMs >= this.warnAgainAtMs) {
      this.warnAgainAtMs = nowMs + WARN_EVERY_MS;
      this.parts.logger.warn({ why }, 'breached passwords not looked up, passwords are taken without it');
    }
    return 'failed';
  }

  private count(outcome: string): void {
    const lookups = this.parts.metrics.counter({
      name: 'hundi_password_range_lookups_total',
      help: 'New passwords that were looked for among those known from breaches.',
      labels: ['outcome'],
    });
    lookups.inc({ outcome });
  }
}

/** Each line is the rest of a digest and how often it was seen; those of the padding were seen 0 times. */
function holds(text: string, rest: string): boolean {
  return text.split('\n').some((line) => {
    const [suffix = '', times = ''] = line.trim().split(':');
    return suffix.toUpperCase() === rest && Number(times) > 0;
  });
}
