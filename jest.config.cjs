require('./tools/jest/typescript.cjs'); // for the global set-up, which runs in this process

/** One configuration, five projects: the suffix of a test says what it may touch (CONTRIBUTING.md, Tests). */
const base = {
  rootDir: __dirname,
  // How long suites took; the folder for temporary files is new in each run (tools/run-tests.mjs).
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  runtime: '<rootDir>/tools/jest/runtime.cjs',
  testEnvironment: '<rootDir>/tools/jest/environment.cjs',
  // Node's own sockets and streams call these on the same globals. Faked, they would wait for the clock of a suite and count among its timers.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist'],
};
/** What is quick on a quiet machine must not fail on a busy one: longer than any single wait of a test (eventually.ts). */
const TEST_TIMEOUT_MS = 60_000;
const tearDown = '<rootDir>/libs/testing/src/jest/global-teardown.ts';
const integration = { globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts', globalTeardown: tearDown };
const endToEnd = { globalSetup: '<rootDir>/libs/testing/src/jest/e2e-setup.ts', globalTeardown: tearDown };

module.exports = {
  // Of the whole run: jest passes it over inside a project.
  testTimeout: TEST_TIMEOUT_MS,
  testSequencer: '<rootDir>/tools/jest/sequencer.cjs',
  reporters: ['<rootDir>/tools/jest/reporter.cjs', 'summary'],
  projects: [
    { ...base, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...base, ...integration, displayName: 'int', testMatch: ['**/*.int-spec.ts'] },
    { ...base, ...endToEnd, displayName: 'e2e', testMatch: ['**/*.e2e-spec.ts'] },
    // They start the built Hundi, and a browser of the machine.
    { ...base, displayName: 'web', testMatch: ['**/*.web-spec.ts'] },
    // Suites that kill, freeze, cut or fill something, load the whole machine or need minutes: `npm run test:faults`.
    { ...base, ...integration, displayName: 'fault', testMatch: ['**/*.fault-spec.ts'] },
  ],
};
