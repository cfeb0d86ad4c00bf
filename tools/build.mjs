// `npm run build`: compile into dist/. When nothing has changed since the last good build it is over at once.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = `${root}node_modules/typescript/bin/tsc`;
/** Written after a build without errors: what it was built from. */
const stamp = `${root}dist/.built-from`;

/** Files that the product reads when it runs, at the same place below dist/: the published schemas of events. */
const schemas = 'docs/reference/events/schemas';

/** The portal: its pages' scripts are for browsers, so they are compiled to ES modules one by one; `npm run check` checks their types. */
const portal = 'apps/gateway/src/portal';

/** Name, size and time of every source: a clone, an edit, a deletion and another branch all change it. */
function fingerprint() {
  const hash = createHash('sha256');
  const portalFiles = [`${portal}/assets/*`, `${portal}/client/tsconfig.json`];
  const sources = globSync(
    ['{apps,libs,bench,tools}/**/*.ts', `${schemas}/*.json`, ...portalFiles, 'tsconfig*.json', 'package-lock.json'],
    { cwd: root },
  );
  for (const source of sources.sort()) {
    const { size, mtimeMs } = statSync(root + source);
    hash.update(`${source} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

async function buildPortal() {
  const { default: typescript } = await import('typescript');
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2023, rewriteRelativeImportExtensions: true };
  rmSync(`${root}dist/${portal}/client`, { recursive: true, force: true });
  rmSync(`${root}dist/${portal}/assets`, { recursive: true, force: true });
  mkdirSync(`${root}dist/${portal}/client`, { recursive: true });
  for (const source of globSync(`${portal}/client/*.ts`, { cwd: root, exclude: ['**/*.spec.ts'] })) {
    const { outputText } = typescript.transpileModule(readFileSync(root + source, 'utf8'), { compilerOptions });
    writeFileSync(`${root}dist/${source.replace(/\.ts$/, '.js')}`, outputText);
  }
  cpSync(`${root}${portal}/assets`, `${root}dist/${portal}/assets`, { recursive: true });
}

if (!existsSync(compiler)) {
  console.error('The dependencies are not installed. Run "npm ci" first.');
  process.exit(1);
}
const wanted = fingerprint();
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) process.exit(0);
rmSync(stamp, { force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status === 0) {
  rmSync(`${root}dist/${schemas}`, { recursive: true, force: true });
  cpSync(root + schemas, `${root}dist/${schemas}`, { recursive: true });
  await buildPortal();
  writeFileSync(stamp, wanted);
}
process.exit(status ?? 1);
