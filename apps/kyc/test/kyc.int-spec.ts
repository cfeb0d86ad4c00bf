import { COMMAND_TOPIC, newId, shardOfAccount, type Command } from '#contracts';
import { createInProcessBus, type Bus, type DeadLetter } from '#messaging';
import type { PersonalData } from '#personal-data';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, type RunningApp } from '#service';
import { testDatabase, testPersonalData } from '#testing';
import { KycConfig, migrateKyc, startKyc } from '../src/index';

const ACCOUNT = 'acct_000000000000000000000000';

function command(type: string): Command {
  const random = new SystemRandom();
  const nowMs = new SystemClock().nowMs();
  const commandId = random.uuid();
  return {
    commandId,
    type,
    streamId: newId('kycVerification', shardOfAccount(ACCOUNT), nowMs, random),
    accountId: ACCOUNT,
    livemode: false,
    idempotency: null,
    actor: { kind: 'system', id: 'test', address: null },
    requestId: null,
    correlationId: commandId,
    causationId: null,
    issuedAtMs: nowMs,
    deadlineAtMs: nowMs + 30_000,
    payload: {},
  };
}

describe('the kyc service', () => {
  const deadLetters: DeadLetter[] = [];
  const metrics = new Metrics();
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let bus: Bus;
  let app: RunningApp;
  let personalData: PersonalData;

  beforeAll(async () => {
    database = await testDatabase('kyc');
    await migrateKyc(database.url);
    const clock = new SystemClock();
    const logger = createLogger({ service: 'kyc', level: 'silent' });
    bus = createInProcessBus({ clock, logger, observer: { deadLettered: (letter) => void deadLetters.push(letter) } });
    await bus.start();
    const config = Object.assign(new KycConfig(), { databaseUrl: database.url, internalToken: 'development-only-internal-token' });
    const random = new SystemRandom();
    personalData = testPersonalData(database.url, { clock, random });
    const health = new Health();
    app = await startKyc(config, { bus, logger, clock, random, health, metrics, personalData });
    health.markStarted();
  });
  afterAll(async () => {
    await app?.stop();
    await bus?.stop();
    await personalData?.close();
    metrics.registry.clear();
    await database?.drop();
  });

  it('answers health, and readiness with the state of its writers', async () => {
    expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
    const ready = await fetch(`${app.url}/health/ready`);
    expect(await ready.json()).toEqual({ status: 'ok', checks: { 'kyc.database': { ok: true, detail: 'connected' } } });
  });

  it('puts a command that no aggregate answers to the dead letters, with the reason, and takes the next', async () => {
    for (const type of ['kyc.unheard_of', 'kyc.unknown']) await bus.send(COMMAND_TOPIC.kyc, command(type));
    const reason = 'no aggregate of kyc answers this type of command';
    expect(deadLetters).toEqual([
      expect.objectContaining({ topic: 'kyc.commands', reason }),
      expect.objectContaining({ topic: 'kyc.commands', reason }),
    ]);
  });

  it('stores nothing for such a command', async () => {
    const metricsText = await (await fetch(`${app.url}/metrics`)).text();
    expect(metricsText).not.toMatch(/hundi_store_commands_total\{service="kyc"\} [1-9]/);
  });

  it('finds nothing to migrate the second time', async () => {
    await expect(migrateKyc(database.url)).resolves.toBeUndefined();
  });
});
