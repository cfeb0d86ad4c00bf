/** TypeScript 7 checks the types in a third of the time; the linter and our tools read sources by the interface of TypeScript 6. */
export const TSC = 'node_modules/@typescript/native/bin/tsc';
/** What it found before, so that only what a change can touch is checked again: in the smallest copy with a change too (new-aggregate.fault-spec.ts). */
const FOUND = ['--incremental', '--tsBuildInfoFile', 'dist/.types.tsbuildinfo'];

/** Node's parameters to check the types of all that is compiled, of tests too. */
export const CHECK_TYPES = [TSC, '--noEmit', '-p', 'tsconfig.json', ...FOUND];
