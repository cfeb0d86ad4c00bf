import type { AppDeps } from '#service';
import { isOverUnpaid, type RefundState } from '../refund/state';
import type { ProcessorRefund } from '../processors/processor';

/** Which refund, and whether its processor reported it by itself or answered a poll. */
export interface RefundSubject {
  refundId: string;
  state: RefundState;
  stage: 'reported' | 'confirmed';
}

export interface RefundAlarmParts {
  logger: { error(fields: object, message: string): void };
  /** Counts by processor and stage. */
  contradictions: { inc(labels: { processor: string; stage: RefundSubject['stage'] }): void };
}

/**
 * An operator has to look when money leaves for a refund that counts as failed or cancelled: its amount may have been
 * refunded again meanwhile. The books themselves follow (refund/decide/outcome.ts).
 */
export class RefundAlarm {
  constructor(private readonly parts: RefundAlarmParts) {}

  /** Compares what a processor said with what is known of the refund. Nothing personal is logged. */
  check({ status }: Pick<ProcessorRefund, 'status'>, { refundId, state, stage }: RefundSubject): void {
    if (status !== 'processed' || !isOverUnpaid(state)) return;
    const { paymentId, amount, currency, target } = state.terms;
    const { processor } = target;
    this.parts.contradictions.inc({ processor, stage });
    const message =
      stage === 'reported'
        ? 'a processor says that a refund went through that counts as over: it is asked'
        : 'a refund that counted as over was paid out after all: the books follow; look whether it was refunded again';
    this.parts.logger.error({ refundId, paymentId, processor, amount, currency }, message);
  }
}

/** The alarm with its metric. */
export function createRefundAlarm({ logger, metrics }: Pick<AppDeps, 'logger' | 'metrics'>): RefundAlarm {
  const contradictions = metrics.counter({
    name: 'hundi_refund_contradictions_total',
    help: 'Times a processor paid out a refund that counted as failed or cancelled.',
    labels: ['processor', 'stage'],
  });
  return new RefundAlarm({ logger, contradictions });
}
