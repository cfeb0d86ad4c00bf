import { awaitDatabase, LOGIN_ROLES, type LoginName } from '#event-store';
import type { ProcessConfig } from './config/process-config';
import type { Health } from './health';
import type { Logger } from './log/logger';

/** A service waits for its Postgres, and for its role and its rights in it, says so before every pause, and answers probes with it meanwhile. */
export async function awaitServiceDatabase(
  service: string,
  { databaseUrl, startWaitMs: limitMs }: Pick<ProcessConfig, 'databaseUrl' | 'startWaitMs'>,
  { health, logger }: { health: Health; logger: Logger },
): Promise<void> {
  await awaitDatabase({
    databaseUrl,
    limitMs,
    service: isLoginName(service) ? service : undefined,
    onWaiting: ({ sentence, advice }, pauseMs) => {
      health.markWaiting(sentence);
      logger.warn({ pauseMs, advice }, `${sentence}; the start waits`);
    },
  });
}

function isLoginName(service: string): service is LoginName {
  return service in LOGIN_ROLES;
}
