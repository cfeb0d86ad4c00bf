import { randomUUID } from 'node:crypto';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs';
import { COMMAND_TOPIC, EVENT_TOPIC } from '#contracts';
import { askDatabase, eventually, type PostgresCertificate } from '#testing';
import { SecuredHundi, STRANGER, type RawMessage, type ReadMessage } from './secured-hundi';

jest.setTimeout(60_000);

const PAYMENT = { amount: 50_000, currency: 'INR', payment_method: 'upi' };
const AADHAAR = { document_type: 'aadhaar', document_number: '1234-5678-9012', verify_address: false };
/** Those that every Hundi has open after some requests; other pools connect when they are first used. */
const STORE_PURPOSES = ['writer 0', 'writer 1', 'lists', 'relay', 'service'];
const PURPOSES = [
  ...['gateway', 'gateway reply lease', 'personal data'],
  ...['payments', 'kyc', 'webhooks'].flatMap((schema) => STORE_PURPOSES.map((purpose) => `${schema} ${purpose}`)),
  ...['payments reads', 'webhooks reads'],
  ...['deliveries', 'dispatcher', 'fan-out', 'feed', 'feed notifications', 'notices'].map((purpose) => `webhooks ${purpose}`),
].map((purpose) => `hundi ${purpose}`);

describe('Hundi on a Kafka and a Postgres with TLS and logins', () => {
  let hundi: SecuredHundi;
  beforeAll(async () => {
    hundi = await SecuredHundi.start();
  });
  afterAll(() => hundi?.stop());

  const forgedAt = (app: string): Promise<number> | undefined => hundi.apps.get(app)?.metric('hundi_bus_forged_messages_total');
  const countPayments = async (): Promise<number> => {
    const [row] = await hundi.ask<{ count: number }>("SELECT count(*)::int AS count FROM payments.streams WHERE stream_type = 'payment'");
    return row?.count ?? 0;
  };
  const deliveredTypes = (): string[] => hundi.receiver.delivered.map(({ body }) => (JSON.parse(body) as { type: string }).type);

  /** The story of a merchant, and reads of each sort. */
  const story = async (): Promise<void> => {
    const before = hundi.receiver.delivered.length;
    const payment = await hundi.post('/v1/payments', PAYMENT);
    expect(payment.status).toBe('captured');
    const customer = await hundi.post('/v1/customers', { name: 'Asha Verma', email: 'asha@example.com' });
    expect(await hundi.post('/v1/kyc/verifications', { ...AADHAAR, customer_id: customer.id })).toMatchObject({ status: 'verified' });
    for (const path of [`/v1/payments/${payment.id}`, '/v1/payments', '/v1/kyc/verifications', '/v1/events', '/v1/webhook_endpoints']) {
      expect(await hundi.call('GET', path)).toMatchObject({ status: 200 });
    }
    await eventually(() => expect(deliveredTypes().slice(before)).toContain('payment.captured'));
  };

  it('brings a payment to its webhook and verifies an identity, each process with its own rights only', async () => {
    await story();
  });

  it('connects to Postgres over TLS for every purpose, as the role of each service', async () => {
    const sessions = await hundi.ask<{ purpose: string; role: string; ssl: boolean }>(
      `SELECT a.application_name AS purpose, a.usename AS role, s.ssl FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
       WHERE a.datname = current_database() AND a.application_name LIKE 'hundi %'`,
    );
    expect(sessions.filter(({ ssl }) => !ssl)).toEqual([]);
    expect(new Set(sessions.map(({ role }) => role))).toEqual(new Set(['hundi_gateway', 'hundi_payments', 'hundi_kyc', 'hundi_webhooks']));
    expect(sessions.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(PURPOSES));
  });

  it.each([
    ['gateway', EVENT_TOPIC.payments],
    ['gateway', 'gateway.replies'],
    ['kyc', COMMAND_TOPIC.payments],
    ['payments', EVENT_TOPIC.kyc],
    ['webhooks', COMMAND_TOPIC.kyc],
    ['operator', 'gateway.replies'],
    ['topics', COMMAND_TOPIC.payments],
    [STRANGER, COMMAND_TOPIC.payments],
  ])('does not let %s write to %s', async (role, topic) => {
    const failure = hundi.produceAs(role, topic, { key: null, value: Buffer.from('{}'), headers: {} });
    await expect(failure).rejects.toMatchObject({ message: expect.stringMatching(/not authorized/i) });
  });

  it.each([
    ['gateway', COMMAND_TOPIC.payments, 'gateway.suite'],
    ['kyc', COMMAND_TOPIC.payments, 'kyc.suite'],
    ['operator', 'gateway.replies', 'hundi-suite'],
  ])('does not let %s read %s as %s', async (role, topic, groupId) => {
    await expect(hundi.readAs(role, topic, groupId)).rejects.toMatchObject({ message: expect.stringMatching(/not authorized/i) });
  });

  it("does not let a service into another's consumer group", async () => {
    const failure = hundi.readAs('kyc', EVENT_TOPIC.payments, 'webhooks.payments.events');
    await expect(failure).rejects.toThrow('Failed to find group coordinator');
  });

  it('does not let a service make topics', async () => {
    const admin = hundi.clientOf('payments').admin();
    await admin.connect();
    await expect(admin.createTopics({ topics: [{ topic: 'payments.more' }] })).rejects.toThrow();
    await admin.disconnect();
  });

  describe('with a stranger who may write to topics', () => {
    beforeAll(async () => {
      const admin = hundi.clientOf('admin').admin();
      await admin.connect();
      const right = { principal: `User:${STRANGER}`, host: '*', permissionType: AclPermissionTypes.ALLOW };
      const acl = [COMMAND_TOPIC.payments, EVENT_TOPIC.payments, 'gateway.replies'].map((resourceName) => ({
        ...right,
        resourceType: AclResourceTypes.TOPIC,
        resourceName,
        resourcePatternType: ResourcePatternTypes.LITERAL,
        operation: AclOperationTypes.WRITE,
      }));
      await admin.createAcls({ acl });
      await admin.disconnect();
    });

    it('makes no money from commands of their own, even copied from true ones', async () => {
      const before = await countPayments();
      const sample = await hundi.readAs('admin', COMMAND_TOPIC.payments);
      const truth = JSON.parse(String(sample.value)) as { streamId: string; issuedAtMs: number };
      const nowMs = Date.now();
      const streamId = `${truth.streamId.slice(0, -4)}0000`;
      const forged = { ...truth, commandId: randomUUID(), streamId, idempotency: null, issuedAtMs: nowMs, deadlineAtMs: nowMs + 30_000 };
      const message = { key: Buffer.from(streamId), value: Buffer.from(JSON.stringify(forged)), headers: sample.headers };
      await hundi.produceAs(STRANGER, COMMAND_TOPIC.payments, message, sample.partition);
      await eventually(async () => expect(await forgedAt('payments')).toBe(1));
      expect(await countPayments()).toBe(before);
    });

    it('delivers nothing by events of their own, and the next true event is not held back', async () => {
      const sample = await hundi.readAs('admin', EVENT_TOPIC.payments);
      const truth = JSON.parse(String(sample.value)) as { id: string };
      const position = String(BigInt(String(sample.headers?.position)) + 1_000n);
      const forged = { ...truth, id: `${truth.id.slice(0, -4)}0000` };
      const headers = { ...sample.headers, ce_id: forged.id, position };
      const message = { key: sample.key, value: Buffer.from(JSON.stringify(forged)), headers };
      await hundi.produceAs(STRANGER, EVENT_TOPIC.payments, message, sample.partition);
      await eventually(async () => expect(await forgedAt('webhooks')).toBe(1));
      const before = hundi.receiver.delivered.length;
      await hundi.post('/v1/payments', PAYMENT);
      await eventually(() => expect(hundi.receiver.delivered.length).toBeGreaterThan(before));
      expect(hundi.receiver.delivered.map(({ eventId }) => eventId)).not.toContain(forged.id);
    });

    it('are answered by no reply of their own, also to the right request in the right partition', async () => {
      const webhooks = hundi.apps.get('webhooks');
      const sinceMs = Date.now();
      webhooks?.signal('SIGSTOP');
      const answer = hundi.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/hook' });
      try {
        const isNew = ({ timestamp }: ReadMessage): boolean => Number(timestamp) >= sinceMs;
        const { value, headers } = await hundi.readAs('admin', COMMAND_TOPIC.webhooks, undefined, isNew);
        const { commandId, streamId } = JSON.parse(String(value)) as { commandId: string; streamId: string };
        const body = JSON.stringify({ id: 'we_forged', status: 'enabled' });
        const reply = { commandId, streamId, status: 201, body, refusal: null, replayed: false, position: '1' };
        const epoch = { gateway_epoch: headers?.gateway_epoch };
        for (const mac of [{}, { mac: 'A'.repeat(43) }]) {
          const forged = { key: null, value: Buffer.from(JSON.stringify(reply)), headers: { ...epoch, ...mac } } as RawMessage;
          await hundi.produceAs(STRANGER, 'gateway.replies', forged, Number(String(headers?.reply_partition)));
        }
        await eventually(async () => expect(await forgedAt('gateway')).toBe(2));
      } finally {
        webhooks?.signal('SIGCONT');
      }
      expect((await answer).id).not.toBe('we_forged');
    });
  });

  describe.each<[PostgresCertificate, RegExp]>([
    ['foreign', /self.signed certificate in certificate chain|unable to verify the first certificate|unable to get local issuer/],
    ['other-name', /does not match certificate's altnames/],
  ])('when Postgres shows a certificate that is %s', (certificate, reason) => {
    it('has no connection until it shows the right one again, and each process says why', async () => {
      const printed = new Map([...hundi.apps].map(([name, app]) => [name, app.log().length]));
      await hundi.postgres.present(certificate);
      for (const [name, app] of hundi.apps) {
        await eventually(async () => expect((await fetch(`${app.url}/health/ready`)).status).toBe(503));
        await eventually(() => expect(app.log().slice(printed.get(name))).toMatch(reason));
      }
      const open = `SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'hundi %'`;
      expect(await askDatabase(hundi.postgres.unverifiedUrl, open)).toEqual([]);
      await hundi.postgres.present('own');
      await eventually(story);
    });
  });
});
