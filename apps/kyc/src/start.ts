import { EventStore, rebuildView, runMigrations, type Accept } from '#event-store';
import { listProjection } from '#listing';
import { migratePersonalData, PERSONAL_DATA_SCHEMA } from '#personal-data';
import { observeStore, startStoreService, type AppDeps, type RunningApp, type ServiceUrls, type StoreDeps } from '#service';
import { createCallbacks } from './callbacks/create-callbacks';
import { ASK_PROVIDER, DESTROY_KEY_TASK, FORGET_NUMBER, defineVerification } from './verification/aggregate';
import type { KycConfig } from './config';
import { DEFAULT_VERIFICATION_RULES } from './verification/decide/rules';
import { Intake } from './vault/document-intake';
import { KycModule } from './kyc.module';
import { CreateKyc1795405060000 } from './migrations/create-kyc';
import { openLiveProviders } from './providers/live-providers';
import type { ProviderChoices } from './providers/routing/provider-choices';
import { ProviderRegistry } from './providers/routing/provider-registry';
import { openErasure } from './erasure/open-erasure';
import { askProviderTask, forgetNumberTask } from './tasks/kyc-tasks';
import { Vault } from './vault/vault';
import { verificationsList } from './verification/list';
import { sweepPeriodically } from './vault/sweep-periodically';

/** The schema of this service in the shared database, and its name on the bus. */
const SERVICE = 'kyc';

const TASK_MARGIN_MS = 1_000;

/** Read models that follow the log. */
const VIEWS = [listProjection(verificationsList)];

const STORE = { schema: SERVICE, migrations: [CreateKyc1795405060000] };

/** The schemas of the database that a process of this version needs. */
export const KYC_SCHEMAS = [STORE, PERSONAL_DATA_SCHEMA];

/**
 * Brings the tables, roles and rights of the kyc service up to date. Safe to run from several processes and again.
 *
 * @param loginUrls see `MigrationOptions.loginUrls`.
 */
export async function migrateKyc(databaseUrl: string, loginUrls?: readonly (string | undefined)[]): Promise<void> {
  await runMigrations({ databaseUrl, loginUrls, ...STORE, views: VIEWS });
  await migratePersonalData(databaseUrl);
}

/** Starts the kyc service: numbers in beside the bus, commands in, thin events out. Expects the migrations to have run. @param urls where others answer; of the configuration unless given. */
export async function startKyc(config: KycConfig, deps: AppDeps, urls: ServiceUrls = ownerUrlsOf(config)): Promise<RunningApp> {
  const { clock, random, logger, personalData } = deps;
  const onConnectionLost = (error: Error): void => logger.warn({ error: String(error) }, 'vault connection lost');
  const vault = new Vault({ databaseUrl: config.databaseUrl, personalData, clock, random, onConnectionLost });
  const live = openLiveProviders(config, deps);
  const store = createStore(config, deps, live.registry);
  const erasure = openErasure(config, deps, urls);
  const { holders } = erasure;
  store.runTasks({
    [ASK_PROVIDER]: askProviderTask({ ...askingRulesOf(config), registry: live.registry, vault, holders, personalData, clock, logger }),
    [FORGET_NUMBER]: forgetNumberTask(vault),
    [DESTROY_KEY_TASK]: erasure.destroyKey,
  });
  const callbacks = createCallbacks({ ...deps, registry: live.registry, owners: erasure.owners });
  const intake = new Intake({ vault, holders, personalData, clock, providers: live.registry, rules: intakeRulesOf(config) });
  const sweeping = sweepPeriodically(vault, logger);
  const close = async (): Promise<void> => {
    await sweeping.stop();
    await Promise.all([vault.close(), live.close(), erasure.close()]);
  };
  try {
    const followers = [erasure.follower];
    const module = KycModule.with({ store, intake, callbacks, deps });
    const app = await startStoreService({ name: SERVICE, store, module, config, views: VIEWS, followers, urls }, deps);
    return { url: app.url, stop: () => app.stop().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

function ownerUrlsOf({ paymentsUrl: payments }: KycConfig): ServiceUrls {
  return payments === undefined ? {} : { payments };
}

/**
 * Builds one of the views anew beside the live one, while services go on.
 *
 * @param wanted `accept` decides on the number of differing rows; it may keep the live one.
 * @throws UnknownViewError naming those there are.
 */
export function rebuildKycView(wanted: { name: string; accept?: Accept }, config: KycConfig, deps: AppDeps): Promise<number> {
  return rebuildView(openKycStore(config, deps), VIEWS, wanted);
}

/** The event store of this service, not started: to look into its log, or to make anew what follows from it. */
export function openKycStore(config: KycConfig, deps: StoreDeps): EventStore {
  return createStore(config, deps, new ProviderRegistry([]));
}

function createStore(config: KycConfig, { clock, random, logger, metrics }: StoreDeps, providers: ProviderChoices): EventStore {
  const { kycSessionWindowMs: sessionWindowMs, kycValidForMs: validForMs, kycProviderRetryMs: providerRetryMs } = config;
  const erasesOnWithdrawal = config.kycEraseOnWithdrawal;
  const rules = { ...DEFAULT_VERIFICATION_RULES, sessionWindowMs, validForMs, erasesOnWithdrawal, providerRetryMs };
  const publicUrl = config.publicUrl.replace(/\/+$/, '');
  return new EventStore({
    schema: SERVICE,
    databaseUrl: config.databaseUrl,
    aggregates: [defineVerification({ rules, publicUrl, providers })],
    clock,
    random,
    logger,
    observe: observeStore(metrics, SERVICE),
    // A question is at most two calls: what became of it, and the document.
    tasks: { deadlineMs: 2 * config.kycProviderTimeoutMs + TASK_MARGIN_MS },
  });
}

function intakeRulesOf(config: KycConfig) {
  const { kycSessionWindowMs: keepMs, kycTriesPerDay: triesPerDay, kycKeepAadhaarHash: keepsAadhaarHash } = config;
  return { keepMs, triesPerDay, keepsAadhaarHash, refusesRealLooking: config.sandboxRefuseRealLooking };
}

function askingRulesOf(config: KycConfig) {
  const { kycProviderTimeoutMs: timeoutMs, kycPollStartMs: pollStartMs, kycPollIntervalMs: pollIntervalMs } = config;
  return {
    timeoutMs,
    pollStartMs,
    pollIntervalMs,
    keepsAadhaarHash: config.kycKeepAadhaarHash,
    thresholds: { passFrom: config.kycNamePassScore, reviewFrom: config.kycNameReviewScore },
  };
}
