import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_ASSETS, PAGE_MODULES, PAGE_PACKAGES, PAGE_SCRIPTS } from './page-assets';

const CLIENT = join(__dirname, 'client');
const isSource = (name: string): boolean => /\.ts$/.test(name) && !/\.(spec|d)\.ts$/.test(name);

describe('the files of the pages', () => {
  const sources = readdirSync(CLIENT);

  it('are all that lies there, and what the build takes from packages', () => {
    expect(
      sources
        .filter(isSource)
        .map((name) => name.replace(/\.ts$/, '.js'))
        .sort(),
    ).toEqual([...PAGE_SCRIPTS, ...PAGE_MODULES].sort());
    const declared = sources.filter((name) => name.endsWith('.d.ts')).map((name) => name.replace(/\.d\.ts$/, '.js'));
    expect(declared.sort()).toEqual([...PAGE_PACKAGES].sort());
  });

  it.each(['', '..', '../pages.controller.js', 'api.ts', 'tsconfig.json', '__proto__', 'constructor', 'portal.js'])(
    'have no %j',
    (name) => {
      expect(PAGE_ASSETS.find(name)).toBeUndefined();
    },
  );

  it('make no HTML out of text', () => {
    for (const name of sources.filter(isSource))
      expect([name, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/.test(readFileSync(join(CLIENT, name), 'utf8'))]).toEqual([name, false]); // prettier-ignore
  });
});
