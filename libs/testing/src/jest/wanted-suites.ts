import { globSync, readFileSync } from 'node:fs';

const SUITES = '{apps,libs,bench,deploy}/**/*.{int,e2e}-spec.ts';

/** The part of jest's global configuration that is read here. */
export interface RunSelection {
  rootDir: string;
  testPathPatterns: { patterns: string[] };
}

/**
 * Whether any suite of this run names Kafka. Starting a broker takes a second or two, which somebody who repeats one
 * Postgres suite should not pay.
 */
export function runNamesKafka(selection: RunSelection): boolean {
  const patterns = selection.testPathPatterns.patterns.map((pattern) => new RegExp(pattern, 'i'));
  const suites = globSync(SUITES, { cwd: selection.rootDir, exclude: ['**/node_modules/**'] });
  const chosen = suites.filter(
    (suite) => patterns.length === 0 || patterns.some((pattern) => pattern.test(`${selection.rootDir}/${suite}`)),
  );
  return chosen.some((suite) => /kafka/i.test(readFileSync(`${selection.rootDir}/${suite}`, 'utf8')));
}
