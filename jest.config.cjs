/** One configuration, four projects: the suffix of a test says what it may touch (CONTRIBUTING.md, Tests). */
const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2023',
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: { '^#([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts', '^(\\.{1,2}/.*)\\.js$': '$1' },
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
  testSequencer: '<rootDir>/tools/longest-first.cjs',
  projects: [
    { ...base, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...base, ...integration, displayName: 'int', testMatch: ['**/*.int-spec.ts'] },
    { ...base, ...endToEnd, displayName: 'e2e', testMatch: ['**/*.e2e-spec.ts'] },
    // Suites that kill, freeze, cut or fill something, or need minutes: `npm run test:faults`.
    { ...base, ...integration, displayName: 'fault', testMatch: ['**/*.fault-spec.ts'] },
  ],
};
