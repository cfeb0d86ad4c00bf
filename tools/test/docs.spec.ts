import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ERRORS, RESOURCES } from '#contracts';

const ROOT = resolve(__dirname, '../..');
const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).sort();
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function linksOf(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '');
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Metrics by their name in the code: `name: 'hundi_…'` or the counter of a list. */
function metricsInCode(): string[] {
  const sources = globSync('{apps,libs}/**/src/**/*.ts', { cwd: ROOT }).filter((path) => !/spec\.ts$/.test(path));
  const names = sources.flatMap((path) =>
    [...read(path).matchAll(/(?:name: |(?:counter|gauge)\(\s*)'(hundi_[a-z_]+)'(?:,\s*(?:help|labels|'))/g)].map(([, name]) => name!),
  );
  return [...new Set(names)].sort();
}

describe('the documents', () => {
  it.each(PAGES)('%s has links that lead somewhere', (page) => {
    const dead = linksOf(page).filter((target) => !existsSync(join(ROOT, dirname(page), target)));
    expect(dead).toEqual([]);
  });

  it.each(PAGES)('%s names no path of somebody’s machine', (page) => {
    expect(read(page)).not.toMatch(/(^|[\s`("'])\/(root|home|work|tmp|Users)\//m);
  });

  it.each(globSync('docs/reference/services/*.md', { cwd: ROOT }))('%s names only error codes that exist', (page) => {
    const codes = [...read(page).matchAll(/\b[45]\d\d `([a-z_]+)`/g)].map(([, code]) => code!);
    expect(codes.filter((code) => !(code in ERRORS))).toEqual([]);
  });

  it('the page of metrics has every metric of the code, and no other', () => {
    const documented = [...read('docs/reference/metrics.md').matchAll(/^\| `(hundi_[a-z_]+)`/gm)].map(([, name]) => name!).sort();
    expect(documented).toEqual(metricsInCode());
  });

  describe('the page of conventions', () => {
    const page = read('docs/reference/api-conventions.md');
    const wordsOf = (text: string): string[] => [...text.matchAll(/`([a-z0-9_]+)`/g)].map(([, word]) => word!);

    it('has every error code, in the line of its status', () => {
      const errors = page.slice(page.indexOf('## Errors'), page.indexOf('## Declines'));
      const codes = new Set(wordsOf(errors));
      expect(Object.keys(ERRORS).filter((code) => !codes.has(code))).toEqual([]);
      for (const [, statuses = '', listed = ''] of errors.matchAll(/^\| ([0-9, ]+) \| `\w+` \| (.+) \|$/gm)) {
        const listedCodes = wordsOf(listed).filter((word): word is keyof typeof ERRORS => word in ERRORS);
        expect(listedCodes.filter((code) => !statuses.split(', ').includes(String(ERRORS[code].status)))).toEqual([]);
      }
    });

    it('has the prefix of every id and the word of every scope', () => {
      const rows = Object.values(RESOURCES);
      const words = new Set(wordsOf(page));
      expect(rows.map(({ idPrefix }) => `${idPrefix}_`).filter((prefix) => !words.has(prefix))).toEqual([]);
      expect(rows.map(({ scope }) => scope).filter((scope) => !words.has(scope) && !page.includes(`\`${scope}:read\``))).toEqual([]);
    });
  });

  it('every service has a page with its job, its topics and tables or what it keeps, how it fails, and maybe what it leaves out', () => {
    for (const service of ['gateway', 'payments', 'kyc', 'webhooks', 'standalone']) {
      const headings = [...read(`docs/reference/services/${service}.md`).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      const [leftOut = 'What it leaves out', ...more] = headings.slice(3);
      expect([leftOut, ...more]).toEqual(['What it leaves out']);
      expect(headings.slice(0, 3)).toEqual(['Its job', expect.stringMatching(/^(Its topics and tables|What it keeps)$/), 'How it fails']);
    }
  });

  it('decisions are numbered without a hole, and each is in the list', () => {
    const files = globSync('docs/decisions/0*.md', { cwd: ROOT }).sort();
    expect(files.map((file) => Number(/(\d{4})-/.exec(file)?.[1]))).toEqual(files.map((_, index) => index + 1));
    expect(files.length).toBeGreaterThanOrEqual(8);
    for (const file of files) expect(read('docs/decisions/README.md')).toContain(file.split('/').at(-1));
  });
});
