import type { Clock, Random } from '#contracts';
import { ConfiguredKeys, PersonalData, type KeyCache, type Unreadable } from '#personal-data';
import type { Logger } from './log/logger';
import type { Metrics } from './metrics/metrics';
import type { ProcessConfig } from './config/process-config';

export interface PersonalDataParts {
  clock: Clock;
  random: Random;
  logger: Logger;
  metrics: Metrics;
  /** For several in one process. */
  keyCache?: KeyCache;
}

/** Sealing and unsealing for one process, with the keys of its configuration. Connects when it is first used. */
export function openPersonalData(
  config: Pick<ProcessConfig, 'databaseUrl' | 'personalDataKeys' | 'personalDataIndexKey'> &
    Partial<Pick<ProcessConfig, 'personalDataKeyAgeMs'>>,
  { clock, random, logger, metrics, keyCache }: PersonalDataParts,
): PersonalData {
  const unreadable = metrics.counter({
    name: 'hundi_personal_data_unreadable_total',
    help: 'Sealed values that stand as null in an answer. Usual for destroyed keys, an alarm for everything else.',
    labels: ['reason'],
  });
  return new PersonalData({
    databaseUrl: config.databaseUrl,
    keys: new ConfiguredKeys(config.personalDataKeys, random),
    indexKey: config.personalDataIndexKey,
    keyAgeMs: config.personalDataKeyAgeMs,
    keyCache,
    clock,
    random,
    onUnreadable: (reason: Unreadable) => unreadable.inc({ reason }),
    onConnectionLost: ({ message }) => logger.warn({ detail: message }, 'personal data connection lost'),
  });
}
