// Lets Node require the TypeScript of this repository: the suites, and the processes that they start with --require.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { transformSync, version } = require('@swc/core');

const ROOT = join(__dirname, '..', '..');
const CACHE = join(ROOT, 'node_modules/.cache/typescript');
const OPTIONS = {
  swcrc: false,
  sourceMaps: true,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2023',
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
};
/** Of each file compiled or read from the cache, where its source map is. */
const sourceMaps = new Map();
mkdirSync(CACHE, { recursive: true });

const isOurs = (url) => url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

/** `#name` is the source of that lib, not what was built of it; `./name.js` and `./name` are `./name.ts` where there is one. */
function sourceOf(specifier, parentUrl) {
  if (/^#[a-z-]+$/.test(specifier)) return join(ROOT, 'libs', specifier.slice(1), 'src/index.ts');
  if (!/^\.{1,2}\//.test(specifier) || !parentUrl || !isOurs(parentUrl)) return undefined;
  const path = fileURLToPath(new URL(specifier, parentUrl));
  return [path.replace(/\.js$/, '.ts'), `${path}.ts`, join(path, 'index.ts')].find((name) => name.endsWith('.ts') && existsSync(name));
}

/** What the compiler made of this text before, in any process: it is kept by the hash of all that it depends on. */
function compile(path) {
  const source = readFileSync(path, 'utf8');
  const hash = createHash('sha256')
    .update(`${version}\0${JSON.stringify(OPTIONS)}\0${path}\0${source}`)
    .digest('hex');
  const kept = join(CACHE, hash);
  sourceMaps.set(path, `${kept}.map`);
  if (existsSync(`${kept}.js`)) return readFileSync(`${kept}.js`, 'utf8');
  const { code, map } = transformSync(source, { ...OPTIONS, filename: path });
  keep(`${kept}.map`, map);
  keep(`${kept}.js`, code);
  return code;
}

/** Whole or not at all: another process may read it meanwhile. */
function keep(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

registerHooks({
  resolve(specifier, context, next) {
    const source = sourceOf(specifier, context.parentURL);
    return source ? { url: pathToFileURL(source).href, format: 'commonjs', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    return isOurs(url) ? { format: 'commonjs', source: compile(fileURLToPath(url)), shortCircuit: true } : next(url, context);
  },
});

module.exports = { sourceMaps };
