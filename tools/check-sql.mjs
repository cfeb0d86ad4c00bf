// SQL stands where tools/sql-places.cjs says. This program looks at every string of the product and refuses one that reads like a
// statement anywhere else.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { SQL_PLACES } from './sql-places.cjs';

const PLACES = new RegExp(SQL_PLACES);
const TESTS = /(\.spec|\.int-spec|\.e2e-spec|\.web-spec|\.fault-spec|\.contract)\.ts$|\/test\//;
const STATEMENT =
  /^\s*(SELECT\s+([\d$]|\w+\(|[\s\S]*\sFROM\s)|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|MERGE\s+INTO\s|WITH\s+\w+\s+AS\s*\(|(CREATE|ALTER|DROP)\s+(OR\s+REPLACE\s+)?(UNLOGGED\s+)?(TABLE|SCHEMA|INDEX|UNIQUE|FUNCTION|VIEW|TYPE|SEQUENCE|DATABASE|ROLE|TRIGGER)\s|TRUNCATE\s|LOCK\s+TABLE|(BEGIN|COMMIT|ROLLBACK)\s*;?\s*$|GRANT\s[\s\S]*\sTO\s|REVOKE\s[\s\S]*\sFROM\s|NOTIFY\s|LISTEN\s)/;

/** Every breach in one file, as `file:line`. Upper or lower case: a string must begin like a statement to count. */
export function findSql(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const breaches = [];
  const visit = (node) => {
    const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? `${node.head.text}x ` : undefined;
    if (text !== undefined && (STATEMENT.test(text) || (STATEMENT.test(text.toUpperCase()) && /\s/.test(text.trim())))) {
      breaches.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return breaches;
}

export const mayHoldSql = (file) => PLACES.test(file) || TESTS.test(file);

if (process.argv[1] === import.meta.filename) {
  const files = globSync('{apps,libs}/**/*.ts', { exclude: (name) => name.endsWith('node_modules') });
  const breaches = files.filter((file) => !mayHoldSql(file)).flatMap((file) => findSql(file, readFileSync(file, 'utf8')));
  for (const breach of breaches) console.log(`${breach}  SQL outside the places that tools/sql-places.cjs names`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
