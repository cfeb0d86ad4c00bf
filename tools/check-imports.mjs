// The import rules of .dependency-cruiser.cjs, between files, and tools/folder-cycles.cjs, between folders, with a list of old breaches
// (tools/ratchet.mjs).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkAgainstList } from './ratchet.mjs';

const PROGRAM = fileURLToPath(new URL('../node_modules/dependency-cruiser/bin/dependency-cruise.mjs', import.meta.url));

function breachesOf(configuration, folders) {
  const parameters = [PROGRAM, '--config', configuration, '--output-type', 'json', ...folders];
  // It ends with the number of violations, which are in its output.
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser printed no result: ${stderr}`);
  const { violations, ruleSetUsed } = JSON.parse(stdout).summary;
  const reasons = new Map(ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
  return violations.map(({ from, to, rule: { name } }) => ({
    file: from,
    rule: name,
    text: `${from} → ${to}  ${name}: ${reasons.get(name)}`,
  }));
}

checkAgainstList('imports', [
  ...breachesOf('.dependency-cruiser.cjs', ['apps', 'libs', 'bench', 'tools']),
  ...breachesOf('tools/folder-cycles.cjs', ['apps', 'libs']),
]);
