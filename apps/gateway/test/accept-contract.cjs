// `npm run contract`: writes down what callers of the HTTP API rely on. A change that would break one is refused; `--force`
// accepts it, and is for what no release has had yet.
require('../../../tools/jest/typescript.cjs');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../../..');
const file = join(root, 'docs/reference/openapi-contract.txt');
const { describedDocuments } = require('./gateway-to-describe.ts');
const { breaksOf, contractOf } = require('../src/docs/contract/contract.ts');

async function main() {
  const next = contractOf((await describedDocuments()).document);
  const published = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const breaks = breaksOf(published, next);
  for (const sentence of breaks) console.log(sentence);
  if (breaks.length > 0 && !process.argv.includes('--force')) {
    console.log('Nothing was written: callers would break. Add beside what is there, or accept it with `npm run contract -- --force`.');
    return 1;
  }
  writeFileSync(file, `${next.join('\n')}\n`);
  console.log(`${next.length} facts written.`);
  return 0;
}

main().then((code) => process.exit(code));
