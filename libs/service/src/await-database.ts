import {
  awaitDatabase,
  inspectDatabase,
  LOGIN_ROLES,
  type DatabaseNeeds,
  type LoginDescription,
  type LoginName,
  type SchemaVersion,
} from '#event-store';
import type { ProcessConfig } from './config/process-config';
import type { CheckResult, Health } from './health';
import type { Logger } from './log/logger';

/** A process in production would log in as a superuser. */
export class UnboundLoginError extends Error {
  override readonly name = 'UnboundLoginError';
}

/**
 * A service waits for its Postgres, and for its role, its rights and the migrations of its version in it, says so before every pause, and
 * answers probes with it meanwhile; later each look at its readiness asks again. Migrations of a newer version are a warning. A user that Postgres refuses nothing to is refused in production as soon as Postgres answers, before its rights are
 * looked at: a superuser lacks none, and would wait for a schema. Elsewhere it is a warning.
 *
 * @param app which service it is: its role is `hundi_<service>`.
 * @throws UnboundLoginError. @throws DatabaseUnusableError when the wait is over.
 */
export async function awaitServiceDatabase(
  { service, schemas }: { service: string; schemas: readonly SchemaVersion[] },
  { databaseUrl, startWaitMs: limitMs, nodeEnv }: Pick<ProcessConfig, 'databaseUrl' | 'startWaitMs' | 'nodeEnv'>,
  { health, logger }: { health: Health; logger: Logger },
): Promise<void> {
  const needs = { databaseUrl, schemas, service: isLoginName(service) ? service : undefined };
  const warnings = new Set<string>();
  let warning: string | undefined;
  await awaitDatabase({
    ...needs,
    limitMs,
    onNewer: (sentence) => void warnings.add(sentence),
    onLogin: (login) => {
      warning = warningAbout(login, service);
      if (warning !== undefined && nodeEnv === 'production') throw new UnboundLoginError(warning);
    },
    onWaiting: ({ sentence, advice }, pauseMs) => {
      health.markWaiting(sentence);
      logger.warn({ pauseMs, advice }, `${sentence}; the start waits`);
    },
  });
  for (const text of [...(warning === undefined ? [] : [warning]), ...warnings]) logger.warn({}, text);
  health.addReadiness(`${service}.schemas`, () => schemasCheck(needs));
}

async function schemasCheck(needs: DatabaseNeeds): Promise<CheckResult> {
  const problem = await inspectDatabase(needs);
  if (problem === undefined) return { ok: true, detail: 'migrations and rights are those of this version' };
  return { ok: false, detail: `${problem.sentence}. ${problem.advice}` };
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
