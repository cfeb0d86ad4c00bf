import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { CreatePaymentDto, toCreatePaymentPayload } from '#contracts';
import { validateCreatePayment } from './validate-create-payment';

const MANUAL = { amount: 50000, currency: 'INR', payment_method: 'upi', capture_method: 'manual' };
const BOUNDS = 'must be a whole number of seconds from 720 (12 minutes) to 604800 (7 days).';

const bodyOf = (more: object): CreatePaymentDto => plainToInstance(CreatePaymentDto, { ...MANUAL, ...more });
const fieldMessages = (more: object): string[] => validateSync(bodyOf(more)).flatMap(({ constraints }) => Object.values(constraints ?? {}));
const crossProblems = (more: object) => validateCreatePayment(bodyOf(more), { livemode: false, nowMs: 0 });

describe('capture_window_seconds of a payment', () => {
  it.each([719, 604_801, 720.5, 0, -3_600, '3600', '3 days', true, [3_600], {}])(
    'refuses %j, and says the bounds as a person reads them',
    (window) => {
      expect(fieldMessages({ capture_window_seconds: window })).toEqual([BOUNDS]);
    },
  );

  it.each([720, 86_400, 604_800, null, undefined])('takes %s with manual capture', (window) => {
    expect(fieldMessages({ capture_window_seconds: window })).toEqual([]);
    expect(crossProblems({ capture_window_seconds: window })).toEqual([]);
  });

  it('is refused with automatic capture, and asks for manual capture where none is named', () => {
    expect(crossProblems({ capture_method: 'automatic', capture_window_seconds: 3_600 })).toMatchObject([
      { param: 'capture_window_seconds', code: 'parameters_exclusive' },
    ]);
    for (const capture_method of [undefined, null]) {
      expect(crossProblems({ capture_method, capture_window_seconds: 3_600 })).toMatchObject([
        { param: 'capture_method', code: 'parameter_missing', reason: 'required' },
      ]);
    }
  });

  it('says nothing of a capture_method that is wrong in itself, which is reported there', () => {
    for (const capture_method of ['by hand', 5, {}]) expect(crossProblems({ capture_method, capture_window_seconds: 3_600 })).toEqual([]);
  });

  it('travels in milliseconds, and is absent where it was not given', () => {
    const payloadOf = (more: object) => toCreatePaymentPayload(bodyOf(more), { livemode: false });
    expect(payloadOf({ capture_window_seconds: 3_600 })).toMatchObject({ captureMethod: 'manual', captureWindowMs: 3_600_000 });
    for (const more of [{}, { capture_window_seconds: null }]) expect(payloadOf(more)).not.toHaveProperty('captureWindowMs');
  });
});
