import { isBankHoliday, newId, type Command, type PublicEvent, type Random, type Refusal, type StoredEvent } from '#contracts';
import type { FollowUp } from '#decider';
import type { AggregateDefinition, Snapshot } from '#event-store';
import { decideInMemory, FOLLOW_UP_DEPTH_MAX, FOLLOW_UPS_MAX } from '#event-store';
import { DEFAULT_PAYMENT_RULES, type PaymentRules } from '../src/payment/decide/rules';
import { DEFAULT_REFUND_RULES, type RefundRules } from '../src/refund/decide/rules';
import { defineAccountRules } from '../src/account-rules/aggregate';
import { definePayment } from '../src/payment/aggregate';
import { defineBalanceTransaction } from '../src/customer-balance-transaction/aggregate';
import { defineCustomer } from '../src/customer/aggregate';
import { DEFAULT_CUSTOMER_RULES } from '../src/customer/decide/rules';
import { defineDebit } from '../src/debit/aggregate';
import { defineMandate } from '../src/mandate/aggregate';
import { DEFAULT_RAILS_CONFIG } from '../src/mandate/decide/rails';
import { defineInvoice } from '../src/invoice/aggregate';
import { DEFAULT_INVOICE_RULES } from '../src/invoice/decide/rules';
import { DEFAULT_GST_RULES } from '../src/invoice/decide/gst-rates';
import { defineInvoiceSeries } from '../src/invoice-series/aggregate';
import { DEFAULT_RETENTION_RULES } from '../src/invoice-series/retention';
import { definePaymentReference } from '../src/reference/aggregate';
import { defineRefund } from '../src/refund/aggregate';
import { definePaymentMethod } from '../src/payment-method/aggregate';
import { definePlan } from '../src/plan/aggregate';
import { defineRegistry } from '../src/registry/aggregate';
import { usualInstrument } from '../src/processors/sandbox/mandates';
import { defineSubscription } from '../src/subscription/aggregate';
import { DEFAULT_SUBSCRIPTION_RULES } from '../src/subscription/decide/rules';
import { defineTaxSettings } from '../src/tax-settings/aggregate';
import { railsOfProcessors } from '../src/processors/routing/rails-of-processors';
import { ProcessorRegistry } from '../src/processors/routing/registry';
import { SandboxProcessor } from '../src/processors/sandbox/sandbox';
import { DraftedStreams } from './drafted-streams';
import { options } from './payment-stream';

/** What a command came to. */
export type Answer = { status: number; streamId: string; body: unknown } | { refusal: Refusal };

const SHARD = 7;
const STREAM_TYPES: Readonly<Record<string, string>> = {
  pay: 'payment',
  rfnd: 'refund',
  pref: 'payment_reference',
  cust: 'customer',
  cbtxn: 'customer_balance_transaction',
  mandate: 'mandate',
  debit: 'debit',
  inv: 'invoice',
  invser: 'invoice_series',
  tax: 'tax_settings',
  acrules: 'account_rules',
  sub: 'subscription',
  plan: 'plan',
  plreg: 'plan_registry',
  subreg: 'subscription_registry',
  clksubreg: 'clock_subscription_registry',
  pm: 'payment_method',
};
const payee = { vpa: 'merchant@sandbox', name: 'Acme Stores', merchantCategory: '5411', publicUrl: options.publicUrl };

/**
 * The streams of one account in memory: a command and all that follows from it are decided and kept together, or not at
 * all, as the event store does it, at the times the test names.
 */
export class StreamsInMemory {
  readonly accountId = 'acct_0QvAb12c07ABCDEFGHIJKLMN';
  readonly streams = new Map<string, Snapshot>();
  readonly log: { streamId: string; type: string; data: unknown }[] = [];
  readonly published: PublicEvent[] = [];
  private readonly livemode: boolean;
  private readonly answered = new Map<string, Answer>();
  readonly aggregates: readonly AggregateDefinition[];
  private counter = 0;
  /** Of the commit that is decided. */
  private members = 0;

  /** @param live the processors of live mode; with them the account is in live mode. */
  constructor(rules: Partial<PaymentRules> = {}, refundRules: Partial<RefundRules> = {}, live?: ProcessorRegistry) {
    this.livemode = live !== undefined;
    const sandbox = new SandboxProcessor(payee);
    const none = new ProcessorRegistry([]);
    const registry = live ?? none;
    const rails = { ...DEFAULT_RAILS_CONFIG, processors: railsOfProcessors(registry) };
    const debitRules = { ...rails, isHoliday: isBankHoliday };
    this.aggregates = [
      definePayment({ ...options, rules: { ...DEFAULT_PAYMENT_RULES, ...rules }, processors: { sandbox, test: none, live: registry } }),
      defineRefund({
        rules: { ...DEFAULT_REFUND_RULES, ...refundRules },
        findInstant: (name) => (name === sandbox.name ? sandbox : undefined),
      }),
      definePaymentReference(),
      defineCustomer({ rules: DEFAULT_CUSTOMER_RULES }),
      defineMandate({ ...options, rules: { ...rails, mcc: null }, sandbox: { name: sandbox.name, rail: sandbox.rail }, live: registry }),
      defineDebit({ rules: debitRules, rail: sandbox.rail }),
      defineInvoice({ ...options, rules: DEFAULT_INVOICE_RULES, debits: { rules: debitRules, rail: sandbox.rail } }),
      defineSubscription({
        ...options,
        rules: { ...DEFAULT_SUBSCRIPTION_RULES, ...rails },
        refundWindowMs: { ...DEFAULT_PAYMENT_RULES, ...rules }.refundWindowMs,
        sandbox: { rail: sandbox.rail, usualInstrument },
        live: registry,
      }),
      definePlan({ rules: DEFAULT_GST_RULES }),
      defineRegistry('plan'),
      defineRegistry('subscription'),
      defineRegistry('clockSubscription'),
      definePaymentMethod(),
      defineBalanceTransaction(),
      defineInvoiceSeries({ rules: DEFAULT_RETENTION_RULES }),
      defineTaxSettings({ rules: DEFAULT_GST_RULES }),
      defineAccountRules(),
    ];
  }

  newId(kind: 'payment' | 'refund' | 'customer' | 'mandate' | 'debit' | 'invoice' | 'subscription' | 'plan', nowMs: number): string {
    return newId(kind, SHARD, nowMs, this.counting());
  }

  send(type: string, streamId: string, payload: unknown, nowMs: number): Answer {
    return this.submit({ type, streamId, payload, commandId: `command ${++this.counter}` }, nowMs);
  }

  /** The same id again is the same command again: it gets its stored answer. */
  submit(command: FollowUp & { commandId: string }, nowMs: number): Answer {
    const known = this.answered.get(command.commandId);
    if (known !== undefined) return known;
    const draft = new DraftedStreams(this.streams, this.livemode);
    this.members = 0;
    const answer = this.settle(draft, command, nowMs, 0);
    this.answered.set(command.commandId, answer);
    if (!('refusal' in answer)) this.keep(draft, nowMs);
    return answer;
  }

  /** What a command would come to: nothing is kept. */
  dry(type: string, streamId: string, payload: unknown, nowMs: number): Answer {
    this.members = 0;
    return this.settle(new DraftedStreams(this.streams, this.livemode), { type, streamId, payload }, nowMs, 0);
  }

  /** When a stream is due next, ms since the epoch; null for never. */
  nextDueMs(): number | null {
    const due = [...this.streams].flatMap(([id, { state }]) => this.aggregateOf(id).timer?.dueAtMs(state) ?? []);
    return due.length === 0 ? null : Math.min(...due);
  }

  /** Wakes every stream that is due at `nowMs`, until nothing is. */
  wakeDue(nowMs: number): void {
    for (let rounds = 0; rounds < 100; rounds++) {
      const due = [...this.streams].filter(([id, { state }]) => (this.aggregateOf(id).timer?.dueAtMs(state) ?? Infinity) <= nowMs);
      if (due.length === 0) return;
      for (const [id] of due) this.send(this.aggregateOf(id).timer?.commandType ?? '', id, {}, nowMs);
    }
    throw new Error('the streams never came to rest');
  }

  resource = <TResource>(streamId: string): TResource => {
    const snapshot = this.streams.get(streamId);
    if (snapshot === undefined) throw new Error(`no stream ${streamId}`);
    return this.aggregateOf(streamId).render(snapshot) as TResource;
  };

  /** Types of the events of one stream, in short. */
  typesOf(streamId: string): string[] {
    return this.log.filter((event) => event.streamId === streamId).map(({ type }) => type);
  }

  /** Types of the events that everything published, in order, from an index on. */
  publishedTypes(index = 0): string[] {
    return this.published.slice(index).map(({ type }) => type);
  }

  aggregateOf = (streamId: string): AggregateDefinition => {
    const prefix = streamId.slice(0, streamId.indexOf('_'));
    const kind = STREAM_TYPES[prefix];
    const found = this.aggregates.find(({ streamType }) => streamType === kind);
    if (found === undefined) throw new Error(`no aggregate for ${streamId}`);
    return found;
  };

  private settle(draft: DraftedStreams, { type, streamId, payload }: FollowUp, nowMs: number, depth: number): Answer {
    this.count(type, depth);
    const aggregate = this.aggregateOf(streamId);
    const before = draft.find(streamId);
    const command = { type, payload, streamId, livemode: this.livemode, accountId: this.accountId } as Command;
    const decision = decideInMemory(aggregate, command, before?.state ?? aggregate.initialState, {
      nowMs,
      related: (id) => draft.find(id),
    });
    if (!decision.accepted) return { refusal: decision.refusal };
    for (const event of decision.events) draft.append(aggregate, streamId, event, nowMs);
    const own: Answer = { status: decision.status, streamId, body: null };
    const answers = this.follow(draft, decision.followUps ?? [], nowMs, depth + 1);
    const refused = answers.find((answer) => 'refusal' in answer);
    return refused ?? this.rendered(draft, answers[decision.answeredBy ?? -1] ?? own);
  }

  /** As the event store does. */
  private count(type: string, depth: number): void {
    this.members++;
    if (depth > FOLLOW_UP_DEPTH_MAX || this.members > FOLLOW_UPS_MAX + 1) throw new Error(`${type}: too many follow-ups`);
  }

  /** In order, until one is refused. */
  private follow(draft: DraftedStreams, followUps: readonly FollowUp[], nowMs: number, depth: number): Answer[] {
    const answers: Answer[] = [];
    for (const followUp of followUps) {
      const answer = this.settle(draft, followUp, nowMs, depth);
      answers.push(answer);
      if ('refusal' in answer) break;
    }
    return answers;
  }

  private rendered(draft: DraftedStreams, answer: Answer): Answer {
    if ('refusal' in answer) return answer;
    const snapshot = draft.find(answer.streamId);
    return { ...answer, body: snapshot && this.aggregateOf(answer.streamId).render(snapshot) };
  }

  private keep(draft: DraftedStreams, nowMs: number): void {
    for (const { streamId, event, before, after } of draft.events) {
      this.log.push({ streamId, type: event.type, data: event.data });
      this.streams.set(streamId, after);
      const { isPublic } = this.aggregateOf(streamId).eventTypes[event.type] as { isPublic: boolean };
      const meta = { requestId: null, idempotencyKey: null, sequence: isPublic ? after.head.sequence : null };
      const about = {
        accountId: this.accountId,
        livemode: this.livemode,
        correlationId: 'c',
        causationId: null,
        occurredAtMs: nowMs,
        streamId,
      };
      const stored = { ...event, ...about, eventId: 'evt_0VB3xQ9k42mN3pQrStUvWxYz', meta } as unknown as StoredEvent;
      const published = this.aggregateOf(streamId).publish?.(stored, before, after) ?? null;
      if (published !== null) this.published.push(published);
    }
  }

  private counting(): Random {
    return { bytes: (count) => Uint8Array.from({ length: count }, () => ++this.counter % 62), uuid: () => `${++this.counter}` };
  }
}

/** @throws what it was refused for. */
export function accepted(answer: Answer): void {
  if (!('refusal' in answer)) return;
  const { code, details } = answer.refusal;
  throw new Error([code, details?.param, details?.reason, details?.message].filter(Boolean).join(' '));
}
