import { toSeconds, type AttemptResource, type AttemptRouting, type AttemptStatus, type Failure, type StoredEvent } from '#contracts';
import { attemptIdOf } from '../payment/attempt-id';
import type { Attempt, PaymentEvent } from '../payment/events';
import { evolve } from '../payment/evolve';
import { INITIAL_PAYMENT, attemptOf, type PaymentState } from '../payment/state';
import { lastErrorOf } from '../payment/render';
import { detailsOf } from '../payment/render-details';

/** An attempt as far as the log has been read, times in ms since the epoch. */
interface Reported {
  attempt: Attempt;
  status: AttemptStatus;
  failure: Failure | null;
  startedAtMs: number;
  changedAtMs: number;
}

/** Folds the attempts of one payment from its events, which may come page by page. */
export class AttemptFold {
  private state: PaymentState = INITIAL_PAYMENT;
  private readonly reported = new Map<number, Reported>();

  /** The next events of the payment, oldest first. */
  add(events: readonly StoredEvent[]): void {
    for (const stored of events) {
      const event = { type: stored.type, data: stored.data } as PaymentEvent;
      this.state = evolve(this.state, event);
      this.reportCurrent(stored.occurredAtMs);
      this.reportOther(event, stored.occurredAtMs);
    }
  }

  /** The attempts so far, oldest first. */
  resources(payment: { id: string; livemode: boolean }): AttemptResource[] {
    return [...this.reported.values()].map((reported) => resourceOf(reported, payment));
  }

  /** What happens to the payment happens to its current attempt. */
  private reportCurrent(atMs: number): void {
    const attempt = this.state.status === 'none' ? null : attemptOf(this.state);
    const status = statusOf(this.state);
    if (attempt === null || status === undefined) return;
    const failure = ('failure' in this.state && this.state.failure) || null;
    this.report({ attempt, status, failure }, atMs);
  }

  /** An attempt that another one has taken over from. */
  private reportOther(event: PaymentEvent, atMs: number): void {
    if (event.type === 'attempt.failed') {
      const known = this.reported.get(event.data.number);
      if (known !== undefined) this.report({ attempt: known.attempt, status: 'failed', failure: event.data.failure }, atMs);
    }
    // A second payment of the current attempt is no attempt of its own: that one stands as it does.
    const isOther = event.type === 'attempt.succeeded' && event.data.attempt.number !== attemptOf(this.state)?.number;
    if (isOther) this.report({ attempt: event.data.attempt, status: 'captured', failure: null }, atMs);
  }

  private report(now: Pick<Reported, 'attempt' | 'status' | 'failure'>, atMs: number): void {
    const known = this.reported.get(now.attempt.number);
    const isSame =
      known !== undefined &&
      JSON.stringify(now) === JSON.stringify({ attempt: known.attempt, status: known.status, failure: known.failure });
    if (isSame) return;
    this.reported.set(now.attempt.number, { ...now, startedAtMs: known?.startedAtMs ?? atMs, changedAtMs: atMs });
  }
}

function statusOf({ status }: PaymentState): AttemptStatus | undefined {
  switch (status) {
    case 'none':
    case 'created':
      return undefined;
    case 'refunded':
      return 'captured';
    default:
      return status;
  }
}

function resourceOf(
  { attempt, status, failure, startedAtMs, changedAtMs }: Reported,
  payment: { id: string; livemode: boolean },
): AttemptResource {
  return {
    id: attemptIdOf(payment.id, attempt.number),
    object: 'attempt',
    livemode: payment.livemode,
    payment_id: payment.id,
    number: attempt.number,
    status,
    payment_method: attempt.instrument.method,
    payment_method_details: detailsOf(attempt),
    processor: attempt.processor,
    processor_reference: attempt.reference,
    routing: routingOf(attempt),
    error: failure === null ? null : lastErrorOf(failure),
    created_at: toSeconds(startedAtMs),
    updated_at: toSeconds(changedAtMs),
  };
}

function routingOf({ routing }: Attempt): AttemptRouting | null {
  if (routing === undefined) return null;
  const { rule, order, hint = null, skipped = [] } = routing;
  return { rule, order, hint, skipped: skipped.map(({ processor, reason }) => ({ processor, reason })) };
}
