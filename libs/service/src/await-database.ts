import { awaitDatabase } from '#event-store';
import type { ProcessConfig } from './config/process-config';
import type { Health } from './health';
import type { Logger } from './log/logger';

/** A service waits for its Postgres, and for its role in it, says so before every pause, and answers probes with it meanwhile. */
export async function awaitServiceDatabase(
  { databaseUrl, startWaitMs: limitMs }: Pick<ProcessConfig, 'databaseUrl' | 'startWaitMs'>,
  { health, logger }: { health: Health; logger: Logger },
): Promise<void> {
  await awaitDatabase({
    databaseUrl,
    limitMs,
    waitsForLogin: true,
    onWaiting: ({ sentence, advice }, pauseMs) => {
      health.markWaiting(sentence);
      logger.warn({ pauseMs, advice }, `${sentence}; the start waits`);
    },
  });
}
