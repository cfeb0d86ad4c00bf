import { Pool } from 'pg';
import { COMMAND_TOPIC, EVENT_TOPIC, type Clock, type CreateEndpointPayload, type WebhookEndpointCommandPayloads } from '#contracts';
import { LOOPBACK_ALLOWLIST } from '#contracts';
import type { PersonalData } from '#personal-data';
import { SystemClock, SystemRandom } from '#service';
import { testDatabase, testPersonalData, type TestDatabase } from '#testing';
import { migrateWebhooks, type WebhooksConfig } from '../../index';
import { endpointCommand, endpointPayload, newEndpointId } from '../../../test/endpoint-commands';
import { ACCOUNT, eventMessage, idOf, type EventStub } from '../../../test/event-messages';
import { runWebhooks, type RunningWebhooks } from '../../../test/webhooks-fixture';
import { Receiver } from './receiver';

/** HMAC secret of every endpoint of these tests: the public test vector of Standard Webhooks. */
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

type Reporting = 'webhook_endpoints.disable' | 'webhook_endpoints.enable' | 'webhook_endpoints.delete' | 'webhook_endpoints.update';

/** The whole service with a real receiver beside it: commands in, events in, requests out. */
export class DispatcherFixture {
  private position = 0;
  private isRunning = true;
  /** Sealing as the gateway does it. */
  readonly personalData: PersonalData;

  private constructor(
    readonly database: TestDatabase,
    readonly sql: Pool,
    readonly receiver: Receiver,
    public webhooks: RunningWebhooks,
  ) {
    this.personalData = testPersonalData(database.url, { clock: new SystemClock(), random: new SystemRandom() });
  }

  static async open(changes: Partial<WebhooksConfig> = {}): Promise<DispatcherFixture> {
    const database = await testDatabase('webhooks_migrated', migrateWebhooks);
    const sql = new Pool({ connectionString: database.url, max: 3 });
    return new DispatcherFixture(database, sql, await Receiver.start(), await runDispatching(database.url, changes));
  }

  async close(): Promise<void> {
    await this.stopService().finally(() => this.receiver.stop());
    await Promise.all([this.sql.end(), this.personalData.close()]);
    await this.database.drop();
  }

  /** Ends the service; another one may go on with its database. */
  async stopService(): Promise<void> {
    if (this.isRunning) await this.webhooks.stop();
    this.isRunning = false;
  }

  /** A new process of the service, as after a restart. @param clock of the process; the system's unless given. */
  async startService(clock?: Clock): Promise<void> {
    this.webhooks = await runDispatching(this.database.url, {}, clock);
    this.isRunning = true;
  }

  /** An endpoint at a path of the receiver, with a secret that is really sealed. */
  async endpoint(path: string, change: Partial<CreateEndpointPayload> = {}): Promise<string> {
    const streamId = newEndpointId(ACCOUNT);
    const sealed = await this.personalData.seal({ id: streamId, accountId: ACCOUNT }, SECRET);
    const keys = [{ alg: 'v1' as const, sealed, publicKey: null, fingerprint: '0123456789abcdef' }];
    const payload = endpointPayload({ url: `${this.receiver.url}${path}`, keys, enabledEvents: ['payment.*'], ...change });
    const command = endpointCommand('webhook_endpoints.create', payload, { accountId: ACCOUNT, streamId });
    const reply = await this.webhooks.bus.send(COMMAND_TOPIC.webhooks, command);
    if (reply.refusal) throw new Error(JSON.stringify(reply.refusal));
    return streamId;
  }

  async report<TType extends Reporting>(streamId: string, type: TType, payload: WebhookEndpointCommandPayloads[TType]): Promise<void> {
    const reply = await this.webhooks.bus.send(COMMAND_TOPIC.webhooks, endpointCommand(type, payload, { accountId: ACCOUNT, streamId }));
    if (reply.refusal) throw new Error(JSON.stringify(reply.refusal));
  }

  /** Events of payments, each of a payment of its own unless said. @returns their ids, in order. */
  async happens(count: number, stub: EventStub = {}): Promise<string[]> {
    const messages = Array.from({ length: count }, () => {
      const position = ++this.position;
      return eventMessage(position, position - 1, { resource: { id: idOf('pay', position) }, sequence: 1, ...stub });
    });
    for (let from = 0; from < count; from += 500) await this.webhooks.bus.publish(EVENT_TOPIC.payments, messages.slice(from, from + 500));
    return messages.map((message) => message.cloudEvent.id);
  }

  /** Deliveries of an endpoint by state. */
  async states(endpointId: string): Promise<Record<string, number>> {
    const { rows } = await this.sql.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int AS count FROM webhooks.all_deliveries WHERE endpoint_id = $1 GROUP BY state',
      [endpointId],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** The status of an endpoint, and why it is disabled. */
  async endpointState(endpointId: string): Promise<{ status: string; disabledReason: string | null; failingLevel: number }> {
    const { rows } = await this.sql.query<{ state: { status: string; disabledReason: string | null; failingLevel: number } }>(
      'SELECT state FROM webhooks.streams WHERE stream_id = $1',
      [endpointId],
    );
    if (!rows[0]) throw new Error(`no endpoint ${endpointId}`);
    return rows[0].state;
  }
}

/** The service with its dispatcher on, and receivers on the loopback interface allowed. */
export function runDispatching(databaseUrl: string, changes: Partial<WebhooksConfig> = {}, clock?: Clock): Promise<RunningWebhooks> {
  const config = { webhooksDispatcherEnabled: true, webhooksTestTargetAllowlist: [...LOOPBACK_ALLOWLIST], ...changes };
  return runWebhooks(databaseUrl, undefined, config, clock);
}
