import tseslint from 'typescript-eslint';
import { clearNames } from './tools/lint/clear-names.mjs';
import { plainNames } from './tools/lint/plain-names.mjs';

/** How large a file and a function may be. Old breaches live in tools/ratchet, which may only shrink. */
const LIMITS = {
  'max-lines': ['error', { max: 400 }],
  'max-lines-per-function': ['error', { max: 40 }],
  'max-depth': ['error', { max: 3 }],
  complexity: ['error', { max: 10 }],
};

const syntax = (selector, message) => ({ selector, message });
const CLOCK = [
  syntax('MemberExpression[object.name="Date"][property.name="now"]', 'Time comes through the Clock port.'),
  syntax('NewExpression[callee.name="Date"][arguments.length=0]', 'Time comes through the Clock port.'),
  syntax('MemberExpression[object.name="Math"][property.name="random"]', 'Randomness comes through the Random port.'),
];
const PARAMETERS = [
  syntax(':matches(FunctionDeclaration, ArrowFunctionExpression)[params.length>4]', 'A function has at most four parameters.'),
  syntax(':not(MethodDefinition[kind="constructor"]) > FunctionExpression[params.length>4]', 'A method has at most four parameters.'),
  // Nest fills a constructor by types, so that no call has to get their order right.
  syntax('MethodDefinition[kind="constructor"] > FunctionExpression[params.length>9]', 'A class is made of at most nine others.'),
];
const ENVIRONMENT = syntax(
  'MemberExpression[object.name="process"][property.name="env"]',
  'Only config.ts reads the environment; everything else receives a typed value.',
);
const SLEEP = syntax(
  'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
  'No sleeps in tests: wait for the thing itself with eventually().',
);

const TESTS = [
  '**/*.spec.ts',
  '**/*.int-spec.ts',
  '**/*.e2e-spec.ts',
  '**/*.web-spec.ts',
  '**/*.fault-spec.ts',
  '**/*.contract.ts',
  '**/test/**',
  'libs/testing/**',
  'libs/embedded/test/**',
];
/** Programs for people: they may talk to the terminal and read the environment. */
const PROGRAMS = ['tools/**', 'bench/**'];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'coverage/**', '.hundi/**', '.cache/**', 'clients/**', '**/*.d.ts'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { hundi: { rules: { 'plain-names': plainNames, 'clear-names': clearNames } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...LIMITS,
      'hundi/plain-names': 'error',
      'hundi/clear-names': 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ENVIRONMENT, ...CLOCK, ...PARAMETERS],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // A port's implementation may be asynchronous for others and need no await itself.
      '@typescript-eslint/require-await': 'off',
      // A wrapped error is rethrown as it came; whoever threw it is checked where it was thrown.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      // Ports are declared with methods and handed on as functions; they do not use `this`.
      '@typescript-eslint/unbound-method': 'off',
      // Union types with literals and string are written for the reader.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
    },
  },
  {
    // The machine's clock and randomness enter here and nowhere else.
    files: ['libs/service/src/system-ports.ts', 'apps/gateway/src/portal/client/browser.ts'],
    rules: { 'no-restricted-syntax': ['error', ENVIRONMENT, ...PARAMETERS] },
  },
  { files: ['**/config.ts'], rules: { 'no-restricted-syntax': ['error', ...CLOCK, ...PARAMETERS] } },
  {
    files: ['apps/standalone/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: TESTS,
    rules: {
      // A describe is a list of guarantees, not a function to keep in one's head.
      'max-lines-per-function': 'off',
      'no-restricted-syntax': ['error', SLEEP, ...PARAMETERS],
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: PROGRAMS, rules: { 'no-console': 'off', 'no-restricted-syntax': ['error', ...PARAMETERS] } },
);
