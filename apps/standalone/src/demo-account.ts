import { oneAtATime } from '#event-store';
import { createAccount, createApiKey, listApiKeys, newToken, offerClaim, type KeyStore } from '../../gateway/src/index';
import type { HundiFolder, DemoAccount } from './data-directory';

/** As `ensureDemoAccount`, and none in production: a live key that no merchant asked for must not exist, least of all in a log. */
export async function findOrMakeDemoAccount(nodeEnv: string, folder: HundiFolder, keyStore: KeyStore): Promise<DemoAccount | undefined> {
  return nodeEnv === 'production' ? undefined : ensureDemoAccount(folder, keyStore);
}

/**
 * The demo account with one test and one live key. The keys of the folder are kept as long as this database knows
 * them; a new database, or another one behind DATABASE_URL, gets a new account. Of several processes that do it at once, one makes it.
 */
export function ensureDemoAccount(folder: HundiFolder, keyStore: KeyStore): Promise<DemoAccount> {
  return oneAtATime({ databaseUrl: keyStore.databaseUrl, name: 'demo account' }, () => findOrMake(folder, keyStore));
}

async function findOrMake(folder: HundiFolder, keyStore: KeyStore): Promise<DemoAccount> {
  const kept = folder.findDemoAccount();
  if (kept && (await areUsable(kept, keyStore))) return withClaim(kept, folder, keyStore);
  const account = await createAccount(keyStore, { name: 'Demo account' });
  const test = await createApiKey(keyStore, { accountId: account.id, kind: 'secret', livemode: false });
  const live = await createApiKey(keyStore, { accountId: account.id, kind: 'secret', livemode: true });
  const made = { accountId: account.id, testKeyId: test.id, testKey: test.key, liveKeyId: live.id, liveKey: live.key };
  return withClaim(made, folder, keyStore);
}

/** The link that makes a person its owner is the same at each start, until it was used. */
async function withClaim(account: DemoAccount, folder: HundiFolder, keyStore: KeyStore): Promise<DemoAccount> {
  const { claimToken = newToken(keyStore.random), ...rest } = account;
  const kept = { ...rest, claimToken };
  folder.keepDemoAccount(kept);
  return (await offerClaim(keyStore, account.accountId, claimToken)) ? kept : rest;
}

async function areUsable(account: DemoAccount, keyStore: KeyStore): Promise<boolean> {
  const keys = await listApiKeys(keyStore, account.accountId);
  return [account.testKeyId, account.liveKeyId].every((id) => keys.some((key) => key.id === id && key.status === 'active'));
}
