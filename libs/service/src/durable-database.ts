import { findUnsafeSettings } from '#event-store';
import type { ProcessConfig } from './config/process-config';
import type { Logger } from './log/logger';

/** What decides whether a database may lose what was acknowledged. */
export type DurabilityConfig = Pick<ProcessConfig, 'nodeEnv' | 'databaseSettingsAllowedOff'>;

/**
 * An acknowledged payment must survive a crash of the machine. Production does not start on a Postgres that says otherwise;
 * elsewhere it is a warning, and nothing in tests.
 *
 * @throws Error in production, naming the settings.
 */
export async function requireDurableDatabase(databaseUrl: string, config: DurabilityConfig, logger: Logger): Promise<void> {
  const { nodeEnv, databaseSettingsAllowedOff: allowed = [] } = config;
  if (nodeEnv === 'test') return;
  const unsafe = (await findUnsafeSettings(databaseUrl)).filter((name) => !allowed.includes(name));
  if (unsafe.length === 0) return;
  const message = `Postgres can lose acknowledged payments in a crash: ${unsafe.join(', ')} off`;
  if (nodeEnv === 'production') throw new Error(`${message}. DATABASE_SETTINGS_ALLOWED_OFF names those that another part makes up for`);
  logger.warn({ unsafe }, message);
}
