import { zstdDecompressSync } from 'node:zlib';
import type { Client } from 'pg';

/** Every row of every table of every schema of ours, as text, and what is compressed in it. */
export async function everyRow(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.flatMap(({ row }) => [row, ...compressedIn(row)]));
  }
  return texts.join('\n');
}

/** Bytes are shown in hexadecimal digits; what Zstandard compressed begins with these. */
function compressedIn(row: string): string[] {
  return Array.from(row.matchAll(/28b52ffd[0-9a-f]+/g), ([hex]) => zstdDecompressSync(Buffer.from(hex, 'hex')).toString());
}
