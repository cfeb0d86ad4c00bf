import { toSeconds, type Clock } from '#contracts';
import type { SessionSecret } from './session-secret';

/** The time-out of a delivery (docs/reference/webhooks.md, Limits). */
const TIMEOUT_MS = 15_000;

/** What became of an event at the receiver. */
export interface Forwarded {
  /** Null when no answer came. */
  status: number | null;
  /** The status, or why there is none. */
  outcome: string;
  tookMs: number;
}

/** Brings events to a receiver on this machine, each signed as Hundi would. */
export class Forwarder {
  constructor(
    private readonly url: string,
    private readonly secret: SessionSecret,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. */
  async forward(eventId: string, body: string): Promise<Forwarded> {
    const timestamp = toSeconds(this.clock.nowMs());
    const startedAtMs = this.clock.monotonicMs();
    const { status, outcome } = await this.post(body, {
      'content-type': 'application/json',
      'user-agent': 'hundi-listen',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': this.secret.signatureOf(eventId, timestamp, body),
    });
    return { status, outcome, tookMs: Math.round(this.clock.monotonicMs() - startedAtMs) };
  }

  private async post(body: string, headers: Record<string, string>): Promise<Omit<Forwarded, 'tookMs'>> {
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // The answer counts from its head on; reading on would only tie up the receiver.
      await response.body?.cancel();
      return { status: response.status, outcome: String(response.status) };
    } catch (error) {
      return { status: null, outcome: reasonOf(error) };
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  const code = (error as { cause?: { code?: string } }).cause?.code;
  if (code === 'ECONNREFUSED') return 'connection refused (ECONNREFUSED)';
  return code ?? (error as Error).message;
}
