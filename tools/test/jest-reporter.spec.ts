import { createRequire } from 'node:module';

interface Reporter {
  onTestStart(test: object): void;
  onTestResult(test: object, result: object, all: object): void;
  onRunComplete(): void;
}
const SuiteReporter = createRequire(__filename)('../jest/reporter.cjs') as new (globalConfig: object) => Reporter;

describe('the reporter of the tests', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([false, true])('sets no timer while suites run, which may have fake ones: verbose %s', (verbose) => {
    const reporter = new SuiteReporter({ verbose });
    const suite = { path: __filename, context: { config: { rootDir: __dirname } } };
    reporter.onTestStart(suite);
    process.stdout.write('');
    reporter.onTestResult(suite, { skipped: true, testFilePath: __filename }, {});
    const timers = jest.getTimerCount();
    reporter.onRunComplete();
    expect(timers).toBe(0);
  });
});
