import type { MigrationInterface } from 'typeorm';
import { AddOperatorInvitations1795870060000 } from './add-operator-invitations';
import { CreateAccountsAndKeys1795405060000 } from './create-accounts-and-keys';
import { CreateMails1795810120000 } from './create-mails';
import { CreateOAuthObjects1795820060000 } from './create-oauth-objects';
import { CreatePasskeys1795870000000 } from './create-passkeys';
import { CreateRateDemand1795840000000 } from './create-rate-demand';
import { CreateRequestLogs1795830000000 } from './create-request-logs';
import { CreateSavedViews1795870120000 } from './create-saved-views';
import { CreateSignIns1795810060000 } from './create-sign-ins';
import { CreateUsers1795810000000 } from './create-users';
import { PackRequestLogs1795930000000 } from './pack-request-logs';
import { ProveAddresses1795940000000 } from './prove-addresses';

/** In the order in which they are run. A migration that has shipped is never edited. */
export const GATEWAY_MIGRATIONS: (new () => MigrationInterface)[] = [
  CreateAccountsAndKeys1795405060000,
  CreateUsers1795810000000,
  CreateSignIns1795810060000,
  CreateMails1795810120000,
  CreateOAuthObjects1795820060000,
  CreateRequestLogs1795830000000,
  CreateRateDemand1795840000000,
  CreatePasskeys1795870000000,
  AddOperatorInvitations1795870060000,
  CreateSavedViews1795870120000,
  PackRequestLogs1795930000000,
  ProveAddresses1795940000000,
];
