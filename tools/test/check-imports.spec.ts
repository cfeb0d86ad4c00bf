import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A small repository with one breach of every rule, and beside each the import that is allowed. */
const FILES: Record<string, string> = {
  'libs/contracts/src/index.ts': 'export const contract = 1;',
  'libs/contracts/src/reads-a-file.ts': "import 'node:fs';",
  'libs/contracts/src/needs-a-lib.ts': "import '#messaging';",
  'libs/decider/src/index.ts': 'export const decider = 1;',
  'libs/decider/src/needs-contracts.ts': "import '#contracts';",
  'libs/loops/src/index.ts': 'export const loops = 1;',
  'libs/loops/src/needs-contracts.ts': "import '#contracts';",
  'libs/messaging/src/index.ts': "export * from './kafka';\nimport '#loops';",
  'libs/messaging/src/kafka.ts': "import 'kafkajs';\nimport '@nestjs/microservices';\nexport const kafka = 1;",
  'libs/messaging/src/knows-the-store.ts': "import '#event-store';",
  'libs/event-store/src/index.ts': "import 'pg';\nimport '#contracts';\nimport '#decider';\nimport '#loops';\nexport const store = 1;",
  'libs/event-store/src/uses-the-bus.ts': "import { kafka } from '#messaging';\nexport const bus = kafka;",
  'libs/event-store/src/ownership.ts': "import type { kafka } from '#messaging';\nexport const port = 1 as unknown as typeof kafka;",
  'tools/fake-bank.ts': 'export const fakeBank = 1;',
  'libs/testing/src/index.ts': "import '#embedded';\nexport const testing = 1;",
  'libs/embedded/src/index.ts': 'export const embedded = 1;',
  'libs/service/src/index.ts': "import '#messaging';\nexport const service = 1;",
  'libs/service/src/imports-an-app.ts': "import '../../../apps/kyc/src/index';",
  'libs/service/src/a.ts': "import './b';\nexport const a = 1;",
  'libs/service/src/b.ts': "import type { c } from './c';\nexport const b = 1 as unknown as typeof c;",
  'libs/service/src/c.ts': "import './a';\nexport const c = 1;",
  'libs/service/src/logs/reads-metrics.ts': "import '../metrics/metric';",
  'libs/service/src/logs/line.ts': 'export const line = 1;',
  'libs/service/src/metrics/metric.ts': 'export const metric = 1;',
  'libs/service/src/metrics/writes-logs.ts': "import '../logs/line';",
  'libs/service/src/deep.ts': "import '../../messaging/src/kafka';",
  'apps/kyc/src/index.ts': "import '#messaging';\nimport '#event-store';\nexport const kyc = 1;",
  'apps/kyc/src/imports-payments.ts': "import '../../payments/src/index';",
  'apps/kyc/src/deep.ts': "import '../../../libs/messaging/src/kafka';",
  'apps/kyc/src/typo.ts': "import './no-such-file';",
  'apps/kyc/src/uses-kafkajs.ts': "import 'kafkajs';",
  'apps/kyc/src/uses-nest-microservices.ts': "import '@nestjs/microservices';",
  'apps/kyc/src/tasks/uses-pg.ts': "import 'pg';",
  'apps/kyc/src/verification/owners.table.ts': "import 'pg';",
  'apps/kyc/src/uses-testing.ts': "import '#testing';",
  'apps/kyc/src/uses-embedded.ts': "import '#embedded';",
  'apps/kyc/src/uses-a-tool.ts': "import '../../../tools/fake-bank';",
  'apps/kyc/src/imports-a-spec.ts': "import './kyc.spec';",
  'apps/kyc/src/kyc.spec.ts': "import '#testing';\nimport '../../../tools/fake-bank';\nexport const fixture = 1;",
  'apps/kyc/src/uses-a-dev-tool.ts': "import 'fast-check';",
  'apps/payments/src/index.ts': "import './payment/decide';\nexport const payments = 1;",
  'apps/payments/src/payment/decide.ts': "import '#contracts';\nimport '#decider';\nexport const decide = 1;",
  'apps/payments/src/payment/decide/knows-nest.ts': "import '@nestjs/common';",
  'apps/payments/src/payment/decide/knows-node.ts': "import 'node:crypto';",
  'apps/payments/src/payment/decide/knows-the-list.ts': "import '../list';",
  'apps/payments/src/payment/list.ts': 'export const view = 1;',
  'apps/payments/src/payment/aggregate.ts': "import '../refund/state';",
  'apps/payments/src/payment/borrows-a-decision.ts': "import '../refund/decide';",
  'apps/payments/src/refund/aggregate.ts': "import './decide';",
  'apps/payments/src/refund/decide.ts': 'export const decide = 1;',
  'apps/payments/src/refund/state.ts': 'export const state = 1;',
  'apps/payments/src/tasks/decides.ts': "import '../payment/decide';",
  'apps/standalone/src/main.ts': "import '../../kyc/src/index';\nimport '#embedded';",
  'apps/standalone/src/reaches-in.ts': "import '../../payments/src/payment/list';",
};
const PACKAGES = ['kafkajs', 'pg', '@nestjs/microservices', '@nestjs/common', 'fast-check'];

const BREACHES = [
  ['libs/contracts/src/reads-a-file.ts', 'contracts-are-pure'],
  ['libs/contracts/src/needs-a-lib.ts', 'contracts-need-no-lib'],
  ['libs/decider/src/needs-contracts.ts', 'decider-depends-on-nothing'],
  ['libs/loops/src/needs-contracts.ts', 'loops-depend-on-nothing'],
  ['libs/messaging/src/knows-the-store.ts', 'the-bus-stands-alone'],
  ['libs/event-store/src/uses-the-bus.ts', 'the-store-stands-alone'],
  ['libs/service/src/imports-an-app.ts', 'lib-never-imports-app'],
  ['libs/service/src/a.ts', 'no-cycles'],
  ['libs/service/src/deep.ts', 'one-door-per-lib'],
  ['apps/kyc/src/imports-payments.ts', 'app-never-imports-app'],
  ['apps/kyc/src/deep.ts', 'one-door-per-lib-from-outside'],
  ['apps/kyc/src/typo.ts', 'resolvable'],
  ['apps/kyc/src/uses-kafkajs.ts', 'only-messaging-knows-the-carrier'],
  ['apps/kyc/src/uses-nest-microservices.ts', 'only-messaging-knows-the-carrier'],
  ['apps/kyc/src/tasks/uses-pg.ts', 'sql-has-its-places'],
  ['apps/kyc/src/uses-testing.ts', 'product-does-not-import-tests'],
  ['apps/kyc/src/uses-embedded.ts', 'embedded-is-for-one-machine'],
  ['apps/kyc/src/uses-a-tool.ts', 'product-does-not-import-programs'],
  ['apps/kyc/src/imports-a-spec.ts', 'specs-are-never-imported'],
  ['apps/kyc/src/imports-a-spec.ts', 'product-does-not-import-tests'],
  ['apps/kyc/src/uses-a-dev-tool.ts', 'product-runs-without-dev-dependencies'],
  ['apps/payments/src/payment/decide/knows-nest.ts', 'decisions-are-pure'],
  ['apps/payments/src/payment/decide/knows-node.ts', 'decisions-are-pure'],
  ['apps/payments/src/payment/decide/knows-the-list.ts', 'decisions-are-pure'],
  ['apps/payments/src/payment/borrows-a-decision.ts', 'aggregates-share-states-and-events'],
  ['apps/payments/src/tasks/decides.ts', 'tasks-do-not-decide'],
  ['apps/standalone/src/reaches-in.ts', 'standalone-uses-doors'],
] as const;

const ROOT = resolve(__dirname, '../..');

function build(folder: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  const dependencies = Object.fromEntries(PACKAGES.filter((name) => name !== 'fast-check').map((name) => [name, '1.0.0']));
  write('package.json', JSON.stringify({ name: 'example', dependencies, devDependencies: { 'fast-check': '1.0.0' } }));
  const libs = ['contracts', 'decider', 'loops', 'messaging', 'event-store', 'testing', 'embedded', 'service'];
  const paths = Object.fromEntries(libs.map((name) => [`#${name}`, [`./libs/${name}/src/index.ts`]]));
  write('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'node20', target: 'es2023', paths } }));
}

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

async function cruise(folder: string, configuration: string): Promise<Violation[]> {
  const output = await outputOfCruise(folder, configuration);
  return (JSON.parse(output) as { summary: { violations: Violation[] } }).summary.violations;
}

function outputOfCruise(folder: string, configuration: string): Promise<string> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const parameters = [program, '--config', join(ROOT, configuration), '--output-type', 'json', 'apps', 'libs'];
  return new Promise((settle, reject) => {
    // It ends with the number of breaches: what counts is that it printed a result.
    execFile(process.execPath, parameters, { cwd: folder, maxBuffer: 32 * 1024 * 1024, timeout: 60_000 }, (error, stdout, stderr) =>
      stdout.startsWith('{') ? settle(stdout) : reject(new Error(stderr, { cause: error })),
    );
  });
}

describe('check:imports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-imports-'));
  let found: string[];

  beforeAll(async () => {
    build(folder);
    const violations = await cruise(folder, '.dependency-cruiser.cjs');
    found = violations.map(({ from, rule }) => `${from} ${rule.name}`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(BREACHES)('stops %s by %s', (file, rule) => {
    expect(found).toContain(`${file} ${rule}`);
  });

  it('stops nothing else: what is allowed stays allowed', () => {
    const expected = new Set<string>(BREACHES.map(([file, rule]) => `${file} ${rule}`));
    expect(found.filter((breach) => !expected.has(breach))).toEqual([]);
  });

  it('stops two folders that reach each other', async () => {
    const violations = await cruise(folder, 'tools/folder-cycles.cjs');
    expect(violations.map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining([
        ['libs/service/src/logs', 'libs/service/src/metrics'],
        ['libs/service/src/metrics', 'libs/service/src/logs'],
      ]),
    );
  });
});
