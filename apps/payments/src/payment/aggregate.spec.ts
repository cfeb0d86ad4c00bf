import { join } from 'node:path';
import fc from 'fast-check';
import { CAPTURE_WINDOW_SECONDS, PAYMENT_EVENT_TYPES, type CreatePaymentPayload, type PaymentResource } from '#contracts';
import { assertGoldenFiles } from '#event-store';
import type { PaymentState } from './state';
import { aggregate, byVpa, created, ID, NOW_MS, PaymentStream, PLAIN } from '../../test/payment-stream';
import vectors from '../processors/sandbox/vectors.json';
import { PUBLIC_NAME } from './publish';

describe('events', () => {
  it('of every type ever written fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish only names of the catalog, and each name of it has a fact behind it', () => {
    const names = Object.values(PUBLIC_NAME).filter((name) => name !== null);
    expect([...new Set(names)].sort()).toEqual([...PAYMENT_EVENT_TYPES].sort());
  });
});

describe('a plain payment', () => {
  it('is three events in one decision, and captured', () => {
    const { types, resource } = created(PLAIN);
    expect(types).toEqual(['payment.created', 'payment.authorized', 'payment.captured']);
    expect(resource).toMatchObject({
      id: ID,
      object: 'payment',
      status: 'captured',
      amount: 50_000,
      amount_captured: 50_000,
      amount_capturable: 0,
      attempt_count: 1,
      latest_attempt_id: 'att_0QvAb12c07ABCDEFGHIJKL01',
      last_error: null,
      expires_at: null,
      fee: 0,
      tax: 0,
      net_amount: 50_000,
      sequence: 3,
    });
    expect(resource.payment_method_details?.upi).toMatchObject({ flow: 'intent', rrn: expect.stringMatching(/^[0-9]{12}$/) });
  });

  it('shows every field of the resource, null when empty', () => {
    const fields = Object.values(created(PLAIN).resource);
    expect(fields).toHaveLength(55);
    expect(fields).not.toContain(undefined);
  });

  it('publishes each event with the payment as it was then, and what changed', () => {
    const [first, second, last] = created(PLAIN).published;
    expect(first).toMatchObject({
      type: 'payment.created',
      sequence: 1,
      data: { object: { status: 'created' }, previous_attributes: null },
    });
    expect(second).toMatchObject({
      sequence: 2,
      data: { object: { status: 'authorized' }, previous_attributes: { status: 'created', attempt_count: 0, processor: null } },
    });
    expect(last).toMatchObject({
      id: 'evt_3',
      type: 'payment.captured',
      resource: { type: 'payment', id: ID },
      request: { id: 'req_1', idempotency_key: 'k' },
      timestamp: '2026-11-21T00:00:00.000Z',
      data: { object: { status: 'captured', sequence: 3 }, previous_attributes: { status: 'authorized', captured_at: null } },
    });
    expect(Object.keys(last?.data.previous_attributes ?? {})).not.toContain('updated_at');
  });

  it('is refused in live mode, with the setting that is missing, and nothing is stored', () => {
    const stream = new PaymentStream();
    const decision = stream.send('payments.create', PLAIN, NOW_MS, true);
    expect(decision).toMatchObject({ accepted: false, refusal: { code: 'processor_not_configured' } });
    expect(JSON.stringify(decision)).toContain('RAZORPAY_KEY_ID');
    expect(stream.types).toEqual([]);
  });
});

describe('every UPI address of the sandbox comes to its end by the timers alone', () => {
  const END: Record<string, string> = { 'pending@sandbox': 'failed', 'expired@sandbox': 'expired', 'late@sandbox': 'captured' };
  const rows = vectors.upi_vpas.filter((row) => !('http' in row));

  it.each(rows)('$vpa', (row) => {
    const stream = created(byVpa(row.vpa));
    expect(stream.resource.status).toBe(row.status);
    const later = typeof row.then === 'object' ? row.then.status : undefined;
    stream.wakeUntilQuiet();
    expect(stream.resource.status).toBe(END[row.vpa] ?? later ?? row.status);
    if (row.status !== 'failed') return;
    expect(stream.resource.last_error).toMatchObject({ reason: row.reason, network_code: row.npci_code });
  });

  it('late@sandbox fails after 10 s and is authorized late after 40 s', () => {
    const stream = created(byVpa('late@sandbox'));
    const states: [number, string][] = [];
    const dueAtMs = (state: PaymentState): number | null => aggregate.timer?.dueAtMs(state) ?? null;
    for (let dueMs = dueAtMs(stream.state); dueMs !== null; dueMs = dueAtMs(stream.state)) {
      stream.send('payments.wake', {}, dueMs);
      states.push([(dueMs - NOW_MS) / 1000, stream.resource.status]);
    }
    expect(states).toEqual([
      [10, 'failed'],
      [40, 'captured'],
    ]);
    expect(stream.types).toContain('payment.late_authorized');
    expect(stream.resource.late_authorized).toBe(true);
  });

  it('expired@sandbox says why', () => {
    const stream = created(byVpa('expired@sandbox'));
    expect(stream.resource.next_action).toMatchObject({ type: 'upi_collect', vpa: 'expired@sandbox' });
    stream.wakeUntilQuiet();
    expect(stream.resource.last_error).toMatchObject({ reason: 'payment_collect_request_expired', network_code: 'U69' });
  });

  it.each(['invalid@sandbox', 'testinvalid@gocash'])('%s is refused and no payment comes of it', (vpa) => {
    const stream = new PaymentStream();
    expect(stream.send('payments.create', byVpa(vpa))).toMatchObject({
      accepted: false,
      refusal: { code: 'parameter_invalid', details: { param: 'upi.vpa', reason: 'invalid_vpa' } },
    });
    expect(stream.types).toEqual([]);
  });
});

describe('amounts, end to end of a decision', () => {
  it.each(vectors.amounts_minor_inr)('$amount is $status', (row) => {
    const { resource } = created({ ...PLAIN, amount: row.amount });
    expect(resource.status).toBe(row.status);
    expect(resource.last_error?.reason).toBe(row.reason);
  });
});

describe('the other ways to ask', () => {
  it('a list of methods waits in created, with the checkout to send the customer to', () => {
    const { resource, types } = created({ ...PLAIN, instrument: undefined, methods: ['upi', 'card'] });
    expect(types).toEqual(['payment.created']);
    expect(resource).toMatchObject({
      status: 'created',
      payment_method: null,
      payment_methods: ['upi', 'card'],
      checkout_url: `http://pay.test/checkout/${ID}`,
      expires_at: NOW_MS / 1000 + 600,
    });
  });

  it('an intent link waits for the customer, then expires', () => {
    const stream = created({ ...PLAIN, returnUrl: 'https://shop.test' });
    expect(stream.resource.next_action).toMatchObject({
      type: 'upi_intent',
      intent_url: expect.stringContaining('upi://pay?pa=merchant@sandbox'),
      apps: { phonepe: expect.stringContaining('phonepe://upi/pay?') },
    });
    stream.wakeUntilQuiet();
    expect(stream.resource.status).toBe('expired');
  });

  it('manual capture waits in authorized, charges for what is captured, and runs out after three days', () => {
    const card = { scenario: '0000', brand: 'visa', last4: '0005', expiryMonth: 12, expiryYear: 2030, international: false } as const;
    const manual: CreatePaymentPayload = { ...PLAIN, methods: ['card'], instrument: { method: 'card', card }, captureMethod: 'manual' };
    const stream = created(manual);
    expect(stream.resource).toMatchObject({ status: 'authorized', amount_capturable: 50_000, capture_before_at: NOW_MS / 1000 + 259_200 });
    stream.send('payments.capture', { amount: 10_000 });
    expect(stream.resource).toMatchObject({ status: 'captured', amount_captured: 10_000, fee: 200, tax: 36, net_amount: 9_764 });
    const forgotten = created(manual);
    forgotten.wakeUntilQuiet();
    expect(forgotten.resource).toMatchObject({ status: 'cancelled', cancellation_reason: 'uncaptured_expired' });
  });

  it('shows the capture window that holds for the payment in each of its events: the one it asked for, or that of the installation', () => {
    const shown = (payload: CreatePaymentPayload): unknown[] => {
      const objects = created(payload).published.map((event) => (event?.data.object as PaymentResource).capture_window_seconds);
      return [...new Set(objects)];
    };
    expect(shown({ ...PLAIN, captureMethod: 'manual', captureWindowMs: 3_600_000 })).toEqual([3_600]);
    expect(shown({ ...PLAIN, captureMethod: 'manual' })).toEqual([259_200]);
    expect(shown(PLAIN)).toEqual([null]);
  });

  it('shows as capture_before_at the authorization and the capture window, to the second, whatever both are', () => {
    const windows = fc.integer({ min: CAPTURE_WINDOW_SECONDS.min, max: CAPTURE_WINDOW_SECONDS.max });
    fc.assert(
      fc.property(windows, fc.integer({ min: NOW_MS, max: 2 * NOW_MS }), (seconds, nowMs) => {
        const stream = new PaymentStream();
        stream.send('payments.create', { ...PLAIN, captureMethod: 'manual', captureWindowMs: seconds * 1_000 }, nowMs);
        const { status, capture_window_seconds, capture_before_at, authorized_at } = stream.resource;
        expect([status, capture_window_seconds]).toEqual(['authorized', seconds]);
        expect(Number(capture_before_at) - Number(authorized_at)).toBe(seconds);
      }),
      { numRuns: 200 },
    );
  });

  it('sync asks the processor now', () => {
    const stream = created(byVpa('slow@sandbox'));
    stream.send('payments.sync', {}, NOW_MS + 29_999);
    expect(stream.resource.status).toBe('processing');
    stream.send('payments.sync', {}, NOW_MS + 30_000);
    expect(stream.resource.status).toBe('captured');
  });

  it('a confirm begins another attempt with another instrument', () => {
    const stream = created({ ...byVpa('insufficient@sandbox'), methods: ['upi', 'card'] });
    const declined = stream.send('payments.confirm', { instrument: { method: 'upi', flow: 'collect', vpa: 'wrongpin@sandbox' } });
    expect(declined).toMatchObject({ accepted: true, status: 402 });
    stream.send('payments.confirm', { instrument: { method: 'card', card: null } });
    expect(stream.resource).toMatchObject({ status: 'captured', attempt_count: 3, payment_method: 'card', last_error: null });
  });
});

it('keeps a plain payment small: one snapshot is written with every commit', () => {
  const { state } = created(PLAIN);
  expect(JSON.stringify(state).length).toBeLessThan(700);
});
