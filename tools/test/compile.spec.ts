import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const ALL_OF = /^export \* from '(\.[^']*)';$/gm;
const keysOf = (path: string, name = path): string[] => Object.keys(createRequire(path)(name) as object);

describe('a module that exports all of another', () => {
  const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd: ROOT }).map((source) => join(ROOT, source));
  const all = sources.flatMap((path) => Array.from(readFileSync(path, 'utf8').matchAll(ALL_OF), ([, name]) => [path, name!] as const));

  // The compiler finds them in the text: what it does not see would be undefined where it is imported.
  it('exports each of its names, when it is used for the first time', () => {
    expect(all.length).toBeGreaterThan(100);
    const missing = all.flatMap(([path, of]) => {
      const known = new Set(keysOf(path));
      return keysOf(path, of).filter((name) => !known.has(name));
    });
    expect(missing).toEqual([]);
  });
});
