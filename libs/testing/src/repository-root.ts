import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout, from the sources (in a suite) as well as from dist/ (benchmarks). */
export const ROOT = rootOf(__dirname);

function rootOf(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootOf(dirname(folder));
}
