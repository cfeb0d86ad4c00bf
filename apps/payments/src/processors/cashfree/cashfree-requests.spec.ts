import { contextOf, inputOf, NOW_MS, registrationOf } from '../../../test/fakes/samples';
import { subscriptionBody } from './cashfree-mandate-requests';
import { linkBody, orderBody } from './cashfree-requests';

/** The bounds of Cashfree's API description, version 2025-01-01. */
describe('what Cashfree is sent', () => {
  const { accountId } = contextOf();

  it.each([
    ['TV', /^Payment pay_/],
    ['₹1', /^Payment pay_/],
    ['Bus', /^Bus$/],
  ])('notes an order in three characters or more: %s', (description, note) => {
    expect(orderBody(accountId, inputOf({ description }), '+919876543210', NOW_MS)).toMatchObject({
      order_note: expect.stringMatching(note),
    });
  });

  it.each([
    ['+919876543210', '9876543210'],
    ['+971501234567', '+971501234567'],
  ])('names a phone number of India by its ten digits: %s', (phone, customer_phone) => {
    const registration = { ...registrationOf(), payer: { email: 'asha@example.com', phone } };
    for (const body of [
      linkBody(accountId, inputOf(), phone, NOW_MS),
      orderBody(accountId, inputOf(), phone, NOW_MS),
      subscriptionBody(accountId, registration, []),
    ]) {
      expect(body).toMatchObject({ customer_details: { customer_phone } });
    }
  });
});
