import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { COMMAND_SERVICES, type CommandService } from '#contracts';
import { observeClockSkew, reachableUrl } from '#service';
import type { AppDeps, CheckResult, RunningApp } from '#service';
import { startAccounts } from './accounts/start-accounts';
import { assembleGateway } from './assemble-gateway';
import type { GatewayConfig } from './config';
import { listen } from './http/listening-sockets';
import { ServiceQueries } from './queries/service-queries';
import { tlsFilesOf } from './tls/tls-files';
import { GatewayDatabase } from './tables/gateway-database';

/** The gateway answers on two ports. */
export interface RunningGateway extends RunningApp {
  /** Health, metrics, and with the internal token what operators decide. */
  readonly internalUrl: string;
}

/**
 * Starts the HTTP edge on its public port, and health and metrics on its internal one. The bus is started by the process that
 * owns it.
 */
export async function startGateway(config: GatewayConfig, deps: AppDeps): Promise<RunningGateway> {
  const accounts = await startAccounts(config, deps);
  const { app, publicUrl } = await assembleGateway(config, deps, accounts).catch(async (error: unknown) => {
    await accounts.stop();
    throw error;
  });
  watchReadiness(app, deps);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // Closing waits for the requests under way and takes no new ones; only then may what they need go away.
    await app.close();
    await accounts.stop();
  };
  const stopOnce = (): Promise<void> => (stopped ??= stop());
  try {
    await listen(app, config);
  } catch (error) {
    await stopOnce();
    throw error;
  }
  const url = urlOf(app, config);
  publicUrl.listenOn(url);
  return { url, internalUrl: accounts.url, stop: stopOnce };
}

function watchReadiness(app: NestFastifyApplication, { health, bus, clock, metrics }: AppDeps): void {
  const database = app.get(GatewayDatabase, { strict: false });
  const queries = app.get(ServiceQueries, { strict: false });
  const observeSkew = observeClockSkew(metrics, 'gateway');
  health.addReadiness('gateway.bus', async () => ({ ok: bus.health().connected, detail: bus.health().detail }));
  health.addReadiness('gateway.database', async () => {
    observeSkew((await database.nowMs()) - clock.nowMs());
    return { ok: true, detail: 'answers' };
  });
  // Payments stores the keys of every write; without the others payments are taken all the same.
  for (const service of COMMAND_SERVICES) {
    health.addReadiness(`gateway.${service}`, () => checkService(queries, service), { isVital: service === 'payments' });
  }
}

async function checkService(queries: ServiceQueries, service: CommandService): Promise<CheckResult> {
  const ok = await queries.ping(service);
  return { ok, detail: `the ${service} service ${ok ? 'answers' : 'does not serve'}` };
}

function urlOf(app: NestFastifyApplication, config: GatewayConfig): string {
  const address = app.getHttpServer().address() as { port: number };
  return reachableUrl(config.host, address.port, tlsFilesOf(config) === null ? 'http' : 'https');
}
