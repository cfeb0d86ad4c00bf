import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { findFreePort } from '#embedded';
import { KAFKA_ROLES } from '#messaging';
import { askDatabase, startSecuredKafka, startSecuredPostgres, type SecuredKafka, type SecuredPostgres } from '#testing';
import { loginEnvironment, loginUrlsOf } from '../src/login-urls';
import { migrateAll } from '../src/migrations';
import { makeKey, settingsOf, startProcess, type ClusterProcess } from './cluster';
import { EventReceiver } from './event-receiver';
import { runProgram } from './run-program';

/** A login of the broker that no process of Hundi uses. */
export const STRANGER = 'stranger';

const APPS = ['payments', 'kyc', 'webhooks', 'gateway'] as const;
const PASSWORDS = { gateway: 'of-gateway', payments: 'of-payments', kyc: 'of-kyc', webhooks: 'of-webhooks', operator: 'of-operator' };

/** A message to produce. */
export type RawMessage = Pick<KafkaMessage, 'key' | 'value' | 'headers'>;
/** A message that was read, and where. */
export type ReadMessage = KafkaMessage & { partition: number };

/** The four apps on a broker and a Postgres that refuse connections without TLS and a login, each with the rights of the documentation only. */
export class SecuredHundi {
  readonly apps = new Map<string, ClusterProcess>();
  apiKey = '';
  baseUrl = '';

  private constructor(
    readonly kafka: SecuredKafka,
    readonly postgres: SecuredPostgres,
    readonly receiver: EventReceiver,
  ) {}

  static async start(): Promise<SecuredHundi> {
    const servers = [startSecuredKafka([...KAFKA_ROLES, STRANGER]), startSecuredPostgres(), EventReceiver.open()] as const;
    const hundi = new SecuredHundi(...(await Promise.all(servers)));
    await hundi.startApps();
    return hundi;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apps.values()].map((app) => app.end('SIGKILL')));
    await Promise.all([this.receiver.close(), this.kafka.stop(), this.postgres.stop()]);
  }

  /** Past the product, as the owner of everything. */
  ask<TRow extends object>(text: string): Promise<TRow[]> {
    return askDatabase<TRow>(this.postgres.url, text);
  }

  /** @returns the body and status of the answer. */
  async call(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, string> }> {
    const headers = { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${this.baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  }

  /** A POST that must succeed. */
  async post(path: string, body: object): Promise<Record<string, string>> {
    const answer = await this.call('POST', path, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  }

  /** A client of the broker that logs in as one role. */
  clientOf(user: string): Kafka {
    return new Kafka({
      clientId: `suite-${user}`,
      brokers: [this.kafka.brokers],
      ssl: { ca: this.kafka.ca },
      sasl: { mechanism: 'scram-sha-512', username: user, password: this.kafka.passwordOf(user) },
      retry: { retries: 0 },
      logLevel: logLevel.NOTHING,
    });
  }

  async produceAs(user: string, topic: string, message: RawMessage, partition = 0): Promise<void> {
    const producer = this.clientOf(user).producer({ allowAutoTopicCreation: false, createPartitioner: () => () => partition });
    await producer.connect();
    try {
      await producer.send({ topic, messages: [message] });
    } finally {
      await producer.disconnect();
    }
  }

  /** The first message of a topic that is wanted. */
  async readAs(
    user: string,
    topic: string,
    groupId = `${user}-${randomUUID()}`,
    isWanted: (message: ReadMessage) => boolean = () => true,
  ): Promise<ReadMessage> {
    const consumer = this.clientOf(user).consumer({ groupId, retry: { retries: 3, restartOnFailure: async () => false } });
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      return await new Promise((resolve, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
        const eachMessage = async ({ message, partition }: { message: KafkaMessage; partition: number }): Promise<void> => {
          const read = { ...message, partition };
          if (isWanted(read)) resolve(read);
        };
        consumer.run({ autoCommit: false, eachMessage }).catch(reject);
      });
    } finally {
      await consumer.disconnect();
    }
  }

  private async startApps(): Promise<void> {
    const logins = loginUrlsOf(this.postgres.url, PASSWORDS);
    await migrateAll(this.postgres.url, logins);
    await runProgram('operator/kafka-acls.js', ['apply'], this.kafkaLoginOf('admin'));
    await runProgram('operator/kafka-topics.js', [], this.kafkaLoginOf('topics'));
    const { DATABASE_URL: _, ...settings } = settingsOf('', this.kafka.brokers);
    const ports = new Map<string, number>();
    for (const app of [...APPS, 'public']) ports.set(app, await findFreePort());
    const at = (app: string): string => `http://127.0.0.1:${ports.get(app)}`;
    const urls = { PAYMENTS_URL: at('payments'), KYC_URL: at('kyc'), WEBHOOKS_URL: at('webhooks'), GATEWAY_INTERNAL_URL: at('gateway') };
    const addresses = { ...urls, ...loginEnvironment(logins) };
    await Promise.all(
      APPS.map(async (app) => {
        const own = { ...addresses, ...this.kafkaLoginOf(app), INTERNAL_PORT: String(ports.get(app)), PORT: String(ports.get('public')) };
        this.apps.set(app, await startProcess(app, settings, { ...own, LOG_LEVEL: 'warn' }));
      }),
    );
    this.baseUrl = at('public');
    this.apiKey = await makeKey(this.postgres.url, 'Merchant');
    await this.receiver.register(this.baseUrl, this.apiKey, '/hook');
  }

  private kafkaLoginOf(role: string): Record<string, string> {
    return {
      KAFKA_BROKERS: this.kafka.brokers,
      KAFKA_SSL: 'true',
      KAFKA_SSL_CA_FILE: this.kafka.caFile,
      KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
      KAFKA_SASL_USERNAME: role,
      ...this.passwordSettings(role),
    };
  }

  /** From the environment for the operator, from files for the services. */
  private passwordSettings(role: string): Record<string, string> {
    const password = this.kafka.passwordOf(role);
    if (!APPS.some((app) => app === role)) return { KAFKA_SASL_PASSWORD: password };
    const file = join(dirname(this.kafka.caFile), `password-of-${role}`);
    writeFileSync(file, `${password}\n`, { mode: 0o600 });
    return { KAFKA_SASL_PASSWORD_FILE: file };
  }
}
