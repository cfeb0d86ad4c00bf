import { awaitDatabase, LOGIN_ROLES, type LoginDescription, type LoginName } from '#event-store';
import type { ProcessConfig } from './config/process-config';
import type { Health } from './health';
import type { Logger } from './log/logger';

/** A process in production would log in as a superuser. */
export class UnboundLoginError extends Error {
  override readonly name = 'UnboundLoginError';
}

/**
 * A service waits for its Postgres, and for its role and its rights in it, says so before every pause, and answers probes with it
 * meanwhile. A user that Postgres refuses nothing to is refused in production as soon as Postgres answers, before its rights are
 * looked at: a superuser lacks none, and would wait for a schema. Elsewhere it is a warning.
 *
 * @param service which service it is: its role is `hundi_<service>`.
 * @throws UnboundLoginError. @throws DatabaseUnusableError when the wait is over.
 */
export async function awaitServiceDatabase(
  service: string,
  { databaseUrl, startWaitMs: limitMs, nodeEnv }: Pick<ProcessConfig, 'databaseUrl' | 'startWaitMs' | 'nodeEnv'>,
  { health, logger }: { health: Health; logger: Logger },
): Promise<void> {
  let warning: string | undefined;
  await awaitDatabase({
    databaseUrl,
    limitMs,
    service: isLoginName(service) ? service : undefined,
    onLogin: (login) => {
      warning = warningAbout(login, service);
      if (warning !== undefined && nodeEnv === 'production') throw new UnboundLoginError(warning);
    },
    onWaiting: ({ sentence, advice }, pauseMs) => {
      health.markWaiting(sentence);
      logger.warn({ pauseMs, advice }, `${sentence}; the start waits`);
    },
  });
  if (warning !== undefined) logger.warn({}, warning);
}

function warningAbout({ user, isUnbound }: LoginDescription, service: string): string | undefined {
  if (!isUnbound) return undefined;
  return (
    `The database user "${user}" is a superuser or bypasses row-level security. Run "npm run migrate" with ` +
    `${service.toUpperCase()}_DATABASE_URL set to a URL of the role hundi_${service}, and start the service with it.`
  );
}

function isLoginName(service: string): service is LoginName {
  return service in LOGIN_ROLES;
}
