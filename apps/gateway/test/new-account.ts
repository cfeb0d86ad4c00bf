import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SystemClock, SystemRandom } from '#service';
import type { HundiUnderTest } from '#testing';
import { createAccount, createApiKey, type KeyStore } from '../src/accounts/operator-accounts';

/** The store of accounts and keys of a Hundi, as its operator reaches it. */
export function keyStoreOf({ databaseUrl, dataDir }: Pick<HundiUnderTest, 'databaseUrl' | 'dataDir'>): KeyStore {
  const { apiKeyPepper } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { apiKeyPepper: string };
  const clock = new SystemClock();
  return { databaseUrl, pepper: apiKeyPepper, clock, random: new SystemRandom(clock) };
}

/** A test key of an account that has done nothing yet. */
export async function newAccountKey(hundi: HundiUnderTest): Promise<string> {
  const keyStore = keyStoreOf(hundi);
  const { id: accountId } = await createAccount(keyStore, { name: 'New here' });
  return (await createApiKey(keyStore, { accountId, kind: 'secret', livemode: false })).key;
}

const LONG_MS = 86_400_000;

/** The same a day ago: what is made in it may have ended by now. */
export function longAgo(keyStore: KeyStore): KeyStore {
  const { clock } = keyStore;
  return { ...keyStore, clock: { nowMs: () => clock.nowMs() - LONG_MS, monotonicMs: () => clock.monotonicMs() } };
}
