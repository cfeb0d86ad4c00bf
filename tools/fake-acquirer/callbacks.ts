import { createHmac } from 'node:crypto';
import type { Clock } from '#contracts';
import { paymentBody, refundBody, type FakeAcquirerPayment, type FakeAcquirerRefund } from './payment';

export interface CallbackParts {
  clock: Clock;
  /** Signs every callback. */
  secret: string;
  /** Where callbacks go; null: nobody is told. */
  url: () => string | null;
}

type About = { payment: FakeAcquirerPayment } | { refund: FakeAcquirerRefund; payment: FakeAcquirerPayment };

const TRIES_MAX = 4;
const RETRY_START_MS = 250;
const TIMEOUT_MS = 5_000;
const LATE_MS = 1_500;
/** How long a callback waits for the next, so that the two can change places. */
const REVERSAL_MS = 150;

/** Tells the merchant what happened, by signed HTTP, as faultily as the payment's behavior says. */
export class Callbacks {
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private sent = 0;

  constructor(private readonly parts: CallbackParts) {}

  /** Once a change has happened. Never throws. */
  announce(about: About): void {
    const { behavior, status } = about.payment;
    if (behavior.callback === 'lost') return;
    const body = this.bodyOf(about);
    const waitMs = behavior.callback === 'late' ? LATE_MS : 0;
    const isHeldBack = behavior.callback === 'reversed' && status === 'authorized';
    this.track(this.deliver(body, isHeldBack ? REVERSAL_MS : waitMs, behavior.callback === 'forged'));
    if (behavior.callback === 'twice') this.track(this.deliver(body, REVERSAL_MS, false));
  }

  /** When everything said so far has arrived or has been given up. */
  async drain(): Promise<void> {
    await Promise.all([...this.underWay]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.drain();
  }

  private bodyOf(about: About): string {
    this.sent += 1;
    const { id, revision } = about.payment;
    if ('refund' in about)
      return JSON.stringify({ id: `acqe_${about.refund.id}_${about.refund.status}`, about: 'refund', refund: refundBody(about.refund) });
    return JSON.stringify({ id: `acqe_${id}_${revision}`, about: 'payment', payment: paymentBody(about.payment) });
  }

  private track(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private async deliver(body: string, waitMs: number, isForged: boolean): Promise<void> {
    await this.pause(waitMs);
    for (let tries = 0; tries < TRIES_MAX && !this.stopping.signal.aborted; tries++) {
      if (await this.post(body, isForged)) return;
      await this.pause(RETRY_START_MS * 2 ** tries);
    }
  }

  private async post(body: string, isForged: boolean): Promise<boolean> {
    const url = this.parts.url();
    if (url === null) return true;
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const signature = signatureOf(body, isForged ? 'somebody-else' : this.parts.secret, this.parts.clock.nowMs());
    const headers = { 'content-type': 'application/json', 'x-acquirer-signature': signature };
    const response = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined);
    await response?.body?.cancel();
    return response !== undefined && response.status < 500;
  }

  private pause(waitMs: number): Promise<void> {
    if (waitMs === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.stopping.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
}

/** `t=<ms since the epoch>,v1=<hex HMAC-SHA256 over "<t>.<body>">`. */
export function signatureOf(body: string, secret: string, nowMs: number): string {
  return `t=${nowMs},v1=${createHmac('sha256', secret).update(`${nowMs}.${body}`).digest('hex')}`;
}
