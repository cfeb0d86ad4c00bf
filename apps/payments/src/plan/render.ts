import { toSeconds, type PlanResource } from '#contracts';
import type { Snapshot } from '#event-store';
import type { PlanState } from './state';

/** The public resource of a plan. */
export function planResource({ head, state }: Snapshot<PlanState>): PlanResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no plan.created`);
  const { name, amount, currency, interval, description, active, trialDays, tax, referenceId, metadata } = state.terms;
  return {
    id: head.streamId,
    object: 'plan',
    livemode: head.livemode,
    name,
    amount,
    currency,
    interval: interval.unit,
    interval_count: interval.count,
    description: description ?? null,
    active,
    trial_days: trialDays,
    tax: tax === undefined ? null : { sac: tax.sac, rate_bps: tax.rateBps, behavior: tax.behavior },
    reference_id: referenceId ?? null,
    metadata: metadata ?? {},
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}
