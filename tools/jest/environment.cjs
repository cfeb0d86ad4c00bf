const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Where jest keeps what jest.setTimeout() asked for. */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The globals are Node's own, as the modules are: an Error or a Date of one is an Error or a Date of the other. */
module.exports = class NativeGlobals {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.before = { console: globalThis.console, exit: process.exit };
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  /** The next suite begins as this one did. */
  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    delete globalThis[TEST_TIMEOUT];
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is no sandbox. */
  getVmContext() {
    return null;
  }
};
