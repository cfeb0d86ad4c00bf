import fc from 'fast-check';
import { findNearest } from './nearest-name';

const KNOWN = ['limit', 'starting_after', 'status', 'payment_id', 'created_at[gte]', 'created_at[lte]', 'type', 'amount', 'at', 'url'];
const LONG = KNOWN.filter((name) => name.length > 4);

describe('the name that an unknown one is meant for', () => {
  it.each<[string, string[]]>([
    ['paymentId', ['payment_id']],
    ['payment-id', ['payment_id']],
    ['PAYMENTID', ['payment_id']],
    ['payment_id[]', ['payment_id']],
    ['amount ', ['amount']],
    ['ammount', ['amount']],
    ['aмount', ['amount']],
    ['ａｍｏｕｎｔ', ['amount']],
    ['amuont', ['amount']],
    ['urll', ['url']],
    ['ulr', ['url']],
    ['att', ['at']],
    ['refund_amount', ['amount']],
    ['refundAmount', ['amount']],
    ['payment', ['payment_id']],
    ['created_at[foo]', ['created_at[gte]', 'created_at[lte]']],
    ['creatd_at[lte]', ['created_at[lte]']],
    ['colour', []],
    ['', []],
    ['x'.repeat(10_000), []],
  ])('of %j is %j', (name, near) => {
    expect(findNearest(name, KNOWN)).toEqual(near);
  });

  it('is found wherever a letter is missing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LONG), fc.nat(), (name, at) => {
        const place = at % name.length;
        expect(findNearest(name.slice(0, place) + name.slice(place + 1), KNOWN)).toContain(name);
      }),
    );
  });
});
