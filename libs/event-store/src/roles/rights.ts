/** What a role may do with the rows of a table. */
export type Operation = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** The roles that processes log in as, by what they are for. */
export const LOGIN_ROLES = {
  gateway: 'hundi_gateway',
  payments: 'hundi_payments',
  kyc: 'hundi_kyc',
  webhooks: 'hundi_webhooks',
  operator: 'hundi_operator',
} as const;

/** Who logs in: a service, or the commands of operators. */
export type LoginName = keyof typeof LOGIN_ROLES;
export type LoginRole = (typeof LOGIN_ROLES)[LoginName];

/** The roles that answer queries of accounts: they cannot log in; the service switches to them. Each sees one account at a time. */
export const READER_ROLES = {
  payments: 'hundi_payments_reader',
  kyc: 'hundi_kyc_reader',
  webhooks: 'hundi_webhooks_reader',
  accounts: 'hundi_accounts_reader',
} as const;

/** Every role that has rights. */
export type Role = LoginRole | (typeof READER_ROLES)[keyof typeof READER_ROLES];

/** One row of the table of rights. */
export interface Right {
  role: Role;
  schema: string;
  /** `*` for every table and view that has no row of its own for this role. */
  table: string;
  operations: readonly Operation[];
}

const READ: readonly Operation[] = ['SELECT'];
const ADD: readonly Operation[] = ['SELECT', 'INSERT'];
const CHANGE: readonly Operation[] = ['SELECT', 'UPDATE'];
const KEEP: readonly Operation[] = ['SELECT', 'INSERT', 'UPDATE'];
const ALL: readonly Operation[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

const right = (role: Role, schema: string, table: string, operations: readonly Operation[]): Right => ({
  role,
  schema,
  table,
  operations,
});

/** A service in its own schema: the log is only added to, and what the migrations keep for themselves is theirs. */
const ofStore = (role: LoginRole, schema: string): Right[] => [
  right(role, schema, 'events', ADD),
  right(role, schema, 'commands', ['SELECT', 'INSERT', 'DELETE']),
  right(role, schema, 'answers', ADD),
  right(role, schema, 'relay_cursors', CHANGE),
  right(role, schema, 'log_epochs', ADD),
  right(role, schema, 'consumer_positions', KEEP),
  right(role, schema, 'projections', READ),
  right(role, schema, 'projection_checkpoints', CHANGE),
  right(role, schema, 'migrations', []),
  right(role, schema, '*', ALL),
];

/** Accounts are decided by whoever takes their commands. The audit log is only added to. */
const ofAccounts = (role: LoginRole): Right[] => [right(role, 'accounts', 'audit_log', ADD), ...ofStore(role, 'accounts')];

/** What a query of an account is answered from. What a list can be filtered by has no policy: see decision 28. */
const ofReader = (role: Role, schema: string, lists: readonly string[]): Right[] => [
  right(role, schema, 'events', READ),
  right(role, schema, 'streams', READ),
  ...lists.map((list) => right(role, schema, list, READ)),
];

/** People, their sessions and mails: short-lived, or to be erased. Operators' commands make and disable users too. */
const PEOPLE_TABLES = [
  ...['users', 'recovery_codes', 'memberships', 'invitations', 'pending_sign_ups', 'one_time_links', 'sessions', 'sign_in_flows'],
  ...['passkeys', 'passkey_challenges', 'guess_counters', 'mails', 'saved_views'],
] as const;
const ofPeople = (role: LoginRole): Right[] => PEOPLE_TABLES.map((table) => right(role, 'gateway', table, ALL));

const { gateway, payments, kyc, webhooks, operator } = LOGIN_ROLES;

/**
 * Which role may do what: the only place where it is said. `npm run migrate` makes the database agree with it. Nobody but the
 * owner of a schema may do anything that is not in here; a schema without a row has no owner of its own and no grants.
 */
export const RIGHTS: readonly Right[] = [
  right(gateway, 'gateway', 'rate_demand', ALL),
  // Days that are over are dropped whole.
  right(gateway, 'gateway', 'request_logs', ADD),
  ...ofPeople(gateway),
  right(gateway, 'gateway', 'oauth_objects', ALL),
  ...ofAccounts(gateway),
  ...ofStore(payments, 'payments'),
  ...ofStore(kyc, 'kyc'),
  ...ofStore(webhooks, 'webhooks'),
  ...ofReader(READER_ROLES.payments, 'payments', [
    'payments_list',
    'refunds_list',
    'customers_list',
    'balance_transactions_list',
    'plans_list',
    'mandates_list',
    'debits_list',
    'invoices_list',
    'subscriptions_list',
    'test_clocks_list',
  ]),
  ...ofReader(READER_ROLES.kyc, 'kyc', ['verifications_list']),
  ...ofReader(READER_ROLES.webhooks, 'webhooks', ['webhook_endpoints_list', 'replays_list']),
  ...ofReader(READER_ROLES.accounts, 'accounts', ['api_keys_list', 'apps_list', 'audit_log', 'audit_heads']),
  right(READER_ROLES.accounts, 'gateway', 'request_logs', READ),

  // The gateway seals, and takes the key of a creation that was refused away again. INSERT … ON CONFLICT needs UPDATE.
  right(gateway, 'vault', 'data_keys', ALL),
  // Erasing is an UPDATE, or the INSERT of a destroyed key.
  right(payments, 'vault', 'data_keys', KEEP),
  right(kyc, 'vault', 'data_keys', ALL),
  right(webhooks, 'vault', 'data_keys', KEEP),

  ...ofPeople(operator),
  ...ofAccounts(operator),
  right(operator, 'payments', 'events', READ),
  right(operator, 'payments', 'streams', READ),
  right(operator, 'payments', 'relay_cursors', READ),
  right(operator, 'payments', 'payments_list', READ),
  right(operator, 'payments', 'refunds_list', READ),
  right(operator, 'kyc', 'events', READ),
  right(operator, 'kyc', 'streams', READ),
  right(operator, 'kyc', 'relay_cursors', READ),
  right(operator, 'webhooks', 'events', READ),
  right(operator, 'webhooks', 'streams', READ),
  right(operator, 'webhooks', 'relay_cursors', READ),
  // Who asked for a ping, a resend or a cancellation, of which there is no event.
  right(operator, 'webhooks', 'commands', READ),
  // An invitation from the command line is sealed; keys are put under another one.
  right(operator, 'vault', 'data_keys', KEEP),
];

/** Functions that make and drop tables for a service, or read what is the owner's: they run with the rights of the owner, and with a search path of their own. */
export const OWNER_FUNCTIONS: readonly string[] = [
  'maintain_command_partitions',
  'analyze_new_tables',
  'keep_partitions',
  'make_view_live',
  'applied_migrations',
];

/** Tables whose rows a reader sees only of the account that the query says: row-level security compares `account_id`. */
export const ACCOUNT_TABLES: readonly string[] = ['events', 'streams', 'audit_log', 'audit_heads', 'request_logs'];

/** The reader of a schema; undefined where no queries of accounts are answered. */
export function readerOf(schema: string): Role | undefined {
  // What the gateway keeps of an account is read where the account is.
  return schema === 'gateway' ? READER_ROLES.accounts : (READER_ROLES as Record<string, Role | undefined>)[schema];
}

/** The role of the process that serves a schema. */
export function loginOf(schema: string): LoginRole {
  return schema === 'accounts' ? LOGIN_ROLES.gateway : LOGIN_ROLES[schema as LoginName];
}

/** The role that owns everything in a schema. It cannot log in. */
export function ownerOf(schema: string): string {
  return `hundi_${schema}_owner`;
}

/** The roles that have rights in a schema; none for a schema that is not in the table. */
export function rolesOf(schema: string): Role[] {
  return [...new Set(RIGHTS.filter((one) => one.schema === schema).map(({ role }) => role))];
}

/** What a role may do with a table. */
export function operationsOn(schema: string, table: string, role: string): readonly Operation[] {
  const own = RIGHTS.filter((one) => one.schema === schema && one.role === role);
  return (own.find((one) => one.table === table) ?? own.find((one) => one.table === '*'))?.operations ?? [];
}
