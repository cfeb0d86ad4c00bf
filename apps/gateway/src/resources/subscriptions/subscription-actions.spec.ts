import { CancelSubscriptionDto, PauseSubscriptionDto, RetrySubscriptionDto, type FieldProblem } from '#contracts';
import { BodyReader } from '../../validation/body-reader';
import {
  toCancelSubscriptionPayload,
  toPauseSubscriptionPayload,
  toRetrySubscriptionPayload,
  validateCancelSubscription,
  validateRetrySubscription,
} from './subscription-actions';

const NOW_MS = 1_795_219_200_000;
const NOW = NOW_MS / 1_000;
const INVOICE = 'inv_0VB3xQ9k42Rk7v2LmXp9BdYe';

/** What a body asks for, or what is wrong with it as `param code`. */
function outcome<TDto extends object>(
  shape: new () => TDto,
  rules: { validate(dto: TDto): FieldProblem[]; payload(dto: TDto): object },
  body: object,
): unknown {
  const { value, problems } = new BodyReader(shape).read(body as Record<string, unknown>);
  const all = [...problems, ...rules.validate(value as TDto)];
  return all.length > 0 ? all.map(({ param, code }) => `${param} ${code}`) : rules.payload(value as TDto);
}

describe('a cancellation of a subscription', () => {
  const PLAIN = { at: 'now', refund: 'none', openInvoices: 'keep' };

  it.each<[object, object]>([
    [{}, PLAIN],
    [{ reason: '' }, PLAIN],
    [{ at: null }, ['at parameter_invalid']],
    [{ cancel_at_cycle_end: null }, ['cancel_at_cycle_end parameter_invalid']],
    [{ cancel_at_period_end: null }, ['cancel_at_period_end parameter_invalid']],
    [{ at: 'period_end' }, { ...PLAIN, at: 'period_end' }],
    [{ at: NOW + 1 }, { ...PLAIN, at: NOW_MS + 1_000 }],
    [{ cancel_at_cycle_end: 1 }, { ...PLAIN, at: 'period_end' }],
    [{ cancel_at_cycle_end: 0 }, PLAIN],
    [
      { cancel_at_period_end: true, at: 'period_end' },
      { ...PLAIN, at: 'period_end' },
    ],
    [
      { refund: 'full', open_invoices: 'void', revoke_mandate: false, reason: 'Moved away' },
      { ...PLAIN, refund: 'full', openInvoices: 'void', revokeMandate: false, reason: 'Moved away' },
    ],
    [{ at: 'tomorrow' }, ['at parameter_invalid']],
    [{ at: 'now', cancel_at_cycle_end: true }, ['cancel_at_cycle_end parameters_exclusive']],
    [{ cancel_at_cycle_end: 2 }, ['cancel_at_cycle_end parameter_invalid']],
    [{ refund: 'half' }, ['refund parameter_invalid']],
  ])('%j', (body, expected) => {
    const rules = {
      validate: (dto: CancelSubscriptionDto) => validateCancelSubscription(dto),
      payload: toCancelSubscriptionPayload,
    };
    expect(outcome(CancelSubscriptionDto, rules, body)).toEqual(expected);
  });
});

describe('a pause of a subscription', () => {
  it.each<[object, object]>([
    [{}, { from: 'now' }],
    [
      { from: 'period_end', resume_at: NOW + 1 },
      { from: 'period_end', resumeAtMs: NOW_MS + 1_000 },
    ],
    [{ from: 'later' }, ['from parameter_invalid']],
  ])('%j', (body, expected) => {
    const rules = {
      validate: () => [],
      payload: toPauseSubscriptionPayload,
    };
    expect(outcome(PauseSubscriptionDto, rules, body)).toEqual(expected);
  });
});

describe('a retry of a subscription', () => {
  it.each<[object, object]>([
    [{}, {}],
    [{ invoice_id: INVOICE }, { invoiceId: INVOICE }],
    [
      { payment_method: 'upi', upi: { vpa: 'success@sandbox' } },
      { payment: { methods: ['upi'], instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' } } },
    ],
    [{ payment_method_id: 'pm_0VB3xQ9k42Kd9w7RtYb4SmPc' }, { payment: { methods: [], paymentMethodId: 'pm_0VB3xQ9k42Kd9w7RtYb4SmPc' } }],
    [{ invoice_id: 'sub_1' }, ['invoice_id parameter_invalid']],
    [{ upi: { vpa: 'success@sandbox' } }, ['payment_method parameter_missing']],
    [{ return_url: 'https://shop.example' }, ['payment_method parameter_missing']],
  ])('%j', (body, expected) => {
    const rules = {
      validate: (dto: RetrySubscriptionDto) => validateRetrySubscription(dto, { livemode: false, rules: {} }),
      payload: (dto: RetrySubscriptionDto) => toRetrySubscriptionPayload(dto, { livemode: false, rules: {} }),
    };
    expect(outcome(RetrySubscriptionDto, rules, body)).toEqual(expected);
  });
});
