// `npm test`: build, then every suite there is. One Postgres and one Kafka serve the unit, integration and end-to-end
// projects; the end-to-end suites run twice, against a whole Hundi in one process and against one over Kafka. The last
// line is the sum of all: `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A phase that takes longer hangs. */
const PHASE_TIMEOUT_MS = 25 * 60_000;

/**
 * Integration and end-to-end suites run one after another: they measure fail-over in fractions of a second on two cores,
 * and the end-to-end ones share a Hundi whose events they count.
 */
const PHASES = [
  { name: 'unit', parameters: ['--selectProjects', 'unit', '--maxWorkers', '2'] },
  { name: 'integration', parameters: ['--selectProjects', 'int', '--runInBand'] },
  { name: 'end to end, embedded', parameters: ['--selectProjects', 'e2e', '--runInBand'], mode: 'embedded' },
  {
    name: 'end to end, over Kafka',
    // The suites of standalone start every mode themselves and have run already.
    parameters: ['--selectProjects', 'e2e', '--runInBand', '--testPathIgnorePatterns', '/node_modules/', '/apps/standalone/test/'],
    mode: 'kafka',
  },
];

/** Through the environment, so that jest's workers have them too. The second warning is kafkajs's (tooling.md). */
const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning'];

const load = createRequire(import.meta.url);
const results = mkdtempSync(join(tmpdir(), 'hundi-results-'));
let current;

async function main() {
  const total = { passed: 0, failed: 0 };
  console.log(`Node ${process.version}`);
  build();
  const servers = await startServers();
  try {
    for (const phase of PHASES) add(total, await runPhase(phase));
  } finally {
    await servers.stop();
    rmSync(results, { recursive: true, force: true });
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function build() {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'tools/build.mjs')], { stdio: 'inherit' });
  if (status === 0) return;
  console.log('The build failed.\n0 passed, 1 failed');
  process.exit(1);
}

async function startServers() {
  const { startRunServers } = load(join(ROOT, 'dist/libs/testing/src/jest/servers.js'));
  const servers = await startRunServers({ withKafka: true });
  for (const line of servers.descriptions) console.log(line);
  const interrupt = (code) => () => {
    current?.kill('SIGTERM');
    servers.endNow();
    process.exit(code);
  };
  process.once('SIGINT', interrupt(130)).once('SIGTERM', interrupt(143));
  return servers;
}

async function runPhase({ name, parameters, mode }) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const report = join(results, `${name.replace(/\W+/g, '-')}.json`);
  const code = await runJest([...parameters, '--json', '--outputFile', report], { HUNDI_TEST_MODE: mode ?? 'embedded' });
  const counts = readReport(report, code);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`);
  return counts;
}

/** jest writes its report for people to standard error; the JSON that it also prints is in the file already. */
function runJest(parameters, environment) {
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  return new Promise((resolve) => {
    // All results are in when jest would wait for what a suite left open: a broker's connection must not hold the whole run.
    current = spawn(process.execPath, [jest, '--ci', '--forceExit', ...parameters], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: FLAGS.join(' '), ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: PHASE_TIMEOUT_MS,
    });
    current.once('error', () => resolve(1));
    current.once('close', (code) => resolve(code ?? 1));
  });
}

/** A suite that does not even load counts as one failure, and so does a phase that ran nothing or ended oddly. */
function readReport(path, code) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    const unloaded = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length;
    const passed = report.numPassedTests;
    const failed = report.numFailedTests + unloaded;
    if (failed === 0 && (passed === 0 || code !== 0)) return { passed, failed: 1 };
    return { passed, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function add(total, counts) {
  total.passed += counts.passed;
  total.failed += counts.failed;
}

await main();
