import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(__dirname, '../..');
/** They tell of what was, or hold made-up names. */
const UNCHECKED = /^CHANGELOG\.md$|^tools\/test\/|^package-lock\.json$/;
const READ = /\.(ts|mjs|cjs|md|yml|sh|py)$/;
/** A file of the repository by its path, as comments and pages name it. `…`, `*` and `<name>` stand for any name. */
const PATH = /(?<![\w/.-])(?:apps|bench|docs|examples|libs|tools)\/[\w./-]+\.(?:md|ts|mjs|cjs|json|sh|py|yml|txt)\b/g;
/** A file by its name alone, as comments name one that stands near. In quotation marks it is an import or a made-up name. */
const BARE_NAME = /(?<![\w/.*'"-])[a-z][\w-]*(?:\.[\w-]+)*\.(?:ts|mjs|cjs|md)\b(?![\w'"])/g;
/** The page shows folders as they were. */
const OF_FORMER_FOLDERS = 'docs/decisions/0030-one-folder-for-each-aggregate.md';
/** A section of a page: `(docs/reference/webhooks.md, Retries)`. */
const SECTION = /(docs\/[\w/-]+\.md), ([A-Z][^.;)*]*)/g;

const everyFile = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
const fileNames = new Set(everyFile.map((file) => basename(file)));
const files = everyFile.filter((file) => READ.test(file) && !UNCHECKED.test(file));
const lines = files.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ text, place: `${file}:${index + 1}` })),
);
const headings = new Map<string, string[]>();

function headingsOf(page: string): string[] {
  const known = headings.get(page);
  if (known !== undefined) return known;
  const found = readFileSync(join(ROOT, page), 'utf8')
    .split('\n')
    .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? []);
  headings.set(page, found);
  return found;
}

describe('what comments and pages name', () => {
  it('paths exist', () => {
    const missing = lines.flatMap(({ text, place }) =>
      (text.match(PATH) ?? []).filter((path) => !exists(path)).map((path) => `${place} ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('files named without a folder exist', () => {
    const missing = lines
      .filter(({ place }) => !place.startsWith(OF_FORMER_FOLDERS))
      .flatMap(({ text, place }) => (text.match(BARE_NAME) ?? []).filter((name) => !fileNames.has(name)).map((name) => `${place} ${name}`));
    expect(missing).toEqual([]);
  });

  it('sections of pages exist', () => {
    const missing = lines.flatMap(({ text, place }) =>
      [...text.matchAll(SECTION)].flatMap(([cited, page = '', section = '']) => (hasSection(page, section) ? [] : [`${place} ${cited}`])),
    );
    expect(missing).toEqual([]);
  });
});

/** What the build makes of a source is there when the source is. */
function exists(path: string): boolean {
  return existsSync(join(ROOT, path)) || existsSync(join(ROOT, path.replace(/\.js$/, '.ts')));
}

/** Numbers of a table count as sections: `I13`, `F21`, `API8`. */
function hasSection(page: string, section: string): boolean {
  if (!existsSync(join(ROOT, page))) return false;
  const number = /^(?:I|F|API)\d+/.exec(section)?.[0];
  if (number !== undefined) return readFileSync(join(ROOT, page), 'utf8').includes(`| ${number}`);
  return headingsOf(page).some((heading) => section.startsWith(heading));
}
