import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OLDEST_POSTGRES } from '#event-store';

const ROOT = join(__dirname, '../..');
const PAGES = ['*.md', 'docs/**/*.md', '.env.example', 'docker-compose.yml', 'deploy/*.yml', 'libs/*/src/**/*.ts', 'apps/*/src/**/*.ts'];

/** What documents, examples and comments promise as the oldest, by the sentences they say it in. */
function promised(pattern: RegExp): { path: string; version: string }[] {
  const paths = globSync(PAGES, { cwd: ROOT }).filter((path) => !path.endsWith('.spec.ts'));
  return paths.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(pattern)].map(([, version = '']) => ({ path, version })),
  );
}

describe('the oldest versions that the documents name', () => {
  it(`are one Postgres, ${OLDEST_POSTGRES}`, () => {
    const found = promised(/(?:Postgres|PostgreSQL|version) (\d+)(?:\+| or newer)/g);
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter(({ version }) => version !== String(OLDEST_POSTGRES))).toEqual([]);
  });

  it('are one Kafka, which the suite of the oldest servers runs on', () => {
    const found = promised(/Kafka (\d+\.\d+)(?:\+| or newer)/g);
    expect([...new Set(found.map(({ version }) => version))]).toEqual(['3.5']);
    const suite = readFileSync(join(ROOT, 'apps/standalone/test/oldest-servers.fault-spec.ts'), 'utf8');
    expect(suite).toContain("KAFKA_VERSION = '3.5.");
    expect(suite).toContain(`POSTGRES_VERSION = '${OLDEST_POSTGRES}.`);
  });
});
