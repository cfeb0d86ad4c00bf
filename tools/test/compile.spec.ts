import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const ALL_OF = /^export \* from '(\.[^']*)';$/gm;
const placeOf = (name: string): string => (existsSync(`${name}.ts`) ? `${name}.ts` : join(name, 'index.ts'));
const load = createRequire(__filename);
const keysOf = (path: string): string[] => Object.keys(load(path) as object);

describe('a module that exports all of another', () => {
  const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd: ROOT }).map((source) => join(ROOT, source));
  const all = sources.flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(ALL_OF), ([, name]) => [path, placeOf(join(dirname(path), name!))] as const),
  );

  // The compiler finds them in the text: what it does not see would be undefined where it is imported.
  it('exports each of its names, when it is used for the first time', () => {
    expect(all.length).toBeGreaterThan(100);
    const missing = all.flatMap(([path, of]) => {
      const known = new Set(keysOf(path));
      return keysOf(of).filter((name) => !known.has(name));
    });
    expect(missing).toEqual([]);
  });
});
