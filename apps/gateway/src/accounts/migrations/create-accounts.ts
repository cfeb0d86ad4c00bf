import { eventStoreStatements, SqlMigration } from '#event-store';
import { AUDIT_LOG_TABLES } from './audit-log-tables';
import { CONNECTION_TABLES } from './connection-tables';
import { SECRET_TABLES } from './secret-tables';

/** Operators page through the accounts, which are few among the streams of keys, apps and connections. */
const ACCOUNT_INDEXES = [
  "CREATE INDEX accounts_by_age ON accounts.streams (created_at, stream_id) WHERE stream_type = 'account'",
  "CREATE INDEX accounts_by_id ON accounts.streams (stream_id) WHERE stream_type = 'account'",
];

/** The whole schema `accounts`. It is edited in place until the tag 0.1.0; later changes are migrations of their own. */
export class CreateAccounts1795405060000 extends SqlMigration {
  readonly name = 'CreateAccounts1795405060000';
  readonly statements = [
    ...eventStoreStatements('accounts'),
    ...ACCOUNT_INDEXES,
    ...SECRET_TABLES,
    ...CONNECTION_TABLES,
    ...AUDIT_LOG_TABLES,
  ];
}
