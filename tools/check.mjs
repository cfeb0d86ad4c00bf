// `npm run check`: the checks that need no servers, in two tracks because machines have two cores. Prints the
// output of what failed, one line for each step, and ends with 1 when anything failed.
import { spawn } from 'node:child_process';

/** The unit tests take as long as all the rest. */
const TRACKS = [['lint', 'types', 'portal', 'pages', 'imports', 'sql', 'words', 'commits', 'format'], ['unit']];
const typesOf = (project) => ['node', 'tools/check-types.mjs', project];
const COMMANDS = {
  format: ['prettier', '--check', '--log-level', 'warn', '.'],
  types: typesOf('tsconfig.json'),
  portal: typesOf('apps/gateway/src/portal/client/tsconfig.json'),
  pages: typesOf('apps/gateway/src/people/pages/client/tsconfig.json'),
  lint: ['node', 'tools/check-lint.mjs'],
  imports: ['node', 'tools/check-imports.mjs'],
  sql: ['node', 'tools/check-sql.mjs'],
  words: ['node', 'tools/check-words.mjs'],
  commits: ['node', 'tools/check-commits.mjs'],
  // In workers: jest's own report sets timers in its process, and with fake timers a test would count them.
  unit: ['jest', '--selectProjects', 'unit', '--maxWorkers', '2'],
};
/** A step that takes longer hangs: on a machine with other work the unit tests take minutes. */
const STEP_TIMEOUT_MS = 900_000;

function run(name) {
  const startedAt = performance.now();
  const [program, ...parameters] = COMMANDS[name];
  const env = { ...process.env, FORCE_COLOR: '0' };
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { env, timeout: STEP_TIMEOUT_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ name, ok: false, output: error.message, seconds: 0 }));
    child.on('close', (code) => resolve({ name, ok: code === 0, output, seconds: (performance.now() - startedAt) / 1_000 }));
  });
}

async function runTrack(names) {
  const failed = [];
  for (const name of names) {
    const { ok, output, seconds } = await run(name);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(7)} ${seconds.toFixed(1)} s`);
    if (!ok) console.log(output.trimEnd());
    if (!ok) failed.push(name);
  }
  return failed;
}

const failed = (await Promise.all(TRACKS.map(runTrack))).flat();
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
