import type { TaskRunner } from '#event-store';
import { WakeableLoop } from '#loops';
import type { AppDeps, EventFollower, ServiceUrls } from '#service';
import type { KycConfig } from '../config';
import { DocumentHolders } from '../vault/document-customers';
import { CHUNK, Erasures } from './erasures.table';
import { openKycPool } from '../vault/kyc-pool';
import { VerificationOwners } from '../verification/owners.table';
import { erasedCustomers } from './compare-erased';
import { verificationKeyDestroyer } from './destroy-key';
import { ErasureJob, type RetentionRules } from './erasure-job';
import { customerFollower } from './follow-customers';

/** Everything that lets go of what identifies people, and remembers documents by their hashes until then. */
export interface OpenErasure {
  holders: DocumentHolders;
  owners: VerificationOwners;
  /** The task of a redacted verification. */
  destroyKey: TaskRunner;
  /** Hears of erased customers. */
  follower: EventFollower;
  /** Ends the job, after the run under way, and lets go of the database. May be called twice. */
  close(): Promise<void>;
}

/** After a look that found as much as it takes, in milliseconds: what it asked for is carried out by then. */
const MORE_AFTER_MS = 10_000;

/** Begins to look for what is to be erased or held. */
export function openErasure(config: KycConfig, { bus, clock, logger, personalData }: AppDeps, urls: ServiceUrls): OpenErasure {
  const onConnectionLost = (error: Error): void => logger.warn({ error: String(error) }, 'erasure connection lost');
  const pool = openKycPool('views', { databaseUrl: config.databaseUrl, onConnectionLost });
  const [holders, erasures] = [new DocumentHolders(pool), new Erasures(pool)];
  const job = new ErasureJob({ erasures, bus, clock, rules: retentionOf(config) });
  const erasing = erasePeriodically(job, config, logger);
  const comparing = comparePeriodically(job, { config, urls, logger });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= Promise.all([erasing.stop(), comparing.stop()]).then(() => pool.end()));
  return {
    holders,
    owners: new VerificationOwners(pool),
    destroyKey: verificationKeyDestroyer(personalData, holders),
    follower: customerFollower(erasures, clock),
    close,
  };
}

function erasePeriodically(job: ErasureJob, config: KycConfig, logger: AppDeps['logger']): WakeableLoop {
  let count = 0;
  return new WakeableLoop({
    everyMs: () => (count < CHUNK ? config.kycErasureEveryMs : Math.min(MORE_AFTER_MS, config.kycErasureEveryMs)),
    run: async () => {
      count = await job.run();
      if (count > 0) logger.info({ count }, 'retention ended, erasing verifications');
    },
    onError: (error) => logger.warn({ error: String(error) }, 'erasure search failed, retrying'),
  }).start();
}

function comparePeriodically(job: ErasureJob, { config, urls, logger }: CompareParts): WakeableLoop {
  return new WakeableLoop({
    everyMs: config.kycCompareErasedEveryMs,
    run: async () => {
      const count = await job.compare(erasedCustomers({ url: () => urls.payments, token: config.internalToken }));
      if (count > 0) logger.error({ count }, 'verifications of erased customers found, erasing');
    },
    onError: (error) => logger.warn({ error: String(error) }, 'comparison of erased customers failed, retrying'),
  }).start();
}

interface CompareParts {
  config: KycConfig;
  urls: ServiceUrls;
  logger: AppDeps['logger'];
}

function retentionOf({ kycKeepVerifiedMs, kycKeepOthersMs }: KycConfig): RetentionRules {
  return { verifiedMs: kycKeepVerifiedMs, othersMs: kycKeepOthersMs };
}
