// Lets Node require the TypeScript of this repository: the suites, and the processes that they start with --require.
const { registerHooks } = require('node:module');
const { join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { compile, sourceOf } = require('../compile.cjs');

const ROOT = join(__dirname, '..', '..');
/** Of each file compiled or read from the cache, where its source map is. */
const sourceMaps = new Map();

const isOurs = (url) => url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

/** `#name` is the source of that lib, not what was built of it. */
function resolved(specifier, parentUrl) {
  if (/^#[a-z-]+$/.test(specifier)) return join(ROOT, 'libs', specifier.slice(1), 'src/index.ts');
  if (!/^\.{1,2}\//.test(specifier) || !parentUrl || !isOurs(parentUrl)) return undefined;
  return sourceOf(fileURLToPath(parentUrl), specifier);
}

/** @returns the JavaScript of a file. */
function javaScriptOf(path) {
  const { code, map } = compile(path);
  sourceMaps.set(path, map);
  return code;
}

registerHooks({
  resolve(specifier, context, next) {
    const source = resolved(specifier, context.parentURL);
    return source ? { url: pathToFileURL(source).href, format: 'commonjs', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    return isOurs(url) ? { format: 'commonjs', source: javaScriptOf(fileURLToPath(url)), shortCircuit: true } : next(url, context);
  },
});

module.exports = { sourceMaps };
