import { globSync, readFileSync } from 'node:fs';

const SUITES = '{apps,libs,bench,deploy}/**/*.{int,e2e,fault}-spec.ts';

/** The part of jest's global configuration that is read here. */
export interface RunSelection {
  rootDir: string;
  testPathPatterns: { patterns: string[] };
}

/**
 * Whether the text of any suite of this run names something. Starting a broker or a whole Hundi takes seconds, which
 * a run of one Postgres suite should not need it.
 */
export function runNames(selection: RunSelection, name: RegExp): boolean {
  const patterns = selection.testPathPatterns.patterns.map((pattern) => new RegExp(pattern, 'i'));
  const suites = globSync(SUITES, { cwd: selection.rootDir }).map((suite) => `${selection.rootDir}/${suite}`);
  const chosen = suites.filter((suite) => patterns.length === 0 || patterns.some((pattern) => pattern.test(suite)));
  return chosen.some((suite) => name.test(readFileSync(suite, 'utf8')));
}
