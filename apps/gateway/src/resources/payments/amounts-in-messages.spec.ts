import fc from 'fast-check';
import { LAUNCH_CURRENCIES, type CreatePaymentDto } from '#contracts';
import { validateCreatePayment } from './validate-create-payment';

/** An amount as every message writes it: as it is read, then as it is sent. */
const AMOUNT = /[A-Z]{3} [\d,]+(?:\.\d+)? \(\d+ [a-z ]+\)/g;

describe('amounts in what is said about a payment', () => {
  it('have their currency and their unit, and none stands without them', () => {
    const amounts = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 9_000_000, max: 20_000_000_000 }));
    const methods = fc.constantFrom('upi', 'card', 'netbanking');
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LAUNCH_CURRENCIES), methods, (amount, currency, payment_method) => {
        const dto = { amount, currency, payment_method } as CreatePaymentDto;
        const rules = { livemode: false, nowMs: 0 } as Parameters<typeof validateCreatePayment>[1];
        for (const { message } of validateCreatePayment(dto, rules).filter(({ param }) => param === 'amount')) {
          expect(message).toMatch(AMOUNT);
          expect(message.replace(AMOUNT, '')).not.toMatch(/\d/);
        }
      }),
    );
  });

  it.each(['BHD', 'KWD', 'OMR'])('name the currency whose last digit is zero: %s', (currency) => {
    const rules = { livemode: false, nowMs: 0, currencies: [currency] } as Parameters<typeof validateCreatePayment>[1];
    const problems = validateCreatePayment({ amount: 99_991, currency, payment_method: 'card' }, rules);
    const unit = currency === 'BHD' ? 'fils' : 'minor units';
    expect(problems).toContainEqual(
      expect.objectContaining({ reason: 'amount_last_digit_not_zero', message: `must be a multiple of ${currency} 0.010 (10 ${unit}).` }),
    );
  });
});
