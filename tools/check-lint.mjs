// ESLint, with a list of old breaches (tools/ratchet.mjs).
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import { checkAgainstList } from './ratchet.mjs';

const results = await new ESLint().lintFiles(['apps', 'libs', 'bench', 'tools']);
const breaches = results.flatMap(({ filePath, messages }) => {
  const file = relative(process.cwd(), filePath);
  return messages.map(({ ruleId, line, column, message }) => {
    const rule = ruleId ?? 'parse';
    return { file, rule, text: `${file}:${line}:${column}  ${message}  ${rule}` };
  });
});
checkAgainstList('lint', breaches);
