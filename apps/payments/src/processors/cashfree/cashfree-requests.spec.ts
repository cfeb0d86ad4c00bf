import { contextOf, inputOf, NOW_MS } from '../../../test/fakes/samples';
import { orderBody } from './cashfree-requests';

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
});
