import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programEnvironment, standaloneProgram, startHundi, type HundiMode, type HundiProcess } from '../hundi-process';
import type { HundiUnderTest } from '../hundi-under-test';

/** The shared Hundi of a run, and what a suite needs to know about it. */
export interface SharedHundi {
  process: HundiProcess;
  facts: HundiUnderTest;
}

interface Key {
  accountId: string;
  id: string;
  key: string;
}

/** The retry of an unfinished erasure comes sooner than the default minute, and a busy machine is no reason to turn people away. */
const ENVIRONMENT = { RATE_LIMIT_ENABLED: 'false', PERSONAL_DATA_KEY_AGE_MS: '1000', EVENT_LOOP_LAG_MAX_MS: '60000' };

/** Start Hundi, and make a second account and a revoked key through the command line that operators use. */
export async function startSharedHundi(mode: HundiMode): Promise<SharedHundi> {
  const hundi = await startHundi({ mode, environment: ENVIRONMENT });
  try {
    return { process: hundi, facts: await collectFacts(hundi) };
  } catch (error) {
    await hundi.stopAndRemove();
    throw error;
  }
}

async function collectFacts(hundi: HundiProcess): Promise<HundiUnderTest> {
  const keep = <T>(file: string): T => JSON.parse(readFileSync(join(hundi.dataDir, file), 'utf8')) as T;
  const { accountId } = keep<{ accountId: string }>('demo-account.json');
  const { databaseUrl, brokers } = keep<{ databaseUrl: string; brokers?: string }>('run.json');
  const [other, revoked] = await Promise.all([makeOtherAccount(hundi), makeRevokedKey(hundi)]);
  const { mode, baseUrl, testKey, liveKey, dataDir, pid } = hundi;
  return { mode, baseUrl, testKey, liveKey, dataDir, pid, accountId, databaseUrl, brokers, ...other, revokedKey: revoked };
}

async function makeOtherAccount(hundi: HundiProcess): Promise<{ otherTestKey: string; otherLiveKey: string }> {
  const test = await makeKey(hundi, ['--mode', 'test', '--new-account', '--name', 'Somebody else']);
  const live = await makeKey(hundi, ['--mode', 'live', '--account', test.accountId]);
  return { otherTestKey: test.key, otherLiveKey: live.key };
}

async function makeRevokedKey(hundi: HundiProcess): Promise<string> {
  const { id, key } = await makeKey(hundi, ['--mode', 'test']);
  await keysProgram(hundi, ['revoke', id]);
  return key;
}

async function makeKey(hundi: HundiProcess, parameters: string[]): Promise<Key> {
  const text = await keysProgram(hundi, ['create', ...parameters]);
  const find = (label: string): string => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(text)?.[1] ?? '';
  return { accountId: find('Account'), id: find('Key id'), key: find('Key') };
}

async function keysProgram(hundi: HundiProcess, parameters: string[]): Promise<string> {
  const child = spawn(process.execPath, [standaloneProgram('operator/keys.js'), ...parameters], {
    env: programEnvironment({ HUNDI_DATA_DIR: hundi.dataDir }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`npm run keys -- ${parameters.join(' ')} ended with ${code}:\n${text}`);
  return text;
}
