import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askDatabase } from '#testing';

const FOLDER = join(__dirname, 'releases');

/** The services with a log. */
const RECORDED_SERVICES = ['payments', 'kyc', 'webhooks'] as const;
/** One of them. */
export type RecordedService = (typeof RECORDED_SERVICES)[number];

/** The releases whose log is recorded in `releases/`. */
export const RECORDED_RELEASES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Whether a recording has such a file. */
export function isRecorded(release: string, file: string): boolean {
  return existsSync(join(FOLDER, release, `${file}.jsonl`));
}

/** One of the files of a recording. */
export function readRecorded<TRow>(release: string, file: string): TRow[] {
  const lines = readFileSync(join(FOLDER, release, `${file}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TRow);
}

/** Puts what a release had stored into the tables of today. */
export async function loadRelease(databaseUrl: string, release: string): Promise<void> {
  const load = async (table: string, file = table): Promise<void> => {
    const lines = readFileSync(join(FOLDER, release, `${file}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean);
    await askDatabase(databaseUrl, `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
      `[${lines.join(',')}]`,
    ]);
  };
  for (const service of RECORDED_SERVICES) {
    await load(`${service}.events`);
    await load(`${service}.streams`);
  }
  await load('vault.data_keys', 'data_keys');
}
