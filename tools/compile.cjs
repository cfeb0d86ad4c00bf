// TypeScript of this repository to JavaScript, for the build (tools/build.mjs) and the tests (tools/jest). Types are checked by
// `npm run check` and `npm test`, not here: tsc needs half a minute for what takes two seconds without.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { transformSync, version } = require('@swc/core');

const ROOT = join(__dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache/typescript');
const OPTIONS = {
  swcrc: false,
  sourceMaps: true,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2023',
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
};
/** What a module names at the end of `import … from '…';` or of `export {…} from '…';`. */
const NAMED = /\bfrom '([^']+)';$/gm;
/** All that another module exports, and what a module exports by a name of its own. Types are not there when it runs. */
const ALL_OF = /^export \* from '(\.[^']*)';$/gm;
const EXPORTED = /^export (?:abstract |async )*(?:const|let|class|enum|function)\*? (\w+)/gm;
const EXPORTED_LIST = /^export \{([^}]*)\}/gm;
/** Another compiler, or another text of this program, makes something else of the same source. */
const MAKER = `${version}\0${readFileSync(__filename, 'utf8')}`;
mkdirSync(CACHE, { recursive: true });

/** How the compiler names what loads one of them, and which it is. */
const LOADER = /^function (\w+)\(\) \{\n {4}const data = (?:_\w+\()?require\("([^"]+)"\)/gm;
/** What a module takes from others by name. A type is not there when it runs. */
const TAKEN = /^import (?:\w+, )?\{([^}]*)\} from '([^']+)';$/gm;

/**
 * A module is loaded when something of it is used for the first time: a command of operators that prints its usage loads a third of what
 * it names, and starts in a third of the time. A module that is imported for its effect alone is loaded at once.
 * Services load all of it before they start (libs/event-store/src/load-all-modules.ts).
 */
function optionsFor(path, source) {
  const lazy = Array.from(source.matchAll(NAMED), ([, name]) => name);
  return { ...OPTIONS, module: { ...OPTIONS.module, lazy }, filename: path };
}

/**
 * What the compiler makes of a file, or made of the same text before, in any process.
 * @param path absolute. @returns the JavaScript, and the file that holds its source map.
 */
function compile(path) {
  const source = withNames(path);
  // Below the checkout: a copy with the same dependencies finds what was made of its unchanged files.
  const hash = createHash('sha256')
    .update(`${MAKER}\0${relative(ROOT, path)}\0${source}`)
    .digest('hex');
  const kept = join(CACHE, hash);
  if (existsSync(`${kept}.js`)) return { code: readFileSync(`${kept}.js`, 'utf8'), map: `${kept}.map` };
  const { code: compiled, map } = transformSync(source, optionsFor(path, source));
  const code = `${withReflection(compiled)}${loadImports(compiled, source)}`;
  keep(`${kept}.map`, map);
  keep(`${kept}.js`, code);
  return { code, map: `${kept}.map` };
}

/** The text of a module, in which `export *` names what it exports: otherwise the compiler would have to load all of it at once. */
function withNames(path) {
  const source = readFileSync(path, 'utf8');
  return source.replaceAll(ALL_OF, (_, name) => `export { ${namesOf(sourceOf(path, name)).join(', ')} } from '${name}';`);
}

/** What `./name` and `./name.js` mean in the file at a path: `./name.ts`, or the index of a folder. @returns undefined where there is no such source. */
function sourceOf(path, name) {
  const place = join(dirname(path), name);
  return [place.replace(/\.js$/, '.ts'), `${place}.ts`, join(place, 'index.ts')].find(
    (source) => source.endsWith('.ts') && existsSync(source),
  );
}

/** What a module exports that is there when it runs. */
function namesOf(path) {
  const source = withNames(path);
  const own = Array.from(source.matchAll(EXPORTED), ([, name]) => name);
  const listed = Array.from(source.matchAll(EXPORTED_LIST), ([, list]) => valuesIn(list)).flat();
  return [...own, ...listed.map((item) => item.split(/ as /).at(-1))];
}

/** What decorators write down of types is lost without it, in silence; nothing else says that it is loaded before them. */
function withReflection(code) {
  return code.includes('_ts_metadata(') ? code.replace('"use strict";', '"use strict"; require("reflect-metadata");') : code;
}

/** So that a program can have a module load what it takes from others; what it only hands on is loaded by who takes it. */
function loadImports(code, source) {
  const taken = new Map(Array.from(source.matchAll(TAKEN), ([, list, name]) => [name, valuesIn(list)]));
  const isHandedOn = (name) => !taken.has(name) && new RegExp(`^export \\{[^}]*\\} from '${name}';$`, 'm').test(source);
  const uses = Array.from(code.matchAll(LOADER), ([, loader, name]) => {
    if (isHandedOn(name)) return [];
    const names = taken.get(name) ?? [];
    return names.length === 0 ? [`${loader}()`] : names.map((item) => `${loader}().${item.split(/ as /)[0]}`);
  }).flat();
  return uses.length === 0 ? '' : `module.loadImports = () => [${uses.join(', ')}];\n`;
}

/** The items of a list of names, without those of types. */
function valuesIn(list) {
  const items = list.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '' && !item.startsWith('type '));
}

/** Whole or not at all: another process may read it meanwhile. */
function keep(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

module.exports = { compile, sourceOf };
