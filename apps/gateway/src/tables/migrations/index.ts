import type { MigrationInterface } from 'typeorm';
import { CreateAccountsAndKeys1795405060000 } from './create-accounts-and-keys';
import { CreateOAuthObjects1795820060000 } from './create-oauth-objects';
import { CreateRateDemand1795840000000 } from './create-rate-demand';

/** In the order in which they are run. A migration that has shipped is never edited. */
export const GATEWAY_MIGRATIONS: (new () => MigrationInterface)[] = [
  CreateAccountsAndKeys1795405060000,
  CreateOAuthObjects1795820060000,
  CreateRateDemand1795840000000,
];
