import { Client } from 'pg';
import {
  COMMAND_TOPIC,
  newId,
  shardOfAccount,
  type Command,
  type CreateVerificationPayload,
  type DocumentReference,
  type DocumentType,
  type Reply,
  type SubmitInputPayload,
  type VerificationResource,
} from '#contracts';
import { createInProcessBus, type Bus } from '#messaging';
import type { PersonalData } from '#personal-data';
import { createLogger, Health, Metrics, SystemRandom, type RunningApp } from '#service';
import { FixedClock, SECURE_ID_KEYS, FakeSecureId, SETU_KEYS, SETU_PRODUCTS, FakeSetu, testDatabase, testPersonalData } from '#testing';
import { KycConfig, migrateKyc, startKyc } from '../src/index';
import { ASKED, NOW_MS } from './verification-histories';

const ACCOUNT = 'acct_000000000000000000000000';
const TOKEN = 'development-only-internal-token';
/** The stand-ins answer at once: who does not answer in this time does not answer, also on a busy machine. */
const TIMEOUT_MS = 2_000;

/** What a customer is verified with. */
export interface LiveOrder {
  type: DocumentType;
  number: string;
  details?: CreateVerificationPayload['details'];
  ifsc?: string;
  fileNumber?: string;
  /** The usual person unless given. */
  customerId?: string;
}

/** The kyc service in live mode: a real Postgres, two providers in the place of the real ones, and a clock that the test moves. */
export class LiveKyc {
  readonly clock = new FixedClock(NOW_MS);
  readonly random = new SystemRandom(this.clock);
  readonly cashfree = new FakeSecureId();
  readonly setu = new FakeSetu();
  /** One person: another one with the same document would be for a person to decide. */
  readonly customerId = newId('customer', shardOfAccount(ACCOUNT), this.clock.nowMs(), this.random);
  /** Everything that was written to the log. */
  readonly logged: string[] = [];
  private metrics = new Metrics();
  private bus: Bus | undefined;
  private app: RunningApp | undefined;
  private personalData: PersonalData | undefined;

  private constructor(
    private readonly database: Awaited<ReturnType<typeof testDatabase>>,
    readonly client: Client,
    private readonly settings: Partial<KycConfig>,
  ) {}

  static async start(settings: Partial<KycConfig> = {}): Promise<LiveKyc> {
    const database = await testDatabase('live_kyc', migrateKyc);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const kyc = new LiveKyc(database, client, settings);
    await Promise.all([kyc.cashfree.start(), kyc.setu.start()]);
    await kyc.startService();
    return kyc;
  }

  async startService(): Promise<void> {
    const { clock, random, database } = this;
    const stream = { write: (line: string): void => void this.logged.push(line) };
    const logger = createLogger({ service: 'kyc', level: 'trace', destination: stream });
    this.metrics = new Metrics();
    this.personalData = testPersonalData(database.url, { clock, random });
    this.bus = createInProcessBus({ clock, logger });
    await this.bus.start();
    const config = Object.assign(new KycConfig(), {
      databaseUrl: database.url,
      internalToken: TOKEN,
      cashfreeSecureIdClientId: SECURE_ID_KEYS.clientId,
      cashfreeSecureIdClientSecret: SECURE_ID_KEYS.clientSecret,
      cashfreeSecureIdApiUrl: `${this.cashfree.url}/verification`,
      setuClientId: SETU_KEYS.clientId,
      setuClientSecret: SETU_KEYS.clientSecret,
      setuApiUrl: this.setu.url,
      setuPanProductId: SETU_PRODUCTS.pan,
      setuBankProductId: SETU_PRODUCTS.bank,
      setuGstProductId: SETU_PRODUCTS.gst,
      setuDigilockerProductId: SETU_PRODUCTS.digilocker,
      kycProviderTimeoutMs: TIMEOUT_MS,
      ...this.settings,
    });
    const { bus, metrics, personalData } = this;
    this.app = await startKyc(config, { bus, logger, clock, random, health: new Health(), metrics, personalData });
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  /** Like a process that ends: replies of calls in flight are dropped. */
  async stopService(): Promise<void> {
    await this.app?.stop();
    await this.bus?.stop();
    await this.personalData?.close();
  }

  async end(): Promise<void> {
    await this.stopService();
    await this.client.end();
    await Promise.all([this.cashfree.stop().catch(() => undefined), this.setu.stop().catch(() => undefined)]);
    await this.database.drop();
  }

  /** As the gateway does it: the number beside the bus, everything personal sealed. */
  async create(order: LiveOrder, change: Partial<CreateVerificationPayload> = {}): Promise<string> {
    const id = newId('kycVerification', shardOfAccount(ACCOUNT), this.clock.nowMs(), this.random);
    const { type: documentType, number, ifsc = null, fileNumber = null, customerId = this.customerId } = order;
    const taken = await this.hand(`${id}/document`, { documentType, number, ifsc, fileNumber, customerId });
    if (taken.status !== 200) throw new Error(taken.text);
    const document = JSON.parse(taken.text) as DocumentReference;
    const seal = await this.sealerOf(id);
    const { fullName, dateOfBirth, ...details } = order.details ?? {};
    const sealed = {
      ...details,
      ...(fullName !== undefined && { fullName: seal(fullName, 'full_name') }),
      ...(dateOfBirth !== undefined && { dateOfBirth: seal(dateOfBirth, 'date_of_birth') }),
    };
    const payload: CreateVerificationPayload = {
      ...ASKED,
      customerId,
      documentType,
      document: { ...document, masked: seal(document.masked, 'masked') },
      details: sealed,
      customerName: seal('Asha Verma', 'customer_name'),
      consent: { textVersion: '2026-04', capturedAtMs: NOW_MS, purpose: null, channel: null },
      ...change,
    };
    const reply = await this.send('kyc.create', id, payload);
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.refusal));
    return id;
  }

  async submitOtp(id: string, otp: string): Promise<Reply> {
    const taken = JSON.parse((await this.hand(`${id}/input`, { otp })).text) as Pick<SubmitInputPayload, 'vaultId' | 'sandboxAnswer'>;
    return this.send('kyc.submit', id, { ...taken, kind: 'otp', details: {} });
  }

  send(type: string, streamId: string, payload: unknown = {}): Promise<Reply> {
    const commandId = this.random.uuid();
    const issuedAtMs = this.clock.nowMs();
    const command: Command = {
      ...{ commandId, type, streamId, payload, accountId: ACCOUNT, livemode: true, idempotency: null, requestId: null },
      ...{ actor: { kind: 'system', id: 'test', address: null }, correlationId: commandId, causationId: null },
      ...{ issuedAtMs, deadlineAtMs: issuedAtMs + 30_000 },
    };
    if (this.bus === undefined) throw new Error('not started');
    return this.bus.send(COMMAND_TOPIC.kyc, command);
  }

  /** As a merchant sees it. */
  async show(id: string): Promise<VerificationResource> {
    const response = await fetch(`${this.app?.url}/internal/kyc_verifications/${id}`, { headers: HEADERS });
    return JSON.parse((await this.personalData?.unseal(await response.text(), ACCOUNT)) ?? '') as VerificationResource;
  }

  async hand(path: string, body: object): Promise<{ status: number; text: string }> {
    const headers = { ...HEADERS, 'content-type': 'application/json' };
    const response = await fetch(`${this.app?.url}/internal/kyc_verifications/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  /** The stored events of a verification, in short. */
  async eventsOf(id: string): Promise<string[]> {
    const { rows } = await this.client.query<{ type: string }>('SELECT type FROM kyc.events WHERE stream_id = $1 ORDER BY version', [id]);
    return rows.map(({ type }) => type.replace('kyc.verification.', ''));
  }

  /** Rows that the vault holds of a verification. */
  async vaultRows(id: string): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>('SELECT count(*) FROM kyc.vault WHERE verification_id = $1', [id]);
    return Number(rows[0]?.count);
  }

  async metric(line: string): Promise<string | undefined> {
    return (await this.metrics.registry.metrics()).split('\n').find((one) => one.startsWith(line));
  }

  /** Every row of every table of ours. */
  async everything(): Promise<string> {
    const tables = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('kyc', 'vault')`;
    const texts: string[] = [];
    for (const { name } of (await this.client.query<{ name: string }>(tables)).rows) {
      texts.push(...(await this.client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows.map(({ row }) => row));
    }
    return texts.join('\n');
  }

  private sealerOf(id: string) {
    if (this.personalData === undefined) throw new Error('not started');
    return this.personalData.sealerOf({ accountId: ACCOUNT, id });
  }
}

const HEADERS = { 'x-internal-token': TOKEN, 'x-hundi-account': ACCOUNT, 'x-hundi-livemode': 'true' };
