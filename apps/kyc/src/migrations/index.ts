import type { MigrationInterface } from 'typeorm';
import { CreateVault1795258800000 } from './create-vault';
import { KeepAndErase1795269600000 } from './keep-and-erase';
import { AddProviderRequests1795280400000 } from './add-provider-requests';
import { RememberErased1795284000000 } from './remember-erased';

/** The kyc service's own migrations, in order, beside those of its event store. */
export const KYC_MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  CreateVault1795258800000,
  KeepAndErase1795269600000,
  AddProviderRequests1795280400000,
  RememberErased1795284000000,
];
