import { TaskTakenError, type TaskGuard } from '#event-store';
import { FixedClock } from '#testing';
import { begun, created, given, manual, UPI, waiting } from '../../test/network-histories';
import { AMOUNT, COMMANDS, EXPIRES_AT_MS, NOW_MS } from '../../test/payment-histories';
import type { PaymentState } from '../payment/state';
import type { CallContext, KnownPayment, PaymentProcessor, ProcessorCapabilities, ProcessorPayment } from '../processors/processor';
import { AskProcessor } from './call-processor';
import { MoneyAlarm } from './money-alarm';
import { PendingOtps } from './pending-otps';

const ID = 'pay_0QvAb12c07ABCDEFGHIJKLMN';
const unasked = [created(), begun({ reference: null })];

interface Call {
  name: string;
  key: string;
  otp?: string;
  amount?: number;
}

/** The outside party: notes what it was asked, and answers as the test says. */
class ProcessorClient {
  readonly calls: Call[] = [];
  readonly alarms: string[] = [];
  readonly clock = new FixedClock();
  readonly otps = new PendingOtps(this.clock);
  readonly stop = new AbortController();
  /** How often something was done alone. */
  alone = 0;
  idempotency: ProcessorCapabilities['idempotency'] = 'reference';
  private readonly guard: TaskGuard = {
    stillOurs: () => Promise.resolve(),
    alone: (act) => {
      this.alone++;
      return act();
    },
  };

  constructor(private readonly answer: Partial<ProcessorPayment> | Error) {}

  async ask(state: PaymentState, nowMs = NOW_MS, isConfigured = true) {
    const quiet = { error: () => undefined, warn: () => undefined };
    const asker = new AskProcessor({
      findProcessor: () => (isConfigured ? this.processor() : undefined),
      otps: this.otps,
      unseal: (token) => Promise.resolve(token),
      alarm: new MoneyAlarm({ logger: quiet, mismatches: this.counting('mismatch'), secondPayments: this.counting('second') }),
      logger: quiet,
      timeoutMs: 1_000,
    });
    const head = { streamId: ID, accountId: 'acct_1', livemode: false, version: 2, sequence: 2, createdAtMs: 0, updatedAtMs: 0 };
    return asker.ask({ head, state }, { nowMs, traceId: 'trace', signal: this.stop.signal, guard: this.guard });
  }

  private counting(what: string) {
    return { inc: ({ processor }: { processor: string }) => void this.alarms.push(`${what} ${processor}`) };
  }

  private processor(): PaymentProcessor {
    const reported =
      (name: string) =>
      (known: Partial<KnownPayment>, ctx: CallContext, more: Partial<Call> = {}) => {
        this.calls.push({ name, key: ctx.idempotencyKey, ...more });
        if (this.answer instanceof Error) return Promise.reject(this.answer);
        const plain = {
          processorRef: 'acq_1',
          state: 'processing',
          amount: AMOUNT,
          currency: 'INR',
          refs: {},
          rawStatus: '',
          occurredAtMs: 0,
        };
        return Promise.resolve({ ...plain, ...this.answer } as ProcessorPayment);
      };
    return {
      name: 'acquirer',
      capabilities: () => ({ idempotency: this.idempotency }),
      create: reported('create'),
      fetch: reported('fetch'),
      void: reported('void'),
      capture: (known: KnownPayment, amount: number, ctx: CallContext) => reported('capture')(known, ctx, { amount }),
      submitOtp: (known: KnownPayment, otp: string, _wrong: number, ctx: CallContext) => reported('submit_otp')(known, ctx, { otp }),
    } as unknown as PaymentProcessor;
  }
}

const notTaken = {
  state: 'failed',
  error: { class: 'gateway', reason: 'gateway_technical_error', mayTryElsewhere: true, outcomeKnown: true },
} as Partial<ProcessorPayment>;

describe('asking a processor behind a network', () => {
  it('creates under the id of the attempt, the same on every repetition', async () => {
    const processorClient = new ProcessorClient({});
    await processorClient.ask(given(unasked).state);
    await processorClient.ask(given(unasked).state);
    expect(processorClient.calls).toEqual(Array.from({ length: 2 }, () => ({ name: 'create', key: 'att_0QvAb12c07ABCDEFGHIJKL01' })));
  });

  it('brings the answer back as an outcome of the attempt, with the time of the question', async () => {
    const reported = await new ProcessorClient({ state: 'captured' }).ask(given(unasked).state);
    expect(reported).toMatchObject({
      type: 'payments.record_outcome',
      payload: { attempt: 1, askedAtMs: NOW_MS, answer: { processor: 'acquirer', state: 'captured', amount: AMOUNT, currency: 'INR' } },
    });
  });

  it('begins nothing after expires_at: it asks what became of it', async () => {
    const processorClient = new ProcessorClient({});
    await processorClient.ask(given(unasked).state, EXPIRES_AT_MS);
    expect(processorClient.calls).toMatchObject([{ name: 'fetch' }]);
  });

  it('captures and voids under a key of their own, the same until it is answered', async () => {
    const processorClient = new ProcessorClient({ state: 'captured' });
    const asked = [...manual, ...given(manual).when({ type: 'payments.capture', payload: { amount: 30_000 } }).events];
    const again = [...asked, { type: 'payment.status_checked', data: { checkAtMs: NOW_MS + 1 } } as const];
    await processorClient.ask(given(asked).state);
    await processorClient.ask(given(again).state);
    const [first, second] = processorClient.calls;
    expect(first).toMatchObject({ name: 'capture', amount: 30_000, key: expect.stringContaining('capture') });
    expect(second).toEqual(first);
  });

  it('has nothing to ask of a payment that is settled', async () => {
    const processorClient = new ProcessorClient({});
    expect(
      await processorClient.ask(given([...manual, { type: 'payment.captured', data: { amount: 1, atMs: 0, fee: 0, tax: 0 } }]).state),
    ).toBeNull();
    expect(processorClient.calls).toEqual([]);
  });

  it('that did not take a creation on says so, for another to be tried', async () => {
    const reported = await new ProcessorClient(notTaken).ask(given(unasked).state);
    expect(reported?.payload).toMatchObject({ mayTryElsewhere: true, answer: { state: 'failed' } });
    expect(reported?.payload.askedAtMs).toBeUndefined();
  });

  it('that did not take the repetition of an unknown creation on says nothing: the first may have been taken', async () => {
    const failure = { reason: 'payment_pending', networkCode: null } as const;
    const unknown = given([...unasked, { type: 'payment.outcome_unknown', data: { failure, checkAtMs: NOW_MS } }]).state;
    const reported = await new ProcessorClient(notTaken).ask(unknown);
    expect(reported?.payload).toMatchObject({ answer: { state: 'processing', isUnknown: true } });
    expect(reported?.payload.mayTryElsewhere).toBeUndefined();
  });

  it('whose adapter threw may have taken the creation on: a refusal afterwards says nothing', async () => {
    const thrown = await new ProcessorClient(new Error('a bug')).ask(given(unasked).state);
    const { events } = given(unasked).when({ type: 'payments.record_outcome', payload: thrown!.payload });
    const reported = await new ProcessorClient(notTaken).ask(given([...unasked, ...events]).state);
    expect(reported?.payload.mayTryElsewhere).toBeUndefined();
  });

  it.each<[string, ProcessorClient, boolean]>([
    ['an adapter that throws', new ProcessorClient(new Error('a bug')), true],
    ['a processor that is not configured any more', new ProcessorClient({}), false],
  ])('%s leaves the outcome unknown, to be asked again soon', async (_what, processorClient, isConfigured) => {
    const reported = await processorClient.ask(given([created(), begun()]).state, NOW_MS, isConfigured);
    expect(reported?.payload.answer).toMatchObject({ state: 'processing', isUnknown: true, checkAtMs: NOW_MS + 1_000 });
  });

  it('raises the alarm over other money, and lets right money pass', async () => {
    const wrong = new ProcessorClient({ state: 'captured', amount: AMOUNT - 1 });
    await wrong.ask(given(unasked).state);
    const foreign = new ProcessorClient({ state: 'captured', currency: 'USD' });
    await foreign.ask(given(unasked).state);
    const right = new ProcessorClient({ state: 'captured' });
    await right.ask(given(unasked).state);
    expect([wrong.alarms, foreign.alarms, right.alarms]).toEqual([['mismatch acquirer'], ['mismatch acquirer'], []]);
  });
});

describe('asking a processor, of which another process may have taken over', () => {
  const unknown = { state: 'processing', isUnknown: true } as const;
  const ended = (processorClient: ProcessorClient): Promise<unknown> =>
    processorClient.ask(given(unasked).state).catch((error: unknown) => error);

  it('begins alone only what the processor cannot tell from a repetition', async () => {
    const [blind, keyed] = [new ProcessorClient({}), new ProcessorClient({})];
    blind.idempotency = 'none';
    for (const processorClient of [blind, keyed]) await processorClient.ask(given(unasked).state);
    await blind.ask(given([created(), begun()]).state);
    expect([blind.alone, keyed.alone]).toEqual([1, 0]);
  });

  it('tells nothing when it is not its to ask any more', async () => {
    expect(await ended(new ProcessorClient(new TaskTakenError('another process is at it')))).toBeInstanceOf(TaskTakenError);
  });

  it.each([
    ['no reply', unknown],
    ['was not sent', notTaken],
  ])('tells nothing of a call that was broken off and %s', async (_what, answer) => {
    const processorClient = new ProcessorClient(answer);
    processorClient.stop.abort(new Error('the partition was handed on'));
    expect(await ended(processorClient)).toBeInstanceOf(TaskTakenError);
  });

  it('tells what it was answered all the same', async () => {
    const processorClient = new ProcessorClient({ state: 'captured' });
    processorClient.stop.abort(new Error('the partition was handed on'));
    expect(await ended(processorClient)).toMatchObject({ payload: { answer: { state: 'captured' } } });
  });

  it('waits as long as the adapter says for an earlier call, and that is no question to the network', async () => {
    const reported = await new ProcessorClient({ ...unknown, processorRef: null, checkAtMs: NOW_MS + 30_000 }).ask(given(unasked).state);
    expect(reported?.payload).toMatchObject({ answer: { isUnknown: true, checkAtMs: NOW_MS + 30_000 } });
    expect(reported?.payload.askedAtMs).toBeUndefined();
  });
});

describe('a one-time password on its way', () => {
  const history = [created(), waiting, ...given([created(), waiting]).when(COMMANDS['payments.submit_otp']).events];

  it('is handed to the processor and then forgotten', async () => {
    const processorClient = new ProcessorClient({ state: 'captured' });
    processorClient.otps.keep(ID, '123456');
    await processorClient.ask(given(history).state);
    expect(processorClient.calls).toMatchObject([{ name: 'submit_otp', otp: '123456' }]);
    expect(processorClient.otps.find(ID)).toBeUndefined();
  });

  it('that was lost with its process is asked for again', async () => {
    const reported = await new ProcessorClient({}).ask(given(history).state);
    expect(reported?.payload.answer).toMatchObject({ state: 'requires_action', failure: { reason: 'otp_expired' } });
    expect(given(history).when({ type: 'payments.record_outcome', payload: reported!.payload }).state).toMatchObject({
      status: 'requires_action',
      failure: { reason: 'otp_expired' },
    });
  });

  it('does not replace the one before it, and is forgotten after two minutes', () => {
    const processorClient = new ProcessorClient({});
    expect([processorClient.otps.keep(ID, '111111'), processorClient.otps.keep(ID, '222222'), processorClient.otps.find(ID)]).toEqual([
      true,
      false,
      '111111',
    ]);
    processorClient.clock.advanceMs(120_000);
    expect(processorClient.otps.find(ID)).toBeUndefined();
  });
});

it('UPI is asked like any other method', async () => {
  const processorClient = new ProcessorClient({ state: 'captured' });
  await processorClient.ask(given([created(), begun({ instrument: UPI })]).state);
  expect(processorClient.calls).toMatchObject([{ name: 'fetch' }]);
});
