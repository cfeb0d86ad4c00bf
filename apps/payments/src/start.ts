import { EventStore, rebuildView, runMigrations, type Accept, type Projection } from '#event-store';
import { listProjection } from '#listing';
import { migratePersonalData, PERSONAL_DATA_SCHEMA, type PersonalData } from '#personal-data';
import { keyDestroyer, observeStore, startStoreService, type AppDeps, type RunningApp, type ServiceUrls, type StoreDeps } from '#service';
import type { Processors } from './processors/routing/choose-processor';
import { defineCustomer, DESTROY_KEY_TASK } from './customer/aggregate';
import { defineBalanceTransaction } from './customer-balance-transaction/aggregate';
import { balanceTransactionsList } from './customer-balance-transaction/list';
import { definePlan } from './plan/aggregate';
import { plansList } from './plan/list';
import { ASK_DEBIT_PROCESSOR } from './debit/aggregate';
import { debitsList } from './debit/list';
import { ASK_MANDATE_PROCESSOR } from './mandate/aggregate';
import { mandatesList } from './mandate/list';
import { invoicesList } from './invoice/list';
import { defineInvoiceSeries, DESTROY_SERIES_KEY_TASK } from './invoice-series/aggregate';
import { subscriptionsList } from './subscription/list';
import { defineTaxSettings } from './tax-settings/aggregate';
import { defineRegistry } from './registry/aggregate';
import { defineReservation } from './reservation/aggregate';
import { definePaymentMethod } from './payment-method/aggregate';
import { createCallbacks } from './callbacks/create-callbacks';
import { ASK_PROCESSOR, definePayment } from './payment/aggregate';
import { definePaymentReference } from './reference/aggregate';
import { REFUND_TASK, defineRefund } from './refund/aggregate';
import type { PaymentsConfig } from './config';
import { DEFAULT_CUSTOMER_RULES } from './customer/decide/rules';
import { DEFAULT_PAYMENT_RULES, type PaymentRules } from './payment/decide/rules';
import { DEFAULT_REFUND_RULES, type RefundRules } from './refund/decide/rules';
import { CreatePayments1795405060000 } from './migrations/create-payments';
import { PaymentsModule } from './payments.module';
import { defineRecurring, gstRulesOf } from './recurring';
import { openLiveProcessors } from './processors/live-processors';
import type { PaymentProcessor } from './processors/processor';
import { ProcessorRegistry } from './processors/routing/registry';
import { SandboxProcessor } from './processors/sandbox/sandbox';
import { openTestProcessors } from './processors/test-processors';
import { defineAccountRules } from './account-rules/aggregate';
import { KYC_FOLLOWER } from './customer/follow-kyc';
import { customerEraser } from './tasks/erase-customer';
import { createDebitTask } from './tasks/create-debit-task';
import { mandateTask } from './tasks/call-mandate-processor';
import { askProcessorTask, createMoneyAlarm } from './tasks/call-processor-task';
import { PendingOtps } from './tasks/pending-otps';
import { createRefundAlarm } from './tasks/refund-alarm';
import { refundTask } from './tasks/call-refund';
import type { RenderOptions } from './payment/render';
import { customersList, customersProjection } from './customer/list';
import { paymentsList } from './payment/list';
import { refundsList } from './refund/list';
import { ADVANCE_TASK, defineTestClock, ERASE_TASK } from './test-clock/aggregate';
import { testClocksList } from './test-clock/list';
import { advanceTestClock } from './tasks/advance-test-clock';
import { eraseCustomers } from './tasks/erase-customers';

/** The schema of this service in the shared database, and its name on the bus. */
const SERVICE = 'payments';

const TASK_MARGIN_MS = 1_000;

/** The read models that follow the log. */
function viewsOf(personalData: PersonalData): Projection[] {
  return [
    listProjection(paymentsList),
    listProjection(refundsList),
    customersProjection(personalData),
    listProjection(balanceTransactionsList),
    listProjection(plansList),
    listProjection(mandatesList),
    listProjection(debitsList),
    listProjection(invoicesList),
    listProjection(subscriptionsList),
    listProjection(testClocksList),
  ];
}

/** Merchant category of the sandbox's payee: grocery stores. */
const SANDBOX_MERCHANT_CATEGORY = '5411';

const STORE = { schema: SERVICE, migrations: [CreatePayments1795405060000] };

/** The schemas of the database that a process of this version needs. */
export const PAYMENTS_SCHEMAS = [STORE, PERSONAL_DATA_SCHEMA];

/**
 * Brings the tables, roles and rights of the payments service up to date. Safe to run from several processes and again.
 *
 * @param loginUrls see `MigrationOptions.loginUrls`.
 */
export async function migratePayments(databaseUrl: string, loginUrls?: readonly (string | undefined)[]): Promise<void> {
  const views = [
    paymentsList,
    refundsList,
    customersList,
    balanceTransactionsList,
    plansList,
    mandatesList,
    debitsList,
    invoicesList,
    subscriptionsList,
    testClocksList,
  ].map(listProjection);
  await runMigrations({ databaseUrl, loginUrls, ...STORE, views });
  await migratePersonalData(databaseUrl);
}

/** Starts the payments service: commands in, events out, queries answered. Expects the migrations to have run. */
export async function startPayments(config: PaymentsConfig, deps: AppDeps, urls: ServiceUrls = ownerUrlsOf(config)): Promise<RunningApp> {
  const options: RenderOptions = { publicUrl: config.publicUrl.replace(/\/+$/, '') };
  const [live, test] = [openLiveProcessors(config, deps), openTestProcessors(config, deps)];
  const processors = { sandbox: createSandbox(config, options), test: test.registry, live: live.registry };
  const store = createStore(config, deps, { options, processors });
  const otps = new PendingOtps(deps.clock);
  const { clock, logger, personalData } = deps;
  const findProcessor = (name: string, livemode: boolean): PaymentProcessor | undefined => (livemode ? live : test).registry.find(name);
  const asking = { findProcessor, logger, timeoutMs: config.processorTimeoutMs };
  store.runTasks({
    [ASK_PROCESSOR]: askProcessorTask({ config, deps, live: live.registry, test: test.registry, otps }),
    [DESTROY_KEY_TASK]: customerEraser({ store, clock, personalData, rules: config }),
    [DESTROY_SERIES_KEY_TASK]: keyDestroyer(personalData, 'invoice_series.record_key_destroyed'),
    [ADVANCE_TASK]: advanceTestClock({ store, clock }),
    [ERASE_TASK]: eraseCustomers({ store, clock }),
    [REFUND_TASK]: refundTask({ ...asking, alarm: createRefundAlarm(deps) }),
    [ASK_MANDATE_PROCESSOR]: mandateTask({ ...asking, store, personalData, alarm: createMoneyAlarm(deps) }),
    [ASK_DEBIT_PROCESSOR]: createDebitTask({ ...asking, store, metrics: deps.metrics }),
  });
  const callbacks = createCallbacks({ ...deps, store, registries: { live: live.registry, test: test.registry } });
  const module = PaymentsModule.with(store, { options, otps, processors, callbacks, deps });
  const views = viewsOf(deps.personalData);
  const app = await startStoreService({ name: SERVICE, store, views, module, config, followers: [KYC_FOLLOWER], urls }, deps);
  const stop = (): Promise<void> => app.stop().finally(() => Promise.all([live.close(), test.close()]));
  return { url: app.url, stop };
}

function ownerUrlsOf({ kycUrl: kyc }: PaymentsConfig): ServiceUrls {
  return kyc === undefined ? {} : { kyc };
}

/**
 * Builds one of the views anew beside the live one, while services go on.
 *
 * @param wanted `accept` decides on the number of differing rows; it may keep the live one.
 * @throws UnknownViewError naming those there are.
 */
export function rebuildPaymentsView(wanted: { name: string; accept?: Accept }, config: PaymentsConfig, deps: AppDeps): Promise<number> {
  return rebuildView(openPaymentsStore(config, deps), viewsOf(deps.personalData), wanted);
}

/** The event store of this service, not started: to look into its log, or to make anew what follows from it. */
export function openPaymentsStore(config: PaymentsConfig, deps: StoreDeps): EventStore {
  const options: RenderOptions = { publicUrl: config.publicUrl };
  const none = new ProcessorRegistry([]);
  return createStore(config, deps, { options, processors: { sandbox: createSandbox(config, options), test: none, live: none } });
}

interface StoreParts {
  options: RenderOptions;
  processors: Processors & { sandbox: SandboxProcessor };
}

function createSandbox(config: PaymentsConfig, { publicUrl }: RenderOptions): SandboxProcessor {
  const { sandboxPayeeVpa: vpa, sandboxPayeeName: name } = config;
  return new SandboxProcessor({ vpa, name, merchantCategory: SANDBOX_MERCHANT_CATEGORY, publicUrl });
}

function createStore(config: PaymentsConfig, deps: StoreDeps, { options, processors }: StoreParts): EventStore {
  const { clock, random, logger, metrics } = deps;
  const { sandbox } = processors;
  return new EventStore({
    schema: SERVICE,
    databaseUrl: config.databaseUrl,
    aggregates: [
      definePayment({ ...options, rules: rulesOf(config), processors }),
      defineRefund({ rules: refundRulesOf(config), findInstant: (name) => (name === sandbox.name ? sandbox : undefined) }),
      definePaymentReference(),
      defineCustomer({ rules: { ...DEFAULT_CUSTOMER_RULES, kycReviewGraceMs: config.kycReviewGraceMs } }),
      defineBalanceTransaction(),
      defineReservation('customer'),
      definePlan({ rules: gstRulesOf(config) }),
      defineRegistry('plan'),
      defineRegistry('subscription'),
      defineRegistry('clockSubscription'),
      defineReservation('plan'),
      defineTaxSettings({ rules: gstRulesOf(config) }),
      defineAccountRules(),
      defineInvoiceSeries({ rules: config }),
      ...defineRecurring(config, { options, sandbox, live: processors.live, test: processors.test }),
      definePaymentMethod(),
      defineTestClock(),
      defineRegistry('testClock'),
    ],
    clock,
    random,
    logger,
    observe: observeStore(metrics, SERVICE),
    // A call, and where it was refused the question what holds instead.
    tasks: { deadlineMs: 2 * config.processorTimeoutMs + TASK_MARGIN_MS },
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
