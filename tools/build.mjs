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

/** Pages whose scripts, in `client/`, are for browsers: they are compiled to ES modules one by one; `npm run check` checks their types. */
const portal = 'apps/gateway/src/portal';
const people = 'apps/gateway/src/people/pages';
const pages = [portal, people];

/** Name, size and time of every source: a clone, an edit, a deletion and another branch all change it. */
function fingerprint() {
  const hash = createHash('sha256');
  const ofPages = pages.flatMap((folder) => [`${folder}/assets/*`, `${folder}/client/tsconfig.json`]);
  const ofTools = ['tools/build.mjs', 'tools/compile.cjs', 'tsconfig*.json', 'package-lock.json'];
  const sources = globSync(['{apps,libs,bench,tools}/**/*.ts', `${schemas}/**/*.json`, ...ofPages, ...ofTools], { cwd: root });
  for (const source of sources.sort()) {
    const { size, mtimeMs } = statSync(root + source);
    hash.update(`${source} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

async function buildPages() {
  const { default: typescript } = await import('typescript');
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2023, rewriteRelativeImportExtensions: true };
  for (const folder of pages) {
    rmSync(`${root}dist/${folder}/client`, { recursive: true, force: true });
    mkdirSync(`${root}dist/${folder}/client`, { recursive: true });
    for (const source of globSync(`${folder}/client/*.ts`, { cwd: root, exclude: ['**/*.spec.ts', '**/*.d.ts'] })) {
      const { outputText } = typescript.transpileModule(readFileSync(root + source, 'utf8'), { compilerOptions });
      writeFileSync(`${root}dist/${source.replace(/\.ts$/, '.js')}`, outputText);
    }
  }
  rmSync(`${root}dist/${portal}/assets`, { recursive: true, force: true });
  cpSync(`${root}${portal}/assets`, `${root}dist/${portal}/assets`, { recursive: true });
  await addPackages(`${root}dist/${people}/client`);
}

/** What pages of people take from packages: the drawing of QR codes as it is, and the 7776 words of a list for phrases. */
async function addPackages(folder) {
  cpSync(load.resolve('qr'), `${folder}/qr.js`);
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  writeFileSync(`${folder}/words.js`, `export const WORDS = ${JSON.stringify(dictionary['diceware-common'].join(' '))}.split(' ');\n`);
}

/** What runs: no tests, and not the scripts of pages. */
function programs() {
  const exclude = [
    '**/*.{spec,int-spec,e2e-spec,web-spec,fault-spec,contract,d}.ts',
    '*/*/test/**',
    ...pages.map((folder) => `${folder}/client/**`),
  ];
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
  const ofPages = pages.map((folder) => `${folder}/client/**`);
  const old = globSync('{apps,libs,bench,tools}/**/*.js', { cwd: `${root}dist`, exclude: ofPages }).filter((file) => !built.has(file));
  for (const file of old) for (const name of [file, `${file}.map`]) rmSync(`${root}dist/${name}`, { force: true });
}

/** @returns whether all could be compiled. */
async function build() {
  try {
    buildPrograms();
    rmSync(`${root}dist/${schemas}`, { recursive: true, force: true });
    cpSync(root + schemas, `${root}dist/${schemas}`, { recursive: true });
    await buildPages();
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
