// `npm run schemas`: writes the reference of events and of test values from the contracts. A change that would break a consumer is refused:
// give the event a new type, or add a field beside the old one. `--force` is for shapes that nobody has read yet.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { referenceFiles } from './reference-files';

const root = process.cwd();
const { files, problems } = referenceFiles(root);
for (const problem of problems) console.log(problem);
if (problems.length > 0 && !process.argv.includes('--force')) {
  console.log('Nothing was written: consumers of the published schemas would break.');
  process.exit(1);
}
for (const { path, text } of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log(`${files.length} files written.`);
