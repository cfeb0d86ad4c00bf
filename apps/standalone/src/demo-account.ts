import type { Clock, Random } from '#contracts';
import { createAccount, createApiKey, listApiKeys } from '../../gateway/src/index';
import type { DataFolder, DemoAccount } from './data-folder';

/** Where keys are made: the database, the pepper, and the ports. */
export interface KeyShop {
  databaseUrl: string;
  pepper: string;
  clock: Clock;
  random: Random;
}

/**
 * The demo account with one test and one live key. The keys of the folder are kept as long as this database knows
 * them; a new database, or another one behind DATABASE_URL, gets a new account.
 */
export async function ensureDemoAccount(folder: DataFolder, shop: KeyShop): Promise<DemoAccount> {
  const kept = folder.findDemoAccount();
  if (kept && (await areUsable(kept, shop))) return kept;
  const account = await createAccount(shop, { name: 'Demo account' });
  const test = await createApiKey(shop, { accountId: account.id, kind: 'sk', livemode: false });
  const live = await createApiKey(shop, { accountId: account.id, kind: 'sk', livemode: true });
  const made = { accountId: account.id, testKeyId: test.id, testKey: test.key, liveKeyId: live.id, liveKey: live.key };
  folder.keepDemoAccount(made);
  return made;
}

async function areUsable(account: DemoAccount, shop: KeyShop): Promise<boolean> {
  const keys = await listApiKeys(shop, account.accountId);
  return [account.testKeyId, account.liveKeyId].every((id) => keys.some((key) => key.id === id && key.revokedAtMs === null));
}
