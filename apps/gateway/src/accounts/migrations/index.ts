import type { MigrationInterface } from 'typeorm';
import { AddAppsAndConnections1795820000000 } from './add-apps-and-connections';
import { CreateAuditLog1795850000000 } from './create-audit-log';
import { CreateKeyUses1795800060000 } from './create-key-uses';
import { CreateSecrets1795800000000 } from './create-secrets';
import { IndexAccountsByAge1795870000000 } from './index-accounts-by-age';

/** The migrations of the schema `accounts` beside those of its event store, in order. One that has shipped is never edited. */
export const ACCOUNTS_MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  CreateSecrets1795800000000,
  CreateKeyUses1795800060000,
  AddAppsAndConnections1795820000000,
  CreateAuditLog1795850000000,
  IndexAccountsByAge1795870000000,
];
