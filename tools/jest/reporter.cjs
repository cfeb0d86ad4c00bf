const { DefaultReporter, VerboseReporter } = require('@jest/reporters');

/**
 * A line for each suite, and its failures, as jest prints them; with `--verbose` each test. jest also keeps every test of the run, and goes
 * through all of them after each suite, to show on a terminal which one runs: a tenth of the time of the unit tests.
 */
const withoutEachCase = (Reporter) =>
  class extends Reporter {
    onTestCaseResult() {}
  };

module.exports = class SuiteReporter {
  constructor(globalConfig) {
    return new (withoutEachCase(globalConfig.verbose ? VerboseReporter : DefaultReporter))(globalConfig);
  }
};
