import { quoteSchema } from './names';

/**
 * A function that lets the view with the plain name of a projection show one of its tables. A service may call it, but neither
 * owns views nor makes them: it runs with the rights of the owner (`OWNER_FUNCTIONS`). Who could read the view before can read it after.
 */
export function makeViewLiveStatement(schemaName: string): string {
  const schema = quoteSchema(schemaName);
  return `
CREATE FUNCTION ${schema}.make_view_live(view_name text, live integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept aclitem[];
  entry record;
BEGIN
  SELECT c.relacl INTO kept FROM pg_class c WHERE c.oid = to_regclass(format('${schema}.%I', view_name)) AND c.relkind = 'v';
  EXECUTE format('DROP VIEW IF EXISTS ${schema}.%I', view_name);
  EXECUTE format('CREATE VIEW ${schema}.%I AS SELECT * FROM ${schema}.%I', view_name, view_name || '_v' || live);
  FOR entry IN SELECT a.grantee::regrole::text AS role, a.privilege_type FROM aclexplode(kept) a WHERE a.grantee NOT IN (0, a.grantor) LOOP
    EXECUTE format('GRANT %s ON ${schema}.%I TO %s', entry.privilege_type, view_name, entry.role);
  END LOOP;
  INSERT INTO ${schema}.projections (name, live_version) VALUES (view_name, live)
    ON CONFLICT (name) DO UPDATE SET live_version = excluded.live_version, switched_at = now();
END $$`;
}
