import type { Command, CreatePaymentPayload, PaymentCommandPayloads, PaymentCommandType, PaymentResource, StoredEvent } from '#contracts';
import type { Snapshot } from '#event-store';
import { decideInMemory } from '#event-store';
import { definePayment } from '../src/payment/aggregate';
import type { PaymentEvent } from '../src/payment/events';
import type { PaymentState } from '../src/payment/state';
import { DEFAULT_PAYMENT_RULES } from '../src/payment/decide/rules';
import type { PaymentProcessor } from '../src/processors/processor';
import { ProcessorRegistry } from '../src/processors/routing/registry';
import { SandboxProcessor } from '../src/processors/sandbox/sandbox';
import { PAYMENT_EVENT_DEFINITIONS, paymentPublisher } from '../src/payment/publish';

export const NOW_MS = 1_795_219_200_000;
export const ID = 'pay_0QvAb12c07ABCDEFGHIJKLMN';
export const options = { publicUrl: 'http://pay.test' };
const payee = { vpa: 'merchant@sandbox', name: 'Acme Stores', merchantCategory: '5411', publicUrl: options.publicUrl };
const sandbox = new SandboxProcessor(payee);
const none = new ProcessorRegistry([]);
export const aggregate = definePayment({
  ...options,
  rules: DEFAULT_PAYMENT_RULES,
  processors: { sandbox, test: none, live: none },
});

/** Processors behind a network that can do what the sandbox can; a spec never calls them. */
const network = ['acquirer', 'other'].map((name) => ({ name, capabilities: () => sandbox.capabilities() }) as unknown as PaymentProcessor);
/** The payment where test mode has two of them beside the sandbox. */
export const withNetwork = definePayment({
  ...options,
  rules: DEFAULT_PAYMENT_RULES,
  processors: { sandbox, test: new ProcessorRegistry(network), live: none },
});

export const PLAIN: CreatePaymentPayload = {
  amount: 50_000,
  currency: 'INR',
  methods: ['upi'],
  instrument: { method: 'upi', flow: 'intent', vpa: null },
  captureMethod: 'automatic',
};
export const byVpa = (vpa: string): CreatePaymentPayload => ({ ...PLAIN, instrument: { method: 'upi', flow: 'collect', vpa } });

/** A stream in memory: decides, stores and publishes as the event store does, at the times the test names. */
export class PaymentStream {
  state: PaymentState = aggregate.initialState;
  readonly types: string[] = [];
  readonly published: ReturnType<ReturnType<typeof paymentPublisher>>[] = [];
  private head = { streamId: ID, accountId: 'acct_1', livemode: false, version: 0, sequence: 0, createdAtMs: 0, updatedAtMs: 0 };

  constructor(private readonly played = aggregate) {}

  send<TType extends PaymentCommandType>(type: TType, payload: PaymentCommandPayloads[TType], nowMs = NOW_MS, livemode = false) {
    const command = { type, payload, streamId: ID, livemode, accountId: 'acct_1' } as unknown as Command;
    const decision = decideInMemory(this.played, command, this.state, { nowMs, related: () => null });
    if (decision.accepted) for (const event of decision.events) this.append(event, nowMs);
    return decision;
  }

  wakeUntilQuiet(): void {
    for (let wakes = 0; wakes < 20; wakes++) {
      const dueMs = this.played.timer?.dueAtMs(this.state) ?? null;
      if (dueMs === null) return;
      this.send('payments.wake', {}, dueMs);
    }
    throw new Error('the payment never came to rest');
  }

  get resource(): PaymentResource {
    return this.played.render(this.snapshot()) as PaymentResource;
  }

  private snapshot(): Snapshot<PaymentState> {
    return { head: { ...this.head }, state: this.state };
  }

  private append(event: PaymentEvent, occurredAtMs: number): void {
    const before = this.head.version === 0 ? null : this.snapshot();
    const { isPublic } = PAYMENT_EVENT_DEFINITIONS[event.type];
    this.state = this.played.evolve(this.state, event);
    const createdAtMs = before === null ? occurredAtMs : this.head.createdAtMs;
    const sequence = this.head.sequence + (isPublic ? 1 : 0);
    const updatedAtMs = isPublic ? occurredAtMs : this.head.updatedAtMs;
    this.head = { ...this.head, version: this.head.version + 1, sequence, createdAtMs, updatedAtMs };
    this.types.push(event.type);
    const meta = {
      actor: { kind: 'system', id: 'spec', address: null },
      requestId: 'req_1',
      idempotencyKey: 'k',
      sequence: isPublic ? sequence : null,
    };
    const stored = {
      ...event,
      eventId: `evt_${this.head.version}`,
      streamId: ID,
      occurredAtMs,
      meta,
      accountId: 'acct_1',
      correlationId: 'cmd_1',
      causationId: 'cmd_1',
      livemode: false,
    };
    this.published.push(paymentPublisher(options)(stored as unknown as StoredEvent<PaymentEvent>, before, this.snapshot()));
  }
}

/** The stream of a payment that was just created. @throws Error when it was refused. */
export function created(payload: CreatePaymentPayload, played = aggregate): PaymentStream {
  const stream = new PaymentStream(played);
  const decision = stream.send('payments.create', payload);
  if (!decision.accepted) throw new Error(`the payment was refused: ${decision.refusal.code}`);
  if (decision.status !== 201) throw new Error(`a create answers 201, not ${decision.status}`);
  return stream;
}
