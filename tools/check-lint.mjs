// ESLint with a ratchet: tools/ratchet.json lists old breaches as { file: { rule: count } } and may only shrink.
// `node tools/check-lint.mjs` fails on a breach that is not listed, and on a listed breach that is gone (run with
// `--shrink` to write the smaller list). Nothing can be added by this program.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ESLint } from 'eslint';

const RATCHET = new URL('./ratchet.json', import.meta.url);

const listed = JSON.parse(readFileSync(RATCHET, 'utf8'));
const eslint = new ESLint();
const results = await eslint.lintFiles(['apps', 'libs', 'bench', 'tools']);

const found = {};
for (const { filePath, messages } of results) {
  const file = relative(process.cwd(), filePath);
  for (const { ruleId } of messages) {
    found[file] ??= {};
    found[file][ruleId ?? 'parse'] = (found[file][ruleId ?? 'parse'] ?? 0) + 1;
  }
}

const allowed = (file, rule) => listed[file]?.[rule] ?? 0;
const isNew = (file, rule) => found[file][rule] > allowed(file, rule);
const fresh = results.map((result) => {
  const file = relative(process.cwd(), result.filePath);
  const messages = result.messages.filter(({ ruleId }) => isNew(file, ruleId ?? 'parse'));
  return { ...result, messages, errorCount: messages.length, warningCount: 0, fixableErrorCount: 0, fixableWarningCount: 0 };
});
const smaller = Object.fromEntries(
  Object.entries(listed)
    .map(([file, rules]) => [file, Object.fromEntries(Object.entries(rules).flatMap(([rule, count]) => shrunk(file, rule, count)))])
    .filter(([, rules]) => Object.keys(rules).length > 0),
);

function shrunk(file, rule, count) {
  const left = Math.min(count, found[file]?.[rule] ?? 0);
  return left > 0 ? [[rule, left]] : [];
}

const breaches = fresh.reduce((sum, result) => sum + result.errorCount, 0);
if (breaches > 0) {
  console.log(await (await eslint.loadFormatter('stylish')).format(fresh));
  process.exitCode = 1;
}
if (JSON.stringify(smaller) !== JSON.stringify(listed)) {
  if (process.argv.includes('--shrink')) {
    writeFileSync(RATCHET, `${JSON.stringify(smaller, null, 2)}\n`);
    console.log('The list of old breaches is shorter now.');
  } else {
    console.log('Listed breaches are gone: run `npm run lint -- --shrink`, so that they cannot come back.');
    process.exitCode = 1;
  }
}
