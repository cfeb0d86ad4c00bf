import type { MigrationInterface } from 'typeorm';
import { AddAllowedAddresses1763769600000 } from './add-allowed-addresses';
import { CreateAccountsAndKeys1763683200000 } from './create-accounts-and-keys';

/** In the order in which they are run. A migration that has shipped is never edited. */
export const GATEWAY_MIGRATIONS: (new () => MigrationInterface)[] = [CreateAccountsAndKeys1763683200000, AddAllowedAddresses1763769600000];
