/** Lets a child process of a test run TypeScript sources: aliases and extensions as jest resolves them. */
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { transformSync } = require('@swc/core');

const root = resolve(__dirname, '../../..');
const builtin = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...rest) => {
  if (request.startsWith('#')) return join(root, 'libs', request.slice(1), 'src/index.ts');
  const source = request.startsWith('.') && parent?.filename ? `${join(dirname(parent.filename), request)}.ts` : '';
  return existsSync(source) ? source : builtin(request, parent, ...rest);
};
const jsc = {
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true },
  target: 'es2023',
};
Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, jsc, module: { type: 'commonjs' }, sourceMaps: 'inline' });
  module._compile(code, filename);
};
