import {
  COMMAND_TOPIC,
  EVENT_TOPIC,
  newId,
  shardOfAccount,
  type Command,
  type CreateVerificationPayload,
  type EventMessage,
  type Reply,
} from '#contracts';
import { createInProcessBus, type Bus } from '#messaging';
import type { PersonalData } from '#personal-data';
import { Health, Metrics, SystemRandom, createLogger, type RunningApp } from '#service';
import { eventually, FixedClock, testDatabase, testPersonalData } from '#testing';
import { Client } from 'pg';
import { KycConfig, migrateKyc, startKyc } from '../index';
import { ASKED, NOW_MS } from '../../test/verification-histories';

const ACCOUNT = 'acct_000000000000000000000000';
const SHARD = shardOfAccount(ACCOUNT);
const DAY_MS = 86_400_000;
const [NAME, MASK] = ['Canary Kumari', 'XXXX-XXXX-7777'];

describe('what identifies a person', () => {
  const clock = new FixedClock(NOW_MS);
  const random = new SystemRandom(clock);
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let personalData: PersonalData;
  let bus: Bus;
  let app: RunningApp;
  let client: Client;

  beforeAll(async () => {
    database = await testDatabase('erasure');
    await migrateKyc(database.url);
    personalData = testPersonalData(database.url, { clock, random });
    const logger = createLogger({ service: 'kyc', level: 'silent' });
    bus = createInProcessBus({ clock, logger });
    await bus.start();
    const config = Object.assign(new KycConfig(), {
      databaseUrl: database.url,
      internalToken: 'development-only-internal-token',
      kycErasureEveryMs: 100,
    });
    app = await startKyc(config, { bus, logger, clock, random, health: new Health(), metrics: new Metrics(), personalData });
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await app?.stop();
    await bus?.stop();
    await personalData?.close();
    await client?.end();
    await database?.drop();
  });

  function send(type: string, streamId: string, payload: unknown): Promise<Reply> {
    const commandId = random.uuid();
    const issuedAtMs = clock.nowMs();
    const command: Command = {
      ...{ commandId, type, streamId, payload, accountId: ACCOUNT, livemode: false, idempotency: null, requestId: null },
      ...{ actor: { kind: 'system', id: 'test', address: null }, correlationId: commandId, causationId: null },
      ...{ issuedAtMs, deadlineAtMs: issuedAtMs + 30_000 },
    };
    return bus.send(COMMAND_TOPIC.kyc, command);
  }

  /** @param outcome what the sandbox makes of the number. */
  async function verification(customerId: string, outcome = 'verified'): Promise<string> {
    const id = newId('kycVerification', SHARD, clock.nowMs(), random);
    const seal = await personalData.sealerOf({ accountId: ACCOUNT, id });
    const payload: CreateVerificationPayload = {
      ...ASKED,
      customerId,
      customerName: seal(NAME, 'customer_name'),
      details: { fullName: seal(NAME, 'full_name') },
      document: { masked: seal(MASK, 'masked'), isDuplicate: false, vaultId: null, sandboxOutcome: outcome, failedCheck: null },
      metadata: { note: 'canary of the merchant' },
    };
    expect((await send('kyc.create', id, payload)).status).toBe(201);
    return id;
  }

  const customer = (): string => newId('customer', SHARD, clock.nowMs(), random);
  const hold = (verificationId: string, reason: string | null) => send('kyc.hold', verificationId, { reason });
  const eventsOf = async (id: string): Promise<string[]> =>
    (await client.query<{ type: string }>('SELECT type FROM kyc.events WHERE stream_id = $1 ORDER BY version', [id])).rows.map(({ type }) =>
      type.replace('kyc.verification.', ''),
    );
  const isErased = async (id: string): Promise<boolean> => (await eventsOf(id)).includes('key_destroyed');
  const gone = (id: string): Promise<void> => eventually(async () => expect(await isErased(id)).toBe(true));

  let position = 0n;
  /** What payments says of an erased customer. */
  function deletionOf(customerId: string): EventMessage {
    const id = newId('event', SHARD, clock.nowMs(), random);
    const reported = { type: 'customer.deleted', account_id: ACCOUNT, livemode: false, correlation_id: random.uuid() };
    const value = JSON.stringify({ id, ...reported, resource: { type: 'customer', id: customerId } });
    const cloudEvent = { id, source: 'test', type: reported.type, subject: customerId, time: new Date(clock.nowMs()).toISOString() };
    const prev = position++;
    return { key: customerId, shard: SHARD, position, prev, value, cloudEvent };
  }

  /** Every row of every table of ours. */
  async function everything(): Promise<string> {
    const tables = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('kyc', 'vault')`;
    const texts: string[] = [];
    for (const { name } of (await client.query<{ name: string }>(tables)).rows) {
      texts.push(...(await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows.map(({ row }) => row));
    }
    return texts.join('\n');
  }

  /** Everything that can be read in the database with every key. */
  async function everythingReadable(): Promise<string> {
    const reader = testPersonalData(database.url, { clock, random });
    try {
      return await reader.unseal((await everything()).replaceAll('""', '"'), ACCOUNT);
    } finally {
      await reader.close();
    }
  }

  it('goes from every copy when it is redacted: state, log and stored answers', async () => {
    const id = await verification(customer());
    expect(await everything()).not.toContain(NAME);
    expect(await everythingReadable()).toContain(NAME);
    await send('kyc.redact', id, { because: 'requested' });
    await gone(id);
    const readable = await everythingReadable();
    for (const word of [NAME, MASK]) expect(readable).not.toContain(word);
    expect(await eventsOf(id)).toEqual(['created', 'verified', 'redacted', 'key_destroyed']);
  });

  it('goes from backups of the log too: without the key they are unreadable', async () => {
    const id = await verification(customer());
    const log = async () =>
      (await client.query<{ row: string }>('SELECT e::text AS row FROM kyc.events e WHERE stream_id = $1', [id])).rows;
    const backup = (await log()).map(({ row }) => row.replaceAll('""', '"')).join();
    const readBackup = async (): Promise<string> => {
      const reader = testPersonalData(database.url, { clock, random });
      return Promise.resolve(reader.unseal(backup, ACCOUNT)).finally(() => reader.close());
    };
    expect(await readBackup()).toContain(NAME);
    await send('kyc.redact', id, { because: 'requested' });
    await gone(id);
    for (const word of [NAME, MASK]) expect(await readBackup()).not.toContain(word);
  });

  it('goes when it was kept long enough, once, and not while a hold stands', async () => {
    const [failed, held, verified] = [
      await verification(customer(), 'name_mismatch'),
      await verification(customer(), 'name_mismatch'),
      await verification(customer()),
    ];
    expect((await hold(held, 'case 7')).status).toBe(200);
    clock.advanceMs(180 * DAY_MS + 1_000);
    await gone(failed);
    expect([await isErased(held), await isErased(verified)]).toEqual([false, false]);
    expect((await send('kyc.redact', held, { because: 'requested' })).refusal).toMatchObject({ details: { reason: 'legal_hold' } });
    expect((await hold(held, null)).status).toBe(200);
    await gone(held);
    clock.advanceMs(5 * 365 * DAY_MS);
    await gone(verified);
    for (const id of [failed, held, verified]) expect((await eventsOf(id)).filter((type) => type === 'redacted')).toHaveLength(1);
    const missing = newId('kycVerification', SHARD, clock.nowMs(), random);
    expect((await hold(missing, 'case 8')).refusal).toMatchObject({ code: 'resource_missing' });
  });

  it('goes with the customer, in pages, and leaves other customers alone', async () => {
    const [erased, other] = [customer(), customer()];
    const own = await Promise.all(Array.from({ length: 103 }, () => verification(erased)));
    const heldOne = own[50] ?? '';
    const foreign = await verification(other);
    expect((await hold(heldOne, 'case 9')).status).toBe(200);
    const message = deletionOf(erased);
    await bus.publish(EVENT_TOPIC.payments, [message]);
    await bus.publish(EVENT_TOPIC.payments, [message]);
    for (const id of own.filter((one) => one !== heldOne)) await gone(id);
    expect(await eventsOf(heldOne)).toEqual(['created', 'verified', 'hold_changed', 'erasure_deferred']);
    expect(await eventsOf(foreign)).toEqual(['created', 'verified']);
    await hold(heldOne, null);
    await gone(heldOne);
  });

  it('goes too when it is stored after its customer was erased: what the gateway had checked in time', async () => {
    const erased = customer();
    const before = await verification(erased);
    await bus.publish(EVENT_TOPIC.payments, [deletionOf(erased)]);
    // The erasure has already listed the customer's verifications: nothing would erase this one later.
    await gone(before);
    const [late, open] = [await verification(erased), await verification(erased, 'otp_required')];
    for (const id of [late, open]) await gone(id);
    expect(await eventsOf(late)).toEqual(['created', 'verified', 'redacted', 'key_destroyed']);
    expect(await eventsOf(open)).toEqual(['created', 'requires_input', 'cancelled', 'redacted', 'key_destroyed']);
  });

  it('remembers an erased customer for a day, in which everything on its way has arrived or never will', async () => {
    const erased = customer();
    await bus.publish(EVENT_TOPIC.payments, [deletionOf(erased)]);
    const isKnown = async () => (await client.query('SELECT 1 FROM kyc.erased_customers WHERE customer_id = $1', [erased])).rowCount === 1;
    await eventually(async () => expect(await isKnown()).toBe(true));
    clock.advanceMs(DAY_MS + 1_000);
    await eventually(async () => expect(await isKnown()).toBe(false));
  });
});
