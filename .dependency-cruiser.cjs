/**
 * The import rules as a program (`npm run check:imports`). Each rule says why, because the sentence is what a newcomer reads when
 * it stops them.
 */
const { globSync } = require('node:fs');
const { dirname } = require('node:path');
const { SQL_PLACES } = require('./tools/sql-places.cjs');
const { TEST_FILES } = require('./tools/test-files.cjs');

const TEST_GROUND = `${TEST_FILES}|^libs/testing/`;
/** In the folder of an aggregate: what is known, what happened, and what follows from it. */
const PURE_FILES = '^apps/[^/]+/src/[^/]+/((state|events|evolve|decide|timers)\\.ts$|(decide|evolve)/)';
/** Folders that register an aggregate. */
const AGGREGATES = globSync('apps/*/src/*/aggregate.ts').map(dirname).join('|');
/** Programs beside the product: they may use what the product must not. */
const PROGRAMS = '^(tools|bench)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or miss a third. A type is a need too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that does not resolve is a typo or a missing dependency.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'app-never-imports-app',
      comment: 'Services talk through commands, events and queries. What two apps need is a contract in libs/contracts.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'product-does-not-import-programs',
      comment: 'The fake acquirer, the generators and the benchmarks are for developers and tests; the product runs without them.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: TEST_GROUND },
      to: { path: PROGRAMS },
    },
    {
      name: 'standalone-uses-doors',
      comment: 'The embedded mode composes the apps by their doors, exactly as a process would start them.',
      severity: 'error',
      from: { path: `^apps/standalone/|${PROGRAMS}` },
      to: { path: '^apps/(?!standalone/)', pathNot: '^apps/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'lib-never-imports-app',
      comment: 'A lib is named by its job and knows nobody who uses it.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'one-door-per-lib',
      comment: 'Import "#name": what index.ts does not export is free to change.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/', pathNot: '^libs/$1/|^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'one-door-per-lib-from-outside',
      comment: 'Import "#name": what index.ts does not export is free to change.',
      severity: 'error',
      from: { pathNot: '^libs/' },
      to: { path: '^libs/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'decisions-are-pure',
      comment:
        'A decision depends on command and state alone: no Nest, no Node, no SQL, no clock, no random. Only contracts and the shape of a decider.',
      severity: 'error',
      from: { path: PURE_FILES, pathNot: TEST_FILES },
      to: { pathNot: `${PURE_FILES}|^libs/(contracts|decider)/src/index\\.ts$` },
    },
    {
      name: 'aggregates-share-states-and-events',
      comment: 'An aggregate reads state.ts and events.ts of another; what two of them need stands in a folder below both.',
      severity: 'error',
      from: { path: `^(${AGGREGATES || '(?!)'})/`, pathNot: TEST_FILES },
      to: { path: `^(${AGGREGATES || '(?!)'})/`, pathNot: '^$1/|/(state|events)\\.ts$' },
    },
    {
      name: 'decider-depends-on-nothing',
      comment: 'The shape of a decision is three pure things. It needs nobody.',
      severity: 'error',
      from: { path: '^libs/decider/', pathNot: TEST_FILES },
      to: { pathNot: '^libs/decider/' },
    },
    {
      name: 'collections-depend-on-nothing',
      comment: 'The store, the bus and every service may keep what is in flight in them.',
      severity: 'error',
      from: { path: '^libs/collections/', pathNot: TEST_FILES },
      to: { pathNot: '^libs/collections/' },
    },
    {
      name: 'loops-depend-on-nothing',
      comment: 'The store, the bus and every service may use them for work that is repeated.',
      severity: 'error',
      from: { path: '^libs/loops/', pathNot: TEST_FILES },
      to: { pathNot: '^libs/loops/' },
    },
    {
      name: 'contracts-need-no-lib',
      comment: 'The words all apps share come first; they touch no other lib, no file, no network.',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: TEST_FILES },
      to: { path: '^libs/(?!contracts/)', dependencyTypesNot: ['npm'] },
    },
    {
      name: 'contracts-are-pure',
      comment: 'A contract runs in every process and in generators: no Node core module.',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: TEST_FILES },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contracts-load-no-document-maker',
      comment:
        '@nestjs/swagger costs every process and every test suite that loads the contracts a third of a second of CPU. Their decorators (api-property.ts) keep the same options in the same places; its types cost nothing.',
      severity: 'error',
      // Its own import is of types.
      from: { path: '^libs/', pathNot: `${TEST_FILES}|^libs/contracts/src/api-property\\.ts$` },
      to: { path: '(^|/)node_modules/@nestjs/swagger/' },
    },
    {
      name: 'only-messaging-knows-the-carrier',
      comment:
        'kafkajs and @nestjs/microservices have traps that are handled in one place. Decorators come re-exported from #messaging, so that changing the carrier touches no service. libs/embedded starts and probes a broker; tests read topics as a stranger would; bench drives the stock rival.',
      severity: 'error',
      from: { pathNot: `^libs/(messaging|embedded)/|${TEST_GROUND}|${PROGRAMS}` },
      to: { path: '(^|/)node_modules/(kafkajs|@platformatic/kafka|@nestjs/microservices)/' },
    },
    {
      name: 'sql-has-its-places',
      comment: 'Who touches Postgres is visible in the names of folders and files (tools/sql-places.cjs).',
      severity: 'error',
      from: { pathNot: `${SQL_PLACES}|${TEST_GROUND}|${PROGRAMS}` },
      to: { path: '(^|/)node_modules/(@types/)?(pg|pg-[^/]+|typeorm)/' },
    },
    {
      name: 'tasks-do-not-decide',
      comment: 'A task turns a state into a call to the outside and sends the result back as a command; deciding is pure and elsewhere.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/tasks/' },
      to: { path: '/decide\\.ts$' },
    },
    {
      name: 'specs-are-never-imported',
      comment: 'What two tests share lives in libs/testing or in a test/ folder, with a name.',
      severity: 'error',
      from: {},
      to: { path: '(\\.spec|\\.int-spec|\\.e2e-spec|\\.web-spec|\\.fault-spec)\\.ts$' },
    },
    {
      name: 'product-does-not-import-tests',
      comment: 'Fixed clocks and fault proxies do not ship.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: TEST_GROUND },
      to: { path: `^libs/testing/|${TEST_FILES}` },
    },
    {
      name: 'embedded-is-for-one-machine',
      comment: 'Postgres and Kafka as child processes belong to the embedded mode, tests and benchmarks; a service gets addresses.',
      severity: 'error',
      from: { pathNot: `^libs/embedded/|^apps/standalone/|${TEST_GROUND}|${PROGRAMS}` },
      to: { path: '^libs/embedded/' },
    },
    {
      name: 'product-runs-without-dev-dependencies',
      comment: 'The image is installed without development dependencies.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: TEST_GROUND },
      to: { dependencyTypes: ['npm-dev'], pathNot: '(^|/)node_modules/@types/' },
    },
    {
      name: 'the-bus-stands-alone',
      comment: 'The bus knows nothing of storing: ports in its door join the two.',
      severity: 'error',
      from: { path: '^libs/messaging/', pathNot: TEST_FILES },
      to: { path: '^libs/(?!messaging/|contracts/|collections/|loops/)' },
    },
    {
      name: 'the-store-stands-alone',
      comment:
        'The store knows nothing of carrying. Only ownership.ts reads the door of the bus: it implements the port PartitionOwnership.',
      severity: 'error',
      from: { path: '^libs/event-store/', pathNot: `${TEST_FILES}|^libs/event-store/src/ownership\\.ts$` },
      to: { path: '^libs/(?!event-store/|contracts/|collections/|decider/|loops/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
