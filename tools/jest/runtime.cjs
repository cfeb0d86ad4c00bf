const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');
const { sourceMaps } = require('./typescript.cjs');

/**
 * Modules are Node's own: a process loads each once for all its suites. In jest's sandbox every suite loads and compiles all
 * of them again, which was two thirds of the time of the unit tests. The price: what a module keeps in a variable, the next
 * suite of the process sees, as in a service that runs on.
 */
module.exports = class NativeModules extends Runtime {
  /** A suite, or what jest.requireActual() asks for in one. */
  requireModule(from, name = from) {
    globalThis.jest = this.jestGlobals.jestObjectFor(from);
    return createRequire(from)(name);
  }

  /** jest's own: it keeps the tests of one suite in variables, so each suite has a copy. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  getSourceMaps() {
    return sourceMaps;
  }
};
