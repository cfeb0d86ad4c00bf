import {
  COMMAND_TOPIC,
  appendQuery,
  EVENT_TOPIC,
  newId,
  shardOfAccount,
  type Command,
  type CreatePaymentPayload,
  type EventMessage,
  type ListPage,
  type ListQuery,
  type PaymentCommandPayloads,
  type PaymentCommandType,
  type PaymentResource,
  type PublicEvent,
  type RefundResource,
  type Reply,
} from '#contracts';
import { createInProcessBus, type Bus, type DeadLetter } from '#messaging';
import type { PersonalData } from '#personal-data';
import { createLogger, Health, Metrics, SystemRandom, type RunningApp } from '#service';
import { askDatabase, FixedClock, serveSome, testDatabase, type TakesPartition, type TestDatabase, testPersonalData } from '#testing';
import { migratePayments, PaymentsConfig, startPayments } from '../src/index';

const TOKEN = 'internal-token-of-the-payments-suite';

/** A payment of ₹500.00 by UPI, as the gateway would ask for it. */
export const PLAIN: CreatePaymentPayload = {
  amount: 50_000,
  currency: 'INR',
  methods: ['upi'],
  instrument: { method: 'upi', flow: 'intent', vpa: null },
  captureMethod: 'automatic',
};

/** The same with a VPA of the sandbox. */
export function byVpa(vpa: string): CreatePaymentPayload {
  return { ...PLAIN, instrument: { method: 'upi', flow: 'collect', vpa } };
}

/** A live one that asks the customer in her app: a processor needs to know her for that. */
export const COLLECT: CreatePaymentPayload = {
  ...byVpa('asha@okaxis'),
  customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
};

/** What the service answers to a webhook: the commands that the gateway is to send, or why it does not believe it. */
export interface WebhookAnswer {
  status: number;
  commands?: Command[];
  code?: string;
  details?: { reason?: string };
}

/** The payments service on a real Postgres and the in-process bus, with a clock that the test moves. */
export class PaymentsUnderTest {
  readonly clock = new FixedClock();
  readonly random = new SystemRandom();
  readonly accountId = newId('account', 0, this.clock.nowMs(), this.random);
  readonly messages: EventMessage[] = [];
  readonly deadLetters: DeadLetter[] = [];
  /** While true the broker takes no events: what is committed waits. */
  isBrokerAway = false;
  private bus: Bus | undefined;
  private app: RunningApp | undefined;
  private metrics: Metrics | undefined;
  private personalData: PersonalData | undefined;

  private constructor(
    readonly database: TestDatabase,
    private readonly settings: Partial<PaymentsConfig>,
    private readonly takes: TakesPartition = () => true,
  ) {}

  static async start(settings: Partial<PaymentsConfig> = {}): Promise<PaymentsUnderTest> {
    return PaymentsUnderTest.startOn(await testDatabase('payments', migratePayments), settings);
  }

  /** One more process of the service, on a database that is there. @param takes by default every partition that is free. */
  static async startOn(database: TestDatabase, settings: Partial<PaymentsConfig> = {}, takes?: TakesPartition): Promise<PaymentsUnderTest> {
    const payments = new PaymentsUnderTest(database, settings, takes);
    await payments.startService();
    return payments;
  }

  async startService(): Promise<void> {
    const { clock, random } = this;
    const logger = createLogger({ service: 'payments', level: 'silent' });
    const metrics = new Metrics();
    const bus = this.watched(
      createInProcessBus({ clock, logger, observer: { deadLettered: (letter) => void this.deadLetters.push(letter) } }),
    );
    await bus.start();
    await bus.consumeEvents(EVENT_TOPIC.payments, 'suite', async (messages) => void this.messages.push(...messages));
    const config = Object.assign(new PaymentsConfig(), { databaseUrl: this.database.url, internalToken: TOKEN }, this.settings);
    this.personalData = testPersonalData(this.database.url, { clock, random });
    this.app = await startPayments(config, { bus, logger, clock, random, health: new Health(), metrics, personalData: this.personalData });
    this.bus = bus;
    this.metrics = metrics;
  }

  async stopService(): Promise<void> {
    await this.app?.stop();
    await this.bus?.stop();
    await this.personalData?.close();
    this.metrics?.registry.clear();
    this.app = undefined;
  }

  async end(): Promise<void> {
    await this.stopService();
    await this.database.drop();
  }

  /** A new payment id of the suite's account. */
  newPaymentId(): string {
    return this.newId('payment');
  }

  newId(kind: 'payment' | 'refund'): string {
    return newId(kind, shardOfAccount(this.accountId), this.clock.nowMs(), this.random);
  }

  command<TType extends PaymentCommandType>(
    type: TType,
    payload: PaymentCommandPayloads[TType],
    change: Partial<Command> = {},
  ): Command<TType, PaymentCommandPayloads[TType]> {
    const commandId = this.random.uuid();
    const nowMs = this.clock.nowMs();
    return {
      commandId,
      streamId: this.newPaymentId(),
      accountId: this.accountId,
      livemode: false,
      idempotency: null,
      actor: { kind: 'api_key', id: 'key_1', address: null },
      requestId: 'req_1',
      correlationId: commandId,
      causationId: null,
      issuedAtMs: nowMs,
      deadlineAtMs: nowMs + 30_000,
      ...change,
      type,
      payload,
    };
  }

  send(command: Command): Promise<Reply> {
    if (this.bus === undefined) throw new Error('The service is not running.');
    return this.bus.send(COMMAND_TOPIC.payments, command);
  }

  create(payload: CreatePaymentPayload = PLAIN, change: Partial<Command> = {}): Promise<Reply> {
    return this.send(this.command('payments.create', payload, change));
  }

  /** As the gateway asks: by id, with the account and the mode of the caller. */
  get(id: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
    return this.ask(`/internal/payments/${id}`, headers);
  }

  /** Any internal query. */
  async ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
    const given = { 'x-internal-token': TOKEN, 'x-hundi-account': this.accountId, 'x-hundi-livemode': 'false', ...headers };
    const response = await fetch(`${this.app?.url}${path}`, { headers: given });
    return { status: response.status, text: await response.text() };
  }

  /** A page of a list. */
  async list(path: string, query: Partial<ListQuery> = {}): Promise<ListPage<PaymentResource>> {
    const { status, text } = await this.ask(appendQuery(path, query));
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text) as ListPage<PaymentResource>;
  }

  async payment(id: string, headers: Record<string, string> = {}): Promise<PaymentResource> {
    return JSON.parse((await this.get(id, headers)).text) as PaymentResource;
  }

  async refund(id: string): Promise<RefundResource> {
    return JSON.parse((await this.ask(`/internal/refunds/${id}`)).text) as RefundResource;
  }

  async statusOf(id: string, headers: Record<string, string> = {}): Promise<string> {
    return (await this.payment(id, headers)).status;
  }

  /** As the gateway passes a processor's webhook on: the raw body, and the processor's headers under a prefix. */
  async webhook(processor: string, { headers, rawBody }: { headers: Record<string, string>; rawBody: Uint8Array }): Promise<WebhookAnswer> {
    const passed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`webhook-of-${name}`, value]));
    const own = { 'x-internal-token': TOKEN, 'content-type': 'application/octet-stream' };
    const response = await fetch(`${this.app?.url}/internal/processor_webhooks/${processor}`, {
      method: 'POST',
      headers: { ...passed, ...own },
      body: Buffer.from(rawBody),
    });
    return { status: response.status, ...((await response.json()) as Omit<WebhookAnswer, 'status'>) };
  }

  /** Asks the database of the service. */
  rows<TRow extends object>(text: string, values: unknown[] = []): Promise<TRow[]> {
    return askDatabase(this.database.url, text, values);
  }

  /** Types of all stored events of one stream, oldest first. */
  async typesOf(streamId: string): Promise<string[]> {
    const found = await this.rows<{ type: string }>('select type from payments.events where stream_id = $1 order by version', [streamId]);
    return found.map(({ type }) => type);
  }

  /** The value of one series of the service's metrics; undefined when there is none. */
  async metric(series: string): Promise<number | undefined> {
    const lines = (await this.metrics?.registry.metrics())?.split('\n') ?? [];
    const line = lines.find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  }

  /** Public events of one payment in the order in which they arrived, each once. */
  eventsOf(id: string): PublicEvent<PaymentResource>[] {
    const own = this.messages.filter(({ key }) => key === id).map(({ value }) => JSON.parse(value) as PublicEvent<PaymentResource>);
    return [...new Map(own.map((event) => [event.id, event])).values()];
  }

  private watched(bus: Bus): Bus {
    const publish = bus.publish.bind(bus);
    serveSome(bus, this.takes);
    bus.publish = (topic, messages) => (this.isBrokerAway ? Promise.reject(new Error('The broker is away.')) : publish(topic, messages));
    return bus;
  }
}

export function paymentOf(reply: Reply): PaymentResource {
  return JSON.parse(reply.body ?? 'null') as PaymentResource;
}
