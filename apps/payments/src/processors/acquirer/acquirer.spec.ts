import { SystemRandom } from '#service';
import { FixedClock } from '#testing';
import { FakeAcquirerServer } from '../../../../../tools/fake-acquirer/server';
import { attemptIdOf } from '../../payment/attempt-id';
import { ACQUIRER_KEYS, FakeAcquirer } from '../../../test/fakes/acquirer';
import { contextOf, inputOf, NOW_MS } from '../../../test/fakes/samples';
import { describeNetworkProcessor } from '../network/network-processor.contract';
import { knownAs, type FakeProcessor, type ProcessorUnderTest } from '../processor.contract';
import { createAcquirer, type AcquirerProcessor } from './acquirer';
import { CALLBACK_WINDOW_MS } from './acquirer-webhook';

const referenceOf = (paymentId: string): string => attemptIdOf(paymentId, 1);
const card = { method: 'card', card: null } as const;

async function start(): Promise<ProcessorUnderTest & { processor: AcquirerProcessor; fake: FakeProcessor; fakeApi: FakeAcquirer }> {
  const fakeApi = new FakeAcquirer(new FixedClock(NOW_MS));
  await fakeApi.start();
  const { processor, close } = createAcquirer({ apiUrl: fakeApi.url, ...ACQUIRER_KEYS });
  const making = { create: /POST .*payments$/, refund: /POST .*refunds$/ };
  return {
    processor,
    fakeApi,
    ctx: contextOf(),
    input: () => inputOf({ instrument: card, metadata: { acquirer: 'pending delay=0' } }),
    settle: ({ paymentId }, wanted) => {
      const payment = fakeApi.bank.findPaymentByReference(referenceOf(paymentId));
      if (payment !== undefined && wanted !== 'open') fakeApi.bank.act(payment, wanted === 'paid' ? 'captured' : 'insufficient_funds');
    },
    fake: {
      failNext: (fault, what) => fakeApi.failNext(fault, what && making[what]),
      paymentsOf: (reference) => (fakeApi.bank.findPaymentByReference(reference) === undefined ? 0 : 1),
      refundsOf: (refundId) => (fakeApi.bank.ledger.total('refund', refundId) === 0 ? 0 : 1),
      webhookFor: ({ processorRef }) => fakeApi.callbackAbout(processorRef ?? ''),
      strangersWebhook: () =>
        fakeApi.signed({ id: 'acqe_1', about: 'payment', payment: { id: 'x', status: 'captured', captured_amount: 1, currency: 'INR' } }),
      windowMs: CALLBACK_WINDOW_MS,
      unplug: () => fakeApi.stop(),
      secrets: [ACQUIRER_KEYS.key, ACQUIRER_KEYS.webhookSecret],
    },
    stop: async () => {
      await close();
      fakeApi.bank.stop();
      await fakeApi.stop().catch(() => undefined);
    },
  };
}

describeNetworkProcessor('The acquirer', start);

describe('the acquirer', () => {
  let it_: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    it_ = await start();
  });
  afterEach(() => it_.stop());

  const begun = async (words: string, change = {}) => {
    const input = inputOf({ instrument: card, metadata: { acquirer: words }, ...change });
    const payment = await it_.processor.create(input, it_.ctx);
    return { input, known: knownAs(input, payment.processorRef), payment };
  };

  it('is sent the statement_descriptor of the payment, and none where there is none', async () => {
    await begun('pending delay=0', { statementDescriptor: 'ACME BOOKS' });
    await begun('pending delay=0', { paymentId: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3M' });
    const orders = it_.fakeApi.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/payments'));
    const descriptors = orders.map(({ body }) => (body as { statement_descriptor?: string }).statement_descriptor);
    expect(descriptors).toEqual(['ACME BOOKS', undefined]);
  });

  it('captures what it holds, a part too, and only once however often it is asked', async () => {
    const { known, input } = await begun('captured delay=0', { captureMethod: 'manual' });
    for (let times = 0; times < 2; times++) {
      expect(await it_.processor.capture(known, 30_000, it_.ctx)).toMatchObject({ state: 'captured', amount: 30_000 });
    }
    const { ledger } = it_.fakeApi.bank;
    expect([ledger.total('capture', referenceOf(input.paymentId)), ledger.total('release')]).toEqual([30_000, 20_000]);
  });

  it('says why it does not capture, and leaves the money held', async () => {
    const { known } = await begun('captured delay=0 capture=refused', { captureMethod: 'manual' });
    expect(await it_.processor.capture(known, 50_000, it_.ctx)).toMatchObject({
      state: 'authorized',
      error: { outcomeKnown: true, rawCode: 'not_capturable' },
    });
  });

  it('lets held money go', async () => {
    const { known } = await begun('captured delay=0', { captureMethod: 'manual' });
    expect(await it_.processor.void(known, it_.ctx)).toMatchObject({ state: 'cancelled' });
    expect(it_.fakeApi.bank.ledger.total('release')).toBe(50_000);
  });

  it('takes a right password, refuses a wrong one and ends with the third', async () => {
    const { known, payment } = await begun('otp delay=0');
    expect(payment).toMatchObject({ state: 'requires_action', nextAction: { kind: 'otp', length: 6 } });
    const wrong = await it_.processor.submitOtp(known, '000000', 0, it_.ctx);
    expect(wrong).toMatchObject({ state: 'requires_action', error: { reason: 'incorrect_otp' } });
    expect(await it_.processor.submitOtp(known, '123456', 1, it_.ctx)).toMatchObject({ state: 'captured' });
    const other = await begun('otp delay=0');
    for (let times = 0; times < 2; times++) await it_.processor.submitOtp(other.known, '000000', times, it_.ctx);
    expect(await it_.processor.submitOtp(other.known, '000000', 2, it_.ctx)).toMatchObject({
      state: 'failed',
      error: { reason: 'otp_attempts_exceeded' },
    });
  });

  it('begins nothing after expires_at', async () => {
    expect((await begun('captured delay=0', { expiresAtMs: NOW_MS })).payment.state).toBe('expired');
    expect(it_.fakeApi.bank.ledger.all()).toEqual([]);
  });
});

describe('the acquirer that does not answer', () => {
  it.each([
    ['captured create=timeout_before', 0],
    ['captured create=timeout_after', 50_000],
    ['captured create=error_after', 50_000],
  ])('%s: the outcome is unknown, and repeating the call makes one payment', async (words, held) => {
    const { key, webhookSecret } = ACQUIRER_KEYS;
    const acquirer = new FakeAcquirerServer({
      clock: new FixedClock(NOW_MS),
      random: new SystemRandom(),
      key,
      secret: webhookSecret,
      port: 0,
    });
    const { processor, close } = createAcquirer({ apiUrl: await acquirer.start(), ...ACQUIRER_KEYS });
    const input = inputOf({ instrument: card, metadata: { acquirer: `${words} delay=0` } });
    const { ledger } = acquirer.bank;
    try {
      expect(await processor.create(input, contextOf({ timeoutMs: 300 }))).toMatchObject({ state: 'processing', isUnknown: true });
      expect(ledger.total('hold')).toBe(held);
      expect(await processor.create(input, contextOf())).toMatchObject({ state: 'captured' });
      expect(ledger.total('hold')).toBe(50_000);
    } finally {
      await close();
      await acquirer.stop();
    }
  });
});
