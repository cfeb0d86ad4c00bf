import { COMMAND_TOPIC, newId, shardOfAccount, type Command, type CreateVerificationPayload } from '#contracts';
import { createInProcessBus, type Bus } from '#messaging';
import type { PersonalData } from '#personal-data';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, type AppDeps, type RunningApp } from '#service';
import { eventually, testDatabase, testPersonalData } from '#testing';
import { Client } from 'pg';
import { KycConfig, startKyc } from '../../kyc/src/index';
import { PaymentsConfig, startPayments } from '../../payments/src/index';
import { migrateAll } from '../src/migrations';

const ACCOUNT = 'acct_000000000000000000000000';
const clock = new SystemClock();
const random = new SystemRandom(clock);
const idOf = (kind: 'customer' | 'kycVerification'): string => newId(kind, shardOfAccount(ACCOUNT), clock.nowMs(), random);
const CUSTOMER = idOf('customer');

function command(type: string, streamId: string, payload: unknown): Command {
  const commandId = random.uuid();
  const issuedAtMs = clock.nowMs();
  const asked = { idempotency: null, requestId: null, correlationId: commandId, causationId: null, issuedAtMs };
  const actor = { kind: 'system', id: 'test', address: null } as const;
  return { commandId, type, streamId, accountId: ACCOUNT, livemode: false, actor, ...asked, deadlineAtMs: issuedAtMs + 30_000, payload };
}

const VERIFICATION: CreateVerificationPayload = {
  customerId: CUSTOMER,
  documentType: 'pan',
  document: { masked: 'XXXXXX001V', isDuplicate: false, vaultId: null, sandboxOutcome: 'verified', failedCheck: null },
  method: 'database',
  verifyAddress: false,
  details: {},
  customerName: null,
  consent: null,
};

describe('kyc and payments on one database', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let personalData: PersonalData;
  let client: Client;
  const started: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    database = await testDatabase('kyc_status');
    await migrateAll(database.url);
    personalData = testPersonalData(database.url, { clock, random });
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    for (const part of started.toReversed()) await part.stop();
    await personalData?.close();
    await client?.end();
    await database?.drop();
  });

  async function start(bus: Bus): Promise<RunningApp[]> {
    await bus.start();
    const logger = createLogger({ service: 'test', level: 'silent' });
    const deps = (): AppDeps => ({ bus, logger, clock, random, health: new Health(), metrics: new Metrics(), personalData });
    const settings = { databaseUrl: database.url, internalToken: 'development-only-internal-token' };
    const payments = await startPayments(Object.assign(new PaymentsConfig(), settings), deps());
    const often = { kycCompareErasedEveryMs: 200 };
    const kyc = await startKyc(Object.assign(new KycConfig(), settings, often), deps(), { payments: payments.url });
    started.push(bus, payments, kyc);
    return [kyc, payments];
  }

  const statusOf = async (): Promise<unknown> =>
    (await client.query<{ status: string }>(`select state->>'kycStatus' as status from payments.streams where stream_id = $1`, [CUSTOMER]))
      .rows[0]?.status;

  it('tell a customer of a verification after a crash that came before anybody had heard of it, and tell it once', async () => {
    const logger = createLogger({ service: 'test', level: 'silent' });
    // Nothing is published in the first life: as if the process had ended between the commit and the first word.
    const silent = createInProcessBus({ clock, logger, listening: new Promise(() => undefined) });
    const first = await start(silent);
    await silent.send(COMMAND_TOPIC.payments, command('customers.create', CUSTOMER, { name: '~s1.name' }));
    await silent.send(COMMAND_TOPIC.kyc, command('kyc.create', idOf('kycVerification'), VERIFICATION));
    for (const app of first) await app.stop();
    started.length = 0;
    expect(await statusOf()).toBe('none');
    const second = createInProcessBus({ clock, logger });
    await start(second);
    await eventually(async () => expect(await statusOf()).toBe('verified'));
    const { rows } = await client.query<{ type: string }>(`select type from payments.events where stream_id = $1 order by version`, [
      CUSTOMER,
    ]);
    expect(rows.map(({ type }) => type)).toEqual([
      'customer.created',
      'customer.kyc_noted',
      'customer.kyc_recorded',
      'customer.kyc_noted',
      'customer.kyc_recorded',
    ]);
  });

  it('compare which customers are erased: kyc makes up for an event that it believes to have taken', async () => {
    const shard = shardOfAccount(ACCOUNT);
    await client.query(
      `insert into kyc.consumer_positions (consumer, source, partition, position) values ('kyc.customer-erasure', 'payments.events', $1, 1000)
       on conflict (consumer, source, partition) do update set position = 1000, epoch = 0`,
      [shard],
    );
    for (const part of started.splice(0).toReversed()) await part.stop();
    const bus = createInProcessBus({ clock, logger: createLogger({ service: 'test', level: 'silent' }) });
    await start(bus);
    const verificationId = idOf('kycVerification');
    await bus.send(COMMAND_TOPIC.kyc, command('kyc.create', verificationId, VERIFICATION));
    expect((await bus.send(COMMAND_TOPIC.payments, command('customers.erase', CUSTOMER, {}))).refusal).toBeNull();
    await eventually(async () => {
      const { rows } = await client.query(`select from kyc.events where stream_id = $1 and type = 'kyc.verification.redacted'`, [
        verificationId,
      ]);
      expect(rows).toHaveLength(1);
    });
    const { rows: noted } = await client.query('select from kyc.erased_customers');
    expect(noted).toEqual([]);
  });
});
