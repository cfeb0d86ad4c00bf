import { Module } from '@nestjs/common';
import {
  COMMAND_TOPIC,
  EVENT_TOPIC,
  cloudEventOf,
  newId,
  shardOfAccount,
  type Command,
  type EventMessage,
  type PublicEvent,
} from '#contracts';
import { createInProcessBus, type Bus } from '#messaging';
import type { PersonalData } from '#personal-data';
import {
  Health,
  Metrics,
  SystemClock,
  SystemRandom,
  createLogger,
  startInternalServer,
  type InternalServer,
  type RunningApp,
} from '#service';
import { askDatabase, eventually, testDatabase, testPersonalData } from '#testing';
import { KycConfig, migrateKyc, startKyc } from '../index';
import { ASKED } from '../../test/verification-histories';

const ACCOUNT = 'acct_000000000000000000000000';
const SHARD = shardOfAccount(ACCOUNT);
const TOKEN = 'development-only-internal-token';
const clock = new SystemClock();
const random = new SystemRandom(clock);
const logger = createLogger({ service: 'test', level: 'silent' });

@Module({})
class NothingElse {}

describe('events of erased customers that were lost on their way to kyc (I8)', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let personalData: PersonalData;
  let bus: Bus;
  let kyc: RunningApp;
  let payments: InternalServer;
  const metrics = new Metrics();
  /** What payments has stored, and how far it says that it has published. */
  const log: EventMessage[] = [];
  let published = 0n;

  beforeAll(async () => {
    database = await testDatabase('lost_erasures');
    await migrateKyc(database.url);
    personalData = testPersonalData(database.url, { clock, random });
    bus = createInProcessBus({ clock, logger });
    await bus.start();
    const known = {
      service: 'payments',
      read: async ({ after, before }: { after: bigint; before: bigint }) =>
        log.filter(({ position }) => position > after && position < before),
      ends: async () => new Map([[SHARD, { position: published, restoredTo: 0n }]]),
    };
    const own = { module: NothingElse, token: TOKEN, host: '127.0.0.1', port: 0, logger, health: new Health(), metrics: new Metrics() };
    payments = await startInternalServer({ ...own, published: known });
    const config = Object.assign(new KycConfig(), { databaseUrl: database.url, internalToken: TOKEN, paymentsUrl: payments.url });
    kyc = await startKyc(config, { bus, logger, clock, random, health: new Health(), metrics, personalData });
  });
  afterAll(async () => {
    await kyc?.stop();
    await payments?.stop();
    await bus?.stop();
    await personalData?.close();
    await database?.drop();
  });

  /** A customer with a verification is deleted: the event stands in the log of payments. @returns the verification. */
  async function deletion(): Promise<string> {
    const customerId = newId('customer', SHARD, clock.nowMs(), random);
    const verificationId = newId('kycVerification', SHARD, clock.nowMs(), random);
    const document = { masked: 'XXXXXX001V', isDuplicate: false, vaultId: null, sandboxOutcome: 'verified', failedCheck: null };
    const commandId = random.uuid();
    const command: Command = {
      ...{ commandId, type: 'kyc.create', streamId: verificationId, payload: { ...ASKED, customerId, document }, accountId: ACCOUNT },
      ...{ livemode: false, idempotency: null, requestId: null, actor: { kind: 'system', id: 'test', address: null } },
      ...{ correlationId: commandId, causationId: null, issuedAtMs: clock.nowMs(), deadlineAtMs: clock.nowMs() + 30_000 },
    };
    expect((await bus.send(COMMAND_TOPIC.kyc, command)).status).toBe(201);
    const id = newId('event', SHARD, clock.nowMs(), random);
    const reported = { id, type: 'customer.deleted', account_id: ACCOUNT, livemode: false, correlation_id: commandId };
    const event = { ...reported, timestamp: '', resource: { type: 'customer', id: customerId } } as PublicEvent;
    const position = BigInt(log.length + 1);
    log.push({
      key: customerId,
      shard: SHARD,
      position,
      prev: position - 1n,
      cloudEvent: cloudEventOf(event),
      value: JSON.stringify(event),
    });
    return verificationId;
  }
  const isRedacted = async (id: string): Promise<boolean> =>
    (await askDatabase(database.url, `select from kyc.events where stream_id = $1 and type = 'kyc.verification.redacted'`, [id])).length ===
    1;
  const gone = (id: string): Promise<void> => eventually(async () => expect(await isRedacted(id)).toBe(true));

  it('are read again from payments: of three the first and the third arrive, and all three customers are erased', async () => {
    const verifications = [await deletion(), await deletion(), await deletion()];
    await bus.publish(EVENT_TOPIC.payments, [log[0]!]);
    await bus.publish(EVENT_TOPIC.payments, [log[2]!]);
    for (const id of verifications) await gone(id);
    expect((await metrics.expose()).text).toContain(
      'hundi_follower_reread_total{consumer="kyc.customer-erasure",topic="payments.events"} 1',
    );
  });

  it('are noticed where nothing follows them, by asking payments how far it has published', async () => {
    const last = await deletion();
    published = BigInt(log.length);
    await gone(last);
  });

  it('are known after a start: what was taken is written down, and nothing is read from its beginning', async () => {
    await eventually(async () => {
      const rows = await askDatabase(database.url, `select position from kyc.consumer_positions where consumer = 'kyc.customer-erasure'`);
      expect(rows).toEqual([{ position: '4' }]);
    });
  });
});
