import { describeLogin } from '#event-store';
import type { ProcessConfig } from './config/process-config';

/** A process in production would log in as a superuser. */
export class UnboundLoginError extends Error {
  override readonly name = 'UnboundLoginError';
}

/**
 * Refuses to run in production with a database user that Postgres refuses nothing to; elsewhere warns. A database that does not
 * answer now is no reason to end: the process asks for it in its own time.
 *
 * @param service which service it is: its role is `hundi_<service>`.
 * @throws UnboundLoginError.
 */
export async function refuseUnboundLogin(
  service: string,
  { databaseUrl, nodeEnv }: Pick<ProcessConfig, 'databaseUrl' | 'nodeEnv'>,
  logger: { warn(facts: object, text: string): void },
): Promise<void> {
  const login = await describeLogin(databaseUrl).catch((error: unknown) => {
    logger.warn({ detail: String(error) }, 'the database did not answer: its role could not be checked');
    return undefined;
  });
  if (!login?.isUnbound) return;
  const text =
    `The database user "${login.user}" is a superuser or bypasses row-level security. Run "npm run migrate" with ` +
    `${service.toUpperCase()}_DATABASE_URL set to a URL of the role hundi_${service}, and start the service with it.`;
  if (nodeEnv === 'production') throw new UnboundLoginError(text);
  logger.warn({}, text);
}
