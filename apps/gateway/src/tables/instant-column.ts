import type { ColumnOptions } from 'typeorm';

/** A column of Postgres that shows an instant to people, and milliseconds since the epoch to the code. */
export function instantColumn(name: string, options: Pick<ColumnOptions, 'nullable'> = {}): ColumnOptions {
  const to = (ms: number | null | undefined): Date | null => (typeof ms === 'number' ? new Date(ms) : null);
  const from = (instant: Date | null): number | null => instant?.getTime() ?? null;
  return { type: 'timestamptz', name, transformer: { to, from }, ...options };
}
