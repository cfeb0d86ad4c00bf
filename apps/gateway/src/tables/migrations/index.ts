import type { MigrationInterface } from 'typeorm';
import { CreateAccountsAndKeys1795405060000 } from './create-accounts-and-keys';
import { CreateRequestLogs1795830000000 } from '../../request-logs/migrations/create-request-logs';
import { CreateRateDemand1795840000000 } from './create-rate-demand';

/** In the order in which they are run. A migration that has shipped is never edited. */
export const GATEWAY_MIGRATIONS: (new () => MigrationInterface)[] = [
  CreateAccountsAndKeys1795405060000,
  CreateRequestLogs1795830000000,
  CreateRateDemand1795840000000,
];
