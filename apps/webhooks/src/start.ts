import { eventStoreMigrations, runMigrations } from '#event-store';
import { BusServer, topicSpecs } from '#messaging';
import { startInternalServer, type AppDeps, type RunningApp } from '#service';
import type { WebhooksConfig } from './config';
import { EventIntake } from './events/event-intake';
import { WEBHOOKS_MIGRATIONS } from './migrations';
import { EventPositions } from './views/event-positions';
import { WebhooksModule } from './webhooks.module';

/** The schema of this service in the shared database, and the name under which its positions are kept. */
const SERVICE = 'webhooks';

/** Brings the tables of the webhooks service up to date. Safe to run from several processes and again. */
export async function migrateWebhooks(databaseUrl: string): Promise<void> {
  await runMigrations({ databaseUrl, schema: SERVICE, migrations: [...eventStoreMigrations(SERVICE), ...WEBHOOKS_MIGRATIONS] });
}

/**
 * Starts the webhooks service: it takes the public events of payments and kyc, each once. It owns no resource yet.
 * Expects the migrations to have run.
 */
export async function startWebhooks(config: WebhooksConfig, deps: AppDeps): Promise<RunningApp> {
  const { bus, clock, health, logger, metrics } = deps;
  const positions = new EventPositions(config.databaseUrl, SERVICE);
  health.addReadiness('webhooks.database', async () => {
    await positions.ping();
    return { ok: true, detail: 'answers' };
  });
  try {
    await bus.ensureTopics([...topicSpecs('payments'), ...topicSpecs('kyc'), ...topicSpecs(SERVICE)]);
    const server = await startInternalServer({
      module: WebhooksModule.with(new EventIntake(positions, { clock, logger, metrics })),
      transport: new BusServer({ bus, consumer: SERVICE }),
      token: config.internalToken,
      host: config.host,
      port: config.internalPort,
      logger,
      health,
      metrics,
    });
    return { url: server.url, stop: () => server.stop().finally(() => positions.close()) };
  } catch (error) {
    await positions.close();
    throw error;
  }
}
