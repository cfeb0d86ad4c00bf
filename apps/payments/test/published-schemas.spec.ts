import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { AMOUNT_PLANS, PAYMENT_EVENT_TYPES, REFUND_EVENT_TYPES, VPA_PLANS, type CreatePaymentPayload, type PublicEvent } from '#contracts';
import { NOW_MS, PLAIN, PaymentStream, byVpa, created } from './payment-stream';
import { StreamsInMemory } from './streams-in-memory';

const SCHEMAS = resolve(__dirname, '../../../docs/reference/events/schemas');
const validators = new Map<string, ValidateFunction>();

function problemsOf(event: PublicEvent): string[] {
  const validate = validators.get(event.type) ?? compile(event.type);
  validators.set(event.type, validate);
  // The stream in memory counts its event ids; everything else is as merchants get it.
  const isValid = validate({ ...event, id: 'evt_0VB3xQ9k42mN3pQrStUvWxYz' });
  return isValid ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${event.type} ${instancePath} ${message ?? ''}`);
}

function compile(type: string): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats(ajv);
  for (const resource of ['payment', 'refund']) ajv.addSchema(readSchema(`resources/${resource}`));
  return ajv.compile(readSchema(type));
}

function readSchema(name: string): object {
  return JSON.parse(readFileSync(join(SCHEMAS, `${name}.json`), 'utf8')) as object;
}

function eventsOf(stream: PaymentStream): PublicEvent[] {
  return stream.published.filter((event) => event !== null);
}

/** Lives that reach every public event type the domain can emit. */
function lives(): [string, PaymentStream][] {
  const manual = created({ ...PLAIN, captureMethod: 'manual' });
  manual.send('payments.update', { description: 'Order 1002' });
  manual.send('payments.capture', { amount: 30_000 });
  for (const [refundId, amount] of [
    ['rfnd_1', 10_000],
    ['rfnd_2', 20_000],
  ] as const) {
    manual.send('payments.request_refund', { refundId, amount, reason: 'requested_by_customer' });
    manual.send('payments.refund_processed', { refundId });
  }
  const cancelled = created({ ...PLAIN, captureMethod: 'manual' });
  cancelled.send('payments.cancel', { reason: 'requested_by_customer' });
  const payloads = [...Object.keys(VPA_PLANS).map((local) => byVpa(`${local}@sandbox`)), ...amounts()];
  const bySandbox = payloads.map((payload): [string, PaymentStream] => [nameOf(payload), lived(payload)]);
  // A VPA that does not exist is refused, and nothing is published about it.
  const accepted = bySandbox.filter(([, stream]) => stream.types.length > 0);
  return [['captured and refunded by hand', manual], ['cancelled', cancelled], ...accepted];
}

function amounts(): CreatePaymentPayload[] {
  return Object.keys(AMOUNT_PLANS).map((amount) => ({ ...PLAIN, amount: Number(amount) }));
}

function nameOf(payload: CreatePaymentPayload): string {
  const vpa = payload.instrument?.method === 'upi' ? payload.instrument.vpa : null;
  return vpa ?? `an amount of ${payload.amount}`;
}

/** Created in test mode, and woken until nothing is due any more. */
function lived(payload: CreatePaymentPayload): PaymentStream {
  const stream = new PaymentStream();
  if (stream.send('payments.create', payload).accepted) stream.wakeUntilQuiet();
  return stream;
}

/** Refunds that end in every way there is. */
function refundsOfEveryKind(): PublicEvent[] {
  const streams = new StreamsInMemory();
  const paymentId = streams.newId('payment', NOW_MS);
  streams.send('payments.create', paymentId, PLAIN, NOW_MS);
  const outcomes = ['processed', 'failed', 'pending', 'slow', 'instant_falls_back', 'refund_returned'];
  for (const sandbox_outcome of outcomes) {
    const refundId = streams.newId('refund', NOW_MS);
    const asked = { refundId, amount: 1_000, reason: 'other', speed: 'instant', metadata: { sandbox_outcome } };
    streams.send('payments.request_refund', paymentId, asked, NOW_MS);
    streams.send('refunds.update', refundId, { description: 'Seen' }, NOW_MS);
    if (sandbox_outcome === 'pending') streams.send('refunds.cancel', refundId, {}, NOW_MS);
  }
  streams.wakeDue(NOW_MS + 60_000);
  return streams.published;
}

/** A second processor is tried, or one refuses a capture. */
const OF_A_NETWORK = /^attempt\.|^payment\.capture_failed$/;

describe('the published schemas', () => {
  it('accept every event of refunds, and of the payment they belong to', () => {
    const events = refundsOfEveryKind();
    expect(events.flatMap(problemsOf)).toEqual([]);
    const types = new Set(events.map(({ type }) => type).filter((type) => type.startsWith('refund.')));
    expect([...types].sort()).toEqual([...REFUND_EVENT_TYPES].sort());
  });

  const all = lives();

  it.each(all)('accept every event of a payment that is %s', (_name, stream) => {
    const events = eventsOf(stream);
    expect(events.length).toBeGreaterThan(0);
    expect(events.flatMap(problemsOf)).toEqual([]);
  });

  it('are held against every type but those of processors behind a network, which a sandbox alone is not', () => {
    const types = new Set(all.flatMap(([, stream]) => eventsOf(stream).map(({ type }) => type)));
    expect([...types].sort()).toEqual(PAYMENT_EVENT_TYPES.filter((type) => !OF_A_NETWORK.test(type)).sort());
  });
});
