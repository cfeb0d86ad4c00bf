import { ERRORS } from '#contracts';
import type { ErrorCode, ErrorRow } from '#contracts';
import { PROBLEMS_MAX, renderError } from './error-body';

const place = { requestId: 'req_1', publicUrl: 'https://api.example.com' };
const render = (...args: [ErrorCode, Parameters<typeof renderError>[1]]) =>
  (JSON.parse(renderError(...args, place)) as { error: Record<string, unknown> }).error;

describe('error body', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('has every member for %s, null when empty', (code) => {
    expect(render(code, {})).toEqual({
      type: ERRORS[code].type,
      code,
      message: ERRORS[code].message,
      param: null,
      decline_code: null,
      source: null,
      step: null,
      reason: null,
      retryable: ERRORS[code].retryable,
      hint: (ERRORS[code] as ErrorRow).hint ?? null,
      doc_url: `https://api.example.com/docs/errors#${code}`,
      request_id: 'req_1',
      payment_id: null,
      existing_id: null,
      current_status: null,
      allowed_from: null,
      amount_available: null,
      errors: [],
    });
  });

  it('lists a single problem with a field too, so that a caller reads one list only', () => {
    expect(render('parameter_invalid', { param: 'Idempotency-Key', message: 'no' }).errors).toEqual([
      { param: 'Idempotency-Key', code: 'parameter_invalid', message: 'no', reason: null },
    ]);
  });

  it('names the field in the sentence at the top, where a service said only what is wrong with it', () => {
    const { message, errors } = render('amount_too_small', { param: 'amount', message: 'must be above zero.' });
    expect([message, errors]).toEqual([
      'amount must be above zero.',
      [{ param: 'amount', code: 'amount_too_small', message: 'must be above zero.', reason: null }],
    ]);
    expect(render('resource_missing', { param: 'id', message: 'The customer is deleted.' }).message).toBe('The customer is deleted.');
  });

  it.each([
    ['sandbox_outcome_unknown', 'testing'],
    ['live_card_in_sandbox', 'testing#cards'],
    ['invalid_type', 'errors#parameter_invalid'],
  ])('points to where %s is explained', (reason, page) => {
    expect(render('parameter_invalid', { param: 'p', reason }).doc_url).toBe(`https://api.example.com/docs/${page}`);
  });

  it('lists all problems, up to its bound', () => {
    const errors = Array.from({ length: PROBLEMS_MAX + 1 }, (_, index) => ({
      param: `field_${index}`,
      code: 'parameter_unknown' as const,
      message: 'no',
    }));
    expect(render('parameter_unknown', { errors }).errors).toHaveLength(PROBLEMS_MAX);
  });
});
