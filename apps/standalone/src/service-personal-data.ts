import { newKeyCache, type PersonalData } from '#personal-data';
import { openPersonalData, type PersonalDataParts } from '#service';
import type { Secrets } from './data-directory';
import type { LoginUrls, ServiceName } from './login-urls';

/** Sealing and unsealing for each service of one process. */
export interface ServicePersonalData {
  of(service: ServiceName): PersonalData;
  stop(): Promise<void>;
}

/**
 * Every service reaches the keys as its own role; the unwrapped ones are kept together, so that an erasure which one service
 * carries out counts for all of the process at once.
 */
export function openServicePersonalData(
  logins: LoginUrls,
  settings: Pick<Secrets, 'personalDataKeys' | 'personalDataIndexKey'> & { personalDataKeyAgeMs: number },
  parts: Omit<PersonalDataParts, 'keyCache'>,
): ServicePersonalData {
  const keyCache = newKeyCache();
  const open = (service: ServiceName): PersonalData =>
    openPersonalData({ ...settings, databaseUrl: logins[service] }, { ...parts, keyCache });
  const opened = { gateway: open('gateway'), payments: open('payments'), kyc: open('kyc'), webhooks: open('webhooks') };
  return {
    of: (service) => opened[service],
    stop: async () => void (await Promise.all(Object.values(opened).map((one) => one.close()))),
  };
}
