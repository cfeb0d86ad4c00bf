// `npm run check:supply`: the licences of what runs in production, by the SBOM that npm makes from the lockfile, where those
// packages come from, and secrets in the files of the repository. Writes the SBOM (CycloneDX) to the path that is given. Needs no network.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const LICENCES = new Set(['MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Python-2.0', 'BlueOak-1.0.0']);
/** Whole keys of Hundi of live mode, keys of clouds and forges, and private keys in PEM. */
const SECRETS = [
  /\b(?:sk|rk|at|rt|ocs)_live_[0-9A-Za-z]{60}\b/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[0-9A-Za-z]{36}\b/,
  /\bnpm_[0-9A-Za-z]{36}\b/,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[0-9A-Za-z+/]{40}/,
];
const BUFFER_MAX = 100_000_000;

const output = (program, parameters) => execFileSync(program, parameters, { encoding: 'utf8', maxBuffer: BUFFER_MAX });

function licenceProblems({ components = [] }) {
  return components.flatMap(({ name, version, licenses = [] }) => {
    const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
    const isAllowed = named.some((one) =>
      one
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((choice) => choice.split(' AND ').every((part) => LICENCES.has(part))),
    );
    return isAllowed ? [] : [`${name}@${version}: licence ${named.join(', ') || 'unknown'}`];
  });
}

function originProblems() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link, dev }]) => {
    if (path === '' || link || dev) return [];
    if (integrity === undefined) return [`${path}: no integrity in the lockfile`];
    return resolved === undefined || resolved.startsWith('https://') ? [] : [`${path}: from ${resolved}`];
  });
}

function secretProblems() {
  const files = output('git', ['ls-files', '-z']).split('\0').filter(Boolean);
  return files
    .filter((file) => SECRETS.some((pattern) => pattern.test(readFileSync(file, 'latin1'))))
    .map((file) => `${file}: holds a secret`);
}

const sbom = output('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']);
const [path] = process.argv.slice(2);
if (path !== undefined) writeFileSync(path, sbom);
const problems = [...licenceProblems(JSON.parse(sbom)), ...originProblems(), ...secretProblems()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
