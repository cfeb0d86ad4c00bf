import { refuseMisnamedKey } from './misnamed-key';

const NAMES_OF_OTHERS = [
  ...['x-request-id', 'request-id', 'user-agent', 'identity', 'impotent', 'idem', `i${'-'.repeat(8_000)}d`, `i${'-'.repeat(8_000)}key`],
  ...['identity-key', 'x-internal-key', 'x-instance-key', 'x-api-key', 'integration_key', 'invoice_key', 'item_key'],
];

describe('an idempotency key under another name', () => {
  it.each([
    'x-idempotency-key',
    'idempotency_key',
    'idempotencyKey',
    'IDEMPOTENCY KEY',
    'cko-idempotency-key',
    'idempotency-token',
    'x-razorpay-idempotency',
    'x-payout-idempotency',
    'idempotence-key',
    'idempotent-request-id',
    'idem_potency.key',
    'i-d-e-m-p-o-t-e-n-cy',
    'idempotncy-key',
    'Idempotancy-Key',
    'x-idemptency-key',
    'X-Indempotency-Key',
    'idmpotency_key',
    'idem-key',
    'x-idem-key',
    'PayPal-Request-Id',
  ])('%s is refused', (name) => {
    expect(() => refuseMisnamedKey(['amount', name])).toThrow(expect.objectContaining({ code: 'parameter_unknown' }) as Error);
  });

  it('is no name with another word in it', () => {
    expect(() => refuseMisnamedKey(NAMES_OF_OTHERS)).not.toThrow();
  });

  it('is not repeated when it holds a card number', () => {
    const refusal = expect.not.objectContaining({ details: expect.objectContaining({ param: expect.stringContaining('4111') }) });
    expect(() => refuseMisnamedKey(['idempotency-4111111111111111'])).toThrow(refusal as Error);
  });
});
