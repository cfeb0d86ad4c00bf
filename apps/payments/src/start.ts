import { EventStore, eventStoreMigrations, runMigrations } from '#event-store';
import { listProjection } from '#listing';
import { migratePersonalData } from '#personal-data';
import { observeStore, startStoreService, type AppDeps, type RunningApp } from '#service';
import { paymentAggregate } from './commands/payment.aggregate';
import { referenceAggregate } from './commands/reference.aggregate';
import { refundAggregate } from './commands/refund.aggregate';
import type { PaymentsConfig } from './config';
import { DEFAULT_PAYMENT_RULES, type PaymentRules } from './domain/payment/rules';
import { DEFAULT_REFUND_RULES, type RefundRules } from './domain/refund/rules';
import { PaymentsModule } from './payments.module';
import { ProcessorRegistry } from './processor/routing/registry';
import { SandboxProcessor } from './processor/sandbox';
import { paymentPublisher } from './publish';
import { refundPublisher } from './publish-refund';
import type { RenderOptions } from './render';
import { paymentsList } from './views/payments.list';
import { refundsList } from './views/refunds.list';

/** The schema of this service in the shared database, and its name on the bus. */
const SERVICE = 'payments';

const VIEWS = [listProjection(paymentsList), listProjection(refundsList)];

/** Merchant category of the sandbox's payee: grocery stores. */
const SANDBOX_MERCHANT_CATEGORY = '5411';

/** Brings the tables of the payments service up to date. Safe to run from several processes and again. */
export async function migratePayments(databaseUrl: string): Promise<void> {
  await runMigrations({ databaseUrl, schema: SERVICE, migrations: eventStoreMigrations(SERVICE) });
  await migratePersonalData(databaseUrl);
}

/** Starts the payments service: commands in, events out, queries answered. Expects the migrations to have run. */
export async function startPayments(config: PaymentsConfig, deps: AppDeps): Promise<RunningApp> {
  const options: RenderOptions = { publicUrl: config.publicUrl.replace(/\/+$/, '') };
  const store = createStore(config, deps, options);
  return startStoreService({ name: SERVICE, store, views: VIEWS, module: PaymentsModule.with(store, options), config }, deps);
}

function createStore(config: PaymentsConfig, { clock, random, logger, metrics }: AppDeps, options: RenderOptions): EventStore {
  const payee = {
    vpa: config.sandboxPayeeVpa,
    name: config.sandboxPayeeName,
    merchantCategory: SANDBOX_MERCHANT_CATEGORY,
    publicUrl: options.publicUrl,
  };
  const sandbox = new SandboxProcessor(payee);
  const none = new ProcessorRegistry([]);
  const processors = { sandbox, test: none, live: none };
  return new EventStore({
    schema: SERVICE,
    databaseUrl: config.databaseUrl,
    aggregates: [
      paymentAggregate({ ...options, rules: rulesOf(config), processors }),
      refundAggregate({ rules: refundRulesOf(config), findInstant: (name) => (name === sandbox.name ? sandbox : undefined) }),
      referenceAggregate(),
    ],
    publish: { payment: paymentPublisher(options), refund: refundPublisher() },
    clock,
    random,
    logger,
    observe: observeStore(metrics, SERVICE),
  });
}

function rulesOf(config: PaymentsConfig): PaymentRules {
  return {
    ...DEFAULT_PAYMENT_RULES,
    actionWindowMs: config.paymentActionWindowMs,
    pollWindowMs: config.paymentPollWindowMs,
    pollFirstMs: config.paymentPollFirstMs,
    pollStartMs: config.paymentPollStartMs,
    pollIntervalMs: config.paymentPollIntervalMs,
    captureWindowMs: config.paymentCaptureWindowMs,
    refundWindowMs: config.paymentRefundWindowMs,
    lateAuthorization: config.lateAuthorization,
  };
}

function refundRulesOf(config: PaymentsConfig): RefundRules {
  return { ...DEFAULT_REFUND_RULES, sendDelayMs: config.refundSendDelayMs };
}
