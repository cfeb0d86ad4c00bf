const { DefaultReporter, VerboseReporter } = require('@jest/reporters');

/**
 * A line for each suite, and its failures, as jest prints them; with `--verbose` each test. jest also keeps every test of the run, and goes
 * through all of them after each suite, to show on a terminal which one runs: a tenth of the time of the unit tests.
 *
 * What it writes it writes at once. Jest waits for a tenth of a second, and a suite of this process may have put fake timers in place of
 * Node's by then: that wait counted among its timers.
 */
const forThisProcess = (Reporter) =>
  class extends Reporter {
    constructor(globalConfig) {
      super(globalConfig);
      this._status._debouncedEmit = () => this._status._emit();
    }

    onTestCaseResult() {}

    __wrapStdio(stream) {
      const write = stream.write.bind(stream);
      stream.write = (chunk) => {
        this.__clearStatus();
        write(chunk);
        this.__printStatus();
        return true;
      };
    }
  };

module.exports = class SuiteReporter {
  constructor(globalConfig) {
    return new (forThisProcess(globalConfig.verbose ? VerboseReporter : DefaultReporter))(globalConfig);
  }
};
