import { quoteSchema } from './names';

/** Pages of 8 kB; a smaller table is read whole as fast as by any plan. */
const PAGES_MIN = 32;

/**
 * A function that analyzes the tables that have grown and were never analyzed: new ones, and those of a restored dump. Without
 * statistics the planner expects a row or two of an account, and reads and sorts all of it for each page of a list; autovacuum
 * comes within a minute or two. @returns how many were analyzed.
 */
export function statisticsStatement(schemaName: string): string {
  const schema = quoteSchema(schemaName);
  return `
CREATE FUNCTION ${schema}.analyze_new_tables() RETURNS integer LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
DECLARE
  part record;
  analyzed integer := 0;
BEGIN
  FOR part IN
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind = 'r' AND c.reltuples < 0
      AND pg_relation_size(c.oid) >= ${PAGES_MIN} * 8192
  LOOP
    EXECUTE format('ANALYZE ${schema}.%I', part.name);
    analyzed := analyzed + 1;
  END LOOP;
  RETURN analyzed;
END $$`;
}
