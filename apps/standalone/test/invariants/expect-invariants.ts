import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { HundiProcess } from '#testing';
import type { Cluster } from '../cluster';
import { expectAudited } from './audited';
import type { Evidence } from './evidence';
import { expectIsolated } from './isolation';
import { expectReadModels } from './read-models';
import { expectRepeatable } from './repeated-keys';
import { expectStoredOnce } from './stored-payments';
import { expectReported } from './reported-events';
import { expectWholeLog } from './whole-log';

/** What must hold after every fault, whatever broke: no payment is lost, invented, doubled, reported wrongly or shown to another account. */
export async function expectInvariants(evidence: Evidence): Promise<void> {
  const pool = new pg.Pool({ connectionString: evidence.databaseUrl, max: 2 });
  try {
    await expectStoredOnce(pool, evidence.paid);
    await expectRepeatable(evidence);
    await expectWholeLog(pool, evidence.databaseUrl);
    await expectReported(pool, evidence);
    await expectReadModels(evidence);
    await expectIsolated(evidence);
    await expectAudited(pool, evidence.databaseUrl);
  } finally {
    await pool.end();
  }
}

/** The same of a cluster, with what its merchants saw. */
export async function expectClusterInvariants(cluster: Cluster, seen: Pick<Evidence, 'paid' | 'receiver'>): Promise<void> {
  const { databaseUrl, kafka, environment, gateway } = cluster;
  const strangers = [await cluster.makeStranger()];
  await expectInvariants({ databaseUrl, baseUrl: gateway.baseUrl, brokers: kafka.brokers, strangers, environment, ...seen });
}

/** What a Hundi of one folder says for itself, with what its merchants saw. */
export function evidenceOf(hundi: HundiProcess, seen: Pick<Evidence, 'paid' | 'receiver'>): Evidence {
  const run = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as Pick<Evidence, 'databaseUrl' | 'brokers'>;
  const { databaseUrl, brokers } = run;
  const environment = { HUNDI_DATA_DIR: hundi.dataDir };
  return { databaseUrl, brokers, baseUrl: hundi.baseUrl, strangers: [hundi.liveKey], environment, ...seen };
}
