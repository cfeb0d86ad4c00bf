import { readCheckoutForm } from './checkout-form';

describe('the form of a checkout', () => {
  it.each(['__proto__', '__defineGetter__', 'constructor', 'cash'])('is refused with %s for a method, which no button sends', (method) => {
    expect(readCheckoutForm({ payment_method: method }, { livemode: false, isPhone: false })).toEqual({ message: expect.any(String) });
  });
});
