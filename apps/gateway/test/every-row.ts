import { zstdDecompressSync } from 'node:zlib';
import type { Client } from 'pg';

/** Every row of every table of every schema of ours, as text, bytes as the text that they are, also where they are compressed. */
export async function everyRow(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => withTexts(row)));
  }
  return texts.join('\n');
}

/** How what Zstandard compressed begins (RFC 8878, 3.1.1), in hexadecimal digits. */
const COMPRESSED = '28b52ffd';

/** A row as Postgres writes it, with the texts in the place of bytes. */
export function withTexts(row: string): string {
  return row.replaceAll(/\\x([0-9a-f]{2,})/g, (_all, hex: string) => {
    const bytes = Buffer.from(hex, 'hex');
    return hex.startsWith(COMPRESSED) ? zstdDecompressSync(bytes).toString() : `${hex} ${bytes.toString()}`;
  });
}
