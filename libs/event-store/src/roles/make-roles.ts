import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { LOGIN_ROLES, loginOf, ownerOf, readerOf, rolesOf } from './rights';
import { scramVerifier } from './scram';

/** Roles belong to all databases of a server: what another migration, of another database, did at the same moment is met again. */
const ATTEMPTS_MAX = 20;
const AGAIN_AFTER_MS = 50;
const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';
const INSUFFICIENT_PRIVILEGE = '42501';
const CONCURRENT_UPDATE = 'tuple concurrently updated';

/** The user of the migration may not make roles, and those that are needed do not exist. */
export class RolesMissingError extends Error {
  override readonly name = 'RolesMissingError';

  constructor(role: string, cause: unknown) {
    super(
      `The user of DATABASE_URL could not make or change the role ${role}. Migrate as a user that has CREATEROLE and owns the database.`,
      { cause },
    );
  }
}

interface RoleRow {
  exists: boolean;
  is_ours: boolean;
}

/** Makes the owner of a schema and the roles with rights in it, where they are not there yet. @throws RolesMissingError. */
export async function makeRoles(client: Client, schema: string): Promise<void> {
  const owner = ownerOf(schema);
  for (const role of [owner, ...rolesOf(schema)]) {
    await persist(role, async () => {
      const { exists } = await look(client, role);
      if (!exists) await client.query(`CREATE ROLE ${client.escapeIdentifier(role)} NOLOGIN`);
    });
  }
  // A superuser needs no membership; everybody else must be able to act as the owner.
  await persist(owner, async () => {
    const { is_ours: isOurs } = await look(client, owner);
    if (!isOurs) await client.query(`GRANT ${client.escapeIdentifier(owner)} TO CURRENT_USER`);
  });
  await letReadersBeTakenOn(client, schema);
}

/** By the service of the schema, and by a user that owns everything and runs the service itself. */
async function letReadersBeTakenOn(client: Client, schema: string): Promise<void> {
  const reader = readerOf(schema);
  if (reader === undefined) return;
  for (const member of [ownerOf(schema), loginOf(schema)]) {
    await persist(reader, async () => {
      const { rowCount } = await client.query('SELECT FROM pg_auth_members m WHERE m.roleid = $1::regrole AND m.member = $2::regrole', [
        reader,
        member,
      ]);
      if (!rowCount) await client.query(`GRANT ${client.escapeIdentifier(reader)} TO ${client.escapeIdentifier(member)}`);
    });
  }
}

/**
 * Lets the role of a URL log in, with the password that stands in it. One that can already is left as it is, and so is a user
 * that is not in the table of rights: that one is kept by the user that made it.
 *
 * @param client connected to the same server, as a user that may change the role.
 * @throws RolesMissingError.
 */
export async function letRoleLogIn(client: Client, url: string): Promise<void> {
  const ours: readonly string[] = Object.values(LOGIN_ROLES);
  const { user = '', password } = new Client({ connectionString: url });
  if (!ours.includes(user) || (await canLogIn(url))) return;
  const secret = typeof password === 'string' && password !== '' ? ` PASSWORD ${client.escapeLiteral(scramVerifier(password))}` : '';
  await persist(user, async () => void (await client.query(`ALTER ROLE ${client.escapeIdentifier(user)} LOGIN${secret}`)));
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: 'hundi migrate', connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function look(client: Client, role: string): Promise<RoleRow> {
  const { rows } = await client.query<RoleRow>(
    `SELECT true AS exists, pg_has_role(CURRENT_USER, oid, 'USAGE') AS is_ours FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  return rows[0] ?? { exists: false, is_ours: false };
}

async function persist(role: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      if (code === INSUFFICIENT_PRIVILEGE) throw new RolesMissingError(role, error);
      const isRace = code === DUPLICATE_OBJECT || code === UNIQUE_VIOLATION || message === CONCURRENT_UPDATE;
      if (!isRace || attempt === ATTEMPTS_MAX) throw error;
      await pause(AGAIN_AFTER_MS);
    }
  }
}
