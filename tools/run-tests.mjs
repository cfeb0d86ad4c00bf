// `npm test`: build, check the types, then every suite but those of `npm run test:faults`, which kill, freeze or cut something, load the machine or take
// minutes. One Postgres and one Kafka serve the unit, integration and end-to-end projects; the end-to-end suites run twice,
// against a whole Hundi in one process and against one over Kafka. Those that start Hundi themselves do so over Kafka in
// `npm run test:faults`. The last line is the sum of all: `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { STAGES, WITHOUT_SERVERS } from './test-phases.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A phase that takes longer hangs: the longest takes up to fifteen minutes on two slow cores. */
const PHASE_TIMEOUT_MS = 30 * 60_000;

/** What jest says when every suite is over and the report is written. */
const RESULTS_ARE_IN = 'Test results written to';
const EXIT_WITHIN_MS = 20_000;
const LAST_WORDS_MS = 2_000;
/** Of a failure that is shown again at the end, where a long output is read first. */
const LINES_AT_END = 12;
const LINE_LENGTH_AT_END = 300;
/** Counted in neither sum; where no person reads it, it is a failure. */
const NO_BROWSER = 'NOT RUN: browser – chromium not found; apt-get install chromium';
/** Named, not a failure: every result was in. */
const HELD = '== A suite left something open that held the process: jest --detectOpenHandles says which.';

/** Through the environment, so that jest's workers have it too. The warning is kafkajs's. */
const FLAGS = '--disable-warning=TimeoutNegativeWarning';

const load = createRequire(import.meta.url);
const results = mkdtempSync(join(tmpdir(), 'hundi-results-'));
const running = new Set();
const failures = [];

async function main() {
  const total = { passed: 0, failed: 0 };
  console.log(`Node ${process.version}`);
  build();
  const command = process.argv[2] ?? 'all';
  const withoutServers = runStage(WITHOUT_SERVERS[command], total);
  const servers = await startServers();
  try {
    for (const line of servers.descriptions) console.log(line);
    for (const tracks of STAGES[command]) await runStage(tracks, total, servers);
    await withoutServers;
  } finally {
    await servers.stop();
    rmSync(results, { recursive: true, force: true });
  }
  for (const { where, message } of failures) console.log(`\nFAILED ${where}\n${firstLinesOf(message)}`);
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
  const interrupt = (code) => () => {
    for (const child of running) child.kill('SIGTERM');
    servers.endNow();
    process.exit(code);
  };
  process.once('SIGINT', interrupt(130)).once('SIGTERM', interrupt(143));
  return servers;
}

/** Tracks run side by side, the phases of a track one after another. Suites that run beside others are shown when they are over. */
async function runStage(tracks, total, servers) {
  const isAlone = tracks.filter((phases) => phases.some(({ parameters }) => parameters)).length === 1;
  const runTrack = async (phases) => {
    for (const phase of phases) add(total, await runPhase(phase, servers, isAlone && phase.parameters !== undefined));
  };
  await Promise.all(tracks.map(runTrack));
}

async function runPhase(phase, servers, isShownLive) {
  const { name } = phase;
  if (phase.needsBrowser && !hasBrowser()) {
    console.log(`\n== ${name}\n${NO_BROWSER}`);
    return { passed: 0, failed: process.env.CI === 'true' ? 1 : 0 };
  }
  if (isShownLive) console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const { counts, text, isHeld } = phase.command ? await runCommand(phase.command) : await runSuites(phase, servers, isShownLive);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  if (!isShownLive) console.log(`\n== ${name}\n${text.trimEnd()}`);
  if (isHeld) console.log(HELD);
  if (counts.failed > 0) failures.push(...(counts.failures ?? [{ where: name, message: text }]));
  console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`);
  return counts;
}

function hasBrowser() {
  const { findChromium } = load(join(ROOT, 'dist/libs/testing/src/find-chromium.js'));
  return findChromium() !== undefined;
}

async function runSuites({ name, parameters, mode, isYielding, isOnDisk }, { temporaryFolder }, isShownLive) {
  const report = join(results, `${name.replace(/\W+/g, '-')}.json`);
  const options = [...parameters, '--json', '--outputFile', report];
  const environment = { HUNDI_TEST_MODE: mode ?? 'embedded', ...(!isOnDisk && { TMPDIR: temporaryFolder }) };
  const { code, text, isHeld } = await runJest(options, environment, { isShownLive, isYielding });
  return { counts: readReport(report, code), text, isHeld };
}

/** A JavaScript program that says by its end whether all is well: one test. */
function runCommand(parameters) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, parameters, { cwd: ROOT, timeout: PHASE_TIMEOUT_MS });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
    running.add(child);
    const settle = (isWell) => {
      running.delete(child);
      resolve({ counts: isWell ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, text, isHeld: false });
    };
    child.once('error', ({ message }) => {
      text += message;
      settle(false);
    });
    child.once('close', (code) => settle(code === 0));
  });
}

/**
 * jest writes its report for people to standard error; the JSON that it also prints is in the file already. The end of the
 * process says whether all was well, unless it does not end: then all results are in, and what a suite left open is named.
 */
function runJest(parameters, environment, { isShownLive, isYielding }) {
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [jest, '--ci', ...parameters], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: FLAGS, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: PHASE_TIMEOUT_MS,
    });
    // Its workers inherit it.
    if (isYielding) child.once('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_LOW));
    let text = '';
    let endsSoon;
    child.stderr.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (isShownLive) process.stderr.write(part);
      if (text.includes(RESULTS_ARE_IN)) endsSoon ??= setTimeout(() => child.kill('SIGKILL'), EXIT_WITHIN_MS);
    });
    running.add(child);
    const settle = (code, signal) => {
      running.delete(child);
      clearTimeout(endsSoon);
      child.stderr.destroy();
      const isHeld = signal === 'SIGKILL' && text.includes(RESULTS_ARE_IN);
      resolve({ code: isHeld ? 0 : (code ?? 1), text, isHeld });
    };
    child.once('error', () => settle(1, null));
    child.once('close', settle);
    // A process that a suite left behind may hold the pipe: nobody waits for its last words.
    child.once('exit', (code, signal) => setTimeout(() => settle(code, signal), LAST_WORDS_MS).unref());
  });
}

/** A suite that does not even load counts as one failure, and so does a phase that ran nothing or ended oddly: that one is named as a whole. */
function readReport(path, code) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    const unloaded = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
    const passed = report.numPassedTests;
    const failed = report.numFailedTests + unloaded.length;
    if (failed === 0 && (passed === 0 || code !== 0)) return { passed, failed: 1 };
    const failures = unloaded.map(({ name, message }) => ({ where: relative(ROOT, name), message }));
    return { passed, failed, failures: [...failures, ...report.testResults.flatMap(failuresOf)] };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function failuresOf({ name, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return failed.map(({ fullName, failureMessages }) => ({
    where: `${relative(ROOT, name)} › ${fullName}`,
    message: failureMessages.join('\n'),
  }));
}

function firstLinesOf(message) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, LINES_AT_END);
  return lines.map((line) => `    ${line.slice(0, LINE_LENGTH_AT_END)}`).join('\n');
}

function add(total, counts) {
  total.passed += counts.passed;
  total.failed += counts.failed;
}

await main();
