// Which suites run when, and beside what. Two cores are enough for all of it.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Suites that hold Hundi to seconds: two at a time, and beside them only what gives way, because each core that is shared out makes them longer.
 * All others wait with patience (`eventually()`), so that a busy machine makes them slow and nothing else.
 */
const TIMED = [
  'apps/payments/src/tasks/advance-test-clock.int-spec.ts',
  'apps/webhooks/src/webhook-sender/guard.int-spec.ts',
  'apps/webhooks/src/webhook-sender/hostile.int-spec.ts',
  'apps/webhooks/src/webhook-sender/tls.int-spec.ts',
  'apps/webhooks/src/dispatcher/dispatcher.int-spec.ts',
  'apps/webhooks/src/dispatcher/isolation.int-spec.ts',
  'apps/webhooks/src/feed/feed.int-spec.ts',
  'libs/event-store/test/deadline.int-spec.ts',
  'libs/event-store/test/key-holds.int-spec.ts',
  'libs/event-store/test/tasks.int-spec.ts',
  'libs/messaging/src/in-process/in-process.int-spec.ts',
  'libs/messaging/src/kafka/kafka.int-spec.ts',
  'libs/messaging/src/kafka/commands/kafka-commands.int-spec.ts',
  'libs/messaging/src/kafka/commands/kafka-messages.int-spec.ts',
];
/** Fault suites that hold Hundi to a few seconds, and wait most of the time: nothing but one of them runs beside another. */
const TIMED_FAULT_SUITES = [
  'apps/gateway/src/people/sign-in/sign-in-times.fault-spec.ts',
  'apps/standalone/test/clock-faults.fault-spec.ts',
  'apps/standalone/test/held-shards.fault-spec.ts',
  'apps/standalone/test/status-polling.fault-spec.ts',
  'apps/standalone/test/three-gateways.fault-spec.ts',
  'libs/event-store/test/frozen-backend.fault-spec.ts',
  'libs/event-store/test/frozen.fault-spec.ts',
  'libs/messaging/src/kafka/kafka-faults.fault-spec.ts',
];
/** Fault suites that compare rates of one run, or load the whole machine: nothing runs beside them. */
const LONE_FAULT_SUITES = [
  'apps/standalone/test/pressure.fault-spec.ts',
  'apps/standalone/test/retry-storm.fault-spec.ts',
  'apps/standalone/test/two-gateways.fault-spec.ts',
  'apps/standalone/test/two-payments-processes.fault-spec.ts',
];
/**
 * Suites of standalone whose subject differs over Kafka, and the stories that are the same in both modes; the others of it start
 * Kafka themselves, or have nothing to do with it.
 */
const STANDALONE_OVER_KAFKA = ['operator-commands', 'merchant-example', 'kyc-example', 'subscription-example', 'webhooks-example'];

/**
 * Suites of the gateway that add nothing over Kafka: what they read, and what refuses them before a command is sent, is the same code in
 * both modes, and other suites send the same commands there.
 */
const ONLY_EMBEDDED = [
  'account/account',
  'api-keys/api-keys',
  'apps/apps',
  'auth/copies-of-objects',
  'auth/foreign-ids',
  'checkout/approval/approval',
  'checkout/invoice-page',
  'checkout/sandbox/sandbox-consent',
  'checkout/sandbox/sandbox-pay',
  'client-secrets/read-only-callers',
  'commands/strict-writes',
  'customers/form-values',
  'customers/get-payment-method',
  'customers/list-customers',
  'customers/list-payment-methods',
  'docs/examples/examples',
  'docs/openapi',
  'docs/testing-page',
  'http/api-version',
  'http/card-numbers',
  'http/conventions',
  'http/hints-by-status',
  'http/missing-object',
  'idempotency/get-idempotency-key',
  'idempotency/retry-of-what-is-gone',
  'idempotency/secrets-of-stored-answers',
  'invoices/erased-buyer',
  'invoices/gst',
  'kyc/slow-register',
  'lists/every-filter',
  'lists/expand',
  'mandates/first-amount',
  'mandates/processor-hint',
  'payment-methods/list-payment-method-offers',
  'payments/account-rules',
  'payments/capture-window',
  'payments/create-payment-refused',
  'payments/get-payment',
  'payments/list-payment-events',
  'payments/list-payments',
  'payments/pages-while-writing',
  'payments/payment-as-of',
  'payments/search-payments',
  'people/pages/pages',
  'personal-data/contact-mask',
  'plans/plans',
  'portal/portal',
  'publishable/publishable',
  'qr-codes/upi-qr-codes',
  'refunds/list-refunds',
  'request-logs/request-logs',
  'subscriptions/billing-cases',
  'subscriptions/change-price',
  'subscriptions/example-exclusive-tax',
  'subscriptions/habits',
  'subscriptions/wrong-inputs',
  'subscriptions/year-in-steps',
  'test-clocks/advance-test-clock',
  'test-clocks/equal-lives',
  'webhook-deliveries/delivery-body',
  'webhook-deliveries/list-attempts',
  'webhook-endpoints/change-endpoint',
  'webhook-endpoints/endpoint-as-of',
];

/** What these look for, planted-secrets.fault-spec.ts looks for over Kafka, with more that could tell it. */
const ALSO_A_FAULT_SUITE = ['webhook-endpoints/endpoint-secrets'];

const endToEnd = globSync('{apps,libs}/**/*.e2e-spec.ts', { cwd: ROOT });
const naming = (word) => endToEnd.filter((suite) => readFileSync(ROOT + suite, 'utf8').includes(word));
const sharing = naming('hundiUnderTest');
/** They start every Hundi that they look at themselves. */
const selfStarting = endToEnd.filter((suite) => !sharing.includes(suite));
/** Of these, those that tell the same story in the other mode. */
const inEitherMode = naming('hundiMode()');

/** Of these, those whose subject is one service, which is the same in both modes: over Kafka alone, in `npm run test:faults`. */
const SELF_STARTING_ONLY_OVER_KAFKA = [
  'apps/gateway/src/auth/client-address.e2e-spec.ts',
  'apps/gateway/src/resources/kyc/live-verification.e2e-spec.ts',
  'apps/standalone/test/kyc-operator.e2e-spec.ts',
];

const project = (name, ...parameters) => ['--selectProjects', name, ...parameters];
const only = (suites) => suites.map(asPattern);
const without = (...patterns) => ['--testPathIgnorePatterns', '/node_modules/', ...patterns];

/** A suite's path as the regular expression that jest wants, which finds this suite only. */
function asPattern(suite) {
  return `/${suite.replaceAll('.', '\\.')}$`;
}

/** Mostly work for the processor: they run at low priority beside suites that are timed, which wait half of the time. */
const UNIT = { name: 'unit', parameters: project('unit', '--maxWorkers', '3'), isYielding: true };
/** The compiler of the build does not look at types. */
const TYPES = { name: 'types', command: ['tools/check-types.mjs', 'tsconfig.json'] };
/** They wait half of the time. */
const INTEGRATION = { name: 'integration', parameters: project('int', '--maxWorkers', '3', ...without(...only(TIMED))) };
const INTEGRATION_TIMED = { name: 'integration, timed', parameters: project('int', '--maxWorkers', '2', ...only(TIMED)) };
/** The suites of these two share a Hundi whose events they count, hence never two at a time. */
const EMBEDDED = {
  name: 'end to end, embedded',
  parameters: project('e2e', '--runInBand', ...without(...only(selfStarting))),
  mode: 'embedded',
};
const OVER_KAFKA = {
  name: 'end to end, over Kafka',
  parameters: project(
    'e2e',
    '--runInBand',
    ...without(
      ...only(selfStarting),
      ...only([...ONLY_EMBEDDED, ...ALSO_A_FAULT_SUITE].map((name) => `apps/gateway/src/${name}.e2e-spec.ts`)),
      `/apps/standalone/test/(?!${STANDALONE_OVER_KAFKA.join('|')})`,
    ),
  ),
  mode: 'kafka',
};
const SELF_STARTING = {
  name: 'end to end, starting it themselves',
  parameters: project('e2e', '--maxWorkers', '3', ...only(selfStarting.filter((suite) => !SELF_STARTING_ONLY_OVER_KAFKA.includes(suite)))),
  mode: 'embedded',
};
/** Pages as people use them. They start Hundi themselves; without a browser they are not run. */
const WEB = { name: 'pages in a browser', parameters: project('web', '--runInBand'), needsBrowser: true };
/** Four processes for each suite, which take ten seconds of two cores to start. */
const SELF_STARTING_OVER_KAFKA = {
  name: 'end to end, starting it themselves over Kafka',
  parameters: project('e2e', '--maxWorkers', '2', ...only(inEitherMode)),
  mode: 'kafka',
};

/** Each starts the servers that it breaks, and waits for them much of the time: three at a time keep two cores busy. */
const FAULTS = {
  name: 'faults',
  parameters: project('fault', '--maxWorkers', '3', ...without(...only([...TIMED_FAULT_SUITES, ...LONE_FAULT_SUITES]))),
};
const FAULTS_TIMED = { name: 'faults, timed', parameters: project('fault', '--maxWorkers', '2', ...only(TIMED_FAULT_SUITES)) };
/** What they compare, the disk has its part in. */
const FAULTS_ALONE = { name: 'faults, alone', parameters: project('fault', '--runInBand', ...only(LONE_FAULT_SUITES)), isOnDisk: true };

/**
 * What each command runs: stages one after another; the tracks of a stage side by side; the phases of a track one after
 * another. `npm test` runs `all`, `npm run test:faults` runs `faults`.
 */
export const STAGES = {
  all: [
    [
      [INTEGRATION, SELF_STARTING, WEB],
      [EMBEDDED, OVER_KAFKA],
    ],
    [[INTEGRATION_TIMED], [UNIT]],
  ],
  faults: [[[FAULTS]], [[SELF_STARTING_OVER_KAFKA]], [[FAULTS_TIMED]], [[FAULTS_ALONE]]],
};
/** What needs no server, beside their start and the first stage. */
export const WITHOUT_SERVERS = { all: [[TYPES]], faults: [] };
