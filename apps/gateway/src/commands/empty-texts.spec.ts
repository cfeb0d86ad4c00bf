import { toCreatePaymentPayload } from '#contracts';
import { toRequestRefundPayload, toUpdateRefundPayload } from '../resources/refunds/refund-payloads';
import { toUpdatePaymentPayload } from '../resources/payments/change-payment';

/** Forms send what was not filled in as ''. Taken for an order number, it would make one order of all of them. */
describe('an empty text is no text', () => {
  const EMPTY = { description: '', reference_id: '' };

  it('of a new payment, and of who pays it', () => {
    const dto = { amount: 50_000, currency: 'INR', ...EMPTY, statement_descriptor: '', customer: { name: '', email: 'a@example.com' } };
    const payload = toCreatePaymentPayload(dto, { livemode: false, seal: (value) => JSON.stringify(value) });
    expect(Object.keys(payload)).not.toEqual(expect.arrayContaining(['referenceId']));
    expect(payload).not.toMatchObject({ description: '' });
    expect(payload).not.toMatchObject({ statementDescriptor: '' });
    expect(payload.customer).toBe('{"name":null,"email":"a@example.com","phone":null}');
  });

  it('of a new refund', () => {
    const payload = toRequestRefundPayload({ payment_id: 'pay_1', ...EMPTY }, 'rfnd_1');
    expect(Object.keys(payload)).toEqual(['refundId', 'amount', 'reason', 'speed']);
  });

  it('in a change, where it takes away what was there', () => {
    const none = { description: null, referenceId: null };
    expect(toUpdatePaymentPayload(EMPTY)).toEqual(none);
    expect(toUpdateRefundPayload(EMPTY)).toEqual(none);
  });
});
