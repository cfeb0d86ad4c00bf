import { UpdateSubscriptionDto, type FieldProblem } from '#contracts';
import { BodyReader } from '../../validation/body-reader';
import { toUpdateSubscriptionPayload, validateUpdateSubscription } from './subscription-update';

const NOW_MS = 1_795_219_200_000;
const NOW = NOW_MS / 1_000;
const PLAN = 'plan_0VB3xQ9k42Pn4d8TmWq7ZcHs';
const MANDATE = 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs';
const CONTEXT = { livemode: false };

/** What a change always says. */
const PLAIN = { proration: 'prorate', overLimit: 'reauthorize' };

/** What a body asks for, or what is wrong with it as `param code`. */
function outcome(body: object): unknown {
  const { value, problems } = new BodyReader(UpdateSubscriptionDto).read(body as Record<string, unknown>);
  const all: FieldProblem[] = [...problems, ...validateUpdateSubscription(value, CONTEXT)];
  return all.length > 0 ? all.map(({ param, code }) => `${param} ${code}`) : toUpdateSubscriptionPayload(value, CONTEXT);
}

describe('a change of a subscription', () => {
  it.each<[object, object]>([
    [{}, {}],
    [{ cancel_at: 'period_end' }, { cancelAt: 'period_end' }],
    [{ cancel_at: NOW + 1 }, { cancelAt: NOW_MS + 1_000 }],
    [{ cancel_at: null }, { cancelAt: null }],
    [{ cancel_at_period_end: true }, { cancelAt: 'period_end' }],
    [{ cancel_at_period_end: false }, { cancelAt: null }],
    [{ total_count: null }, { totalCount: null }],
    [
      { total_count: 12, retry_schedule: [], notify_customer: null },
      { totalCount: 12, retrySchedule: [], notifyCustomer: true },
    ],
    [{ retry_schedule: null }, {}],
    [
      { description: '', reference_id: null, metadata: { tier: null } },
      { description: null, referenceId: null, metadata: { tier: null } },
    ],
    [
      { plan_id: PLAN, quantity: 3, effective: 'period_end' },
      { planId: PLAN, quantity: 3, effective: 'period_end' },
    ],
    [
      { amount: 99900, interval: 'quarterly', interval_count: 2, proration: 'none', over_limit: 'refuse' },
      { amount: 99900, interval: { unit: 'month', count: 6 }, proration: 'none', overLimit: 'refuse' },
    ],
    [{ billing_anchor_day: 10 }, { anchorDay: 10 }],
    [{ billing_anchor_day: null }, { anchorDay: null }],
    [{ proration_behavior: 'always_invoice' }, { proration: 'invoice_now' }],
    [{ schedule_change_at: 'cycle_end' }, { effective: 'period_end' }],
    [{ trial_end_at: NOW + 5 }, { trialEndsAtMs: NOW_MS + 5_000 }],
    [{ mandate_id: MANDATE }, { mandateId: MANDATE }],
    [
      { payment_method: 'upi', upi: { vpa: 'Mandate.OK@sandbox' }, mandate_max_amount: 99900 },
      { instrument: { method: 'upi', vpa: 'mandate.ok@sandbox' }, mandateMaxAmount: 99900 },
    ],
  ])('%j', (body, expected) => {
    expect(outcome(body)).toEqual({ ...PLAIN, ...expected });
  });

  it.each<[object, string[]]>([
    [{ cancel_at: NOW + 1, cancel_at_period_end: true }, ['cancel_at_period_end parameters_exclusive']],
    [{ total_count: 0 }, ['total_count parameter_invalid']],
    [{ plan_id: PLAN, amount: 99900 }, ['amount parameters_exclusive']],
    [{ interval_count: 2 }, ['interval parameter_missing']],
    [{ interval: 'year', interval_count: 6 }, ['interval_count parameter_invalid']],
    [{ quantity: 0 }, ['quantity parameter_invalid']],
    [{ effective: 'tomorrow' }, ['effective parameter_invalid']],
    [{ proration: 'prorate', proration_behavior: 'none' }, ['proration_behavior parameters_exclusive']],
    [{ effective: 'now', schedule_change_at: 'now' }, ['schedule_change_at parameters_exclusive']],
    [{ mandate_id: MANDATE, payment_method: 'upi' }, ['payment_method parameters_exclusive']],
    [{ payment_method: 'upi', card: {} }, ['card parameters_exclusive']],
    [{ payment_method: 'netbanking' }, ['payment_method parameter_invalid']],
  ])('%j is refused', (body, problems) => {
    expect(outcome(body)).toEqual(problems);
  });
});
