// `node tools/check-types.mjs tsconfig.json`: checks the types of a project, of which only what a change can touch is checked again. Further
// parameters go to the compiler. TypeScript 7 needs a third of the time; the linter and our tools read sources by the interface of TypeScript 6.
const [project, ...more] = process.argv.slice(2);
const known = ['--incremental', '--tsBuildInfoFile', `dist/.types/${project}.tsbuildinfo`];

process.argv.splice(2, Infinity, '--noEmit', '-p', project, ...known, ...more);
await import('../node_modules/@typescript/native/bin/tsc');
