// `npm run build`: compile into dist/. When nothing has changed since the last good build it is over at once. Types are checked
// by `npm run check` and `npm test`.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const load = createRequire(import.meta.url);
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
    ['{apps,libs,bench,tools}/**/*.ts', `${schemas}/**/*.json`, ...portalFiles, 'tools/compile.cjs', 'tsconfig*.json', 'package-lock.json'],
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

/** What runs: no tests, and not the scripts of the portal's pages. */
function programs() {
  const exclude = ['**/*.{spec,int-spec,e2e-spec,fault-spec,contract,d}.ts', '*/*/test/**', `${portal}/client/**`];
  return globSync('{apps,libs,bench,tools}/**/*.ts', { cwd: root, exclude });
}

/** A Hundi that runs may load a module at any time: files that stay as they are are not touched. */
function writeChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** @returns the path of the JavaScript, below dist/. */
function buildProgram(source, compile) {
  const { code, map } = compile(root + source);
  const target = source.replace(/\.ts$/, '.js');
  const file = `${root}dist/${target}`;
  const { sourcesContent: _inTheRepository, ...rest } = JSON.parse(readFileSync(map, 'utf8'));
  writeChanged(`${file}.map`, JSON.stringify({ ...rest, sources: [relative(dirname(file), root + source)] }));
  writeChanged(file, `${code}//# sourceMappingURL=${target.split('/').at(-1)}.map\n`);
  return target;
}

function buildPrograms() {
  const { compile } = load('./compile.cjs');
  const built = new Set(programs().map((source) => buildProgram(source, compile)));
  const old = globSync('{apps,libs,bench,tools}/**/*.js', { cwd: `${root}dist`, exclude: [`${portal}/**`] }).filter(
    (file) => !built.has(file),
  );
  for (const file of old) for (const name of [file, `${file}.map`]) rmSync(`${root}dist/${name}`, { force: true });
}

/** @returns whether all could be compiled. */
async function build() {
  try {
    buildPrograms();
    rmSync(`${root}dist/${schemas}`, { recursive: true, force: true });
    cpSync(root + schemas, `${root}dist/${schemas}`, { recursive: true });
    await buildPortal();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

if (!existsSync(`${root}node_modules/@swc/core`)) {
  console.error('The dependencies are not installed. Run "npm ci" first.');
  process.exit(1);
}
const wanted = fingerprint();
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) process.exit(0);
rmSync(stamp, { force: true });
const isBuilt = await build();
if (isBuilt) writeFileSync(stamp, wanted);
process.exitCode = isBuilt ? 0 : 1;
