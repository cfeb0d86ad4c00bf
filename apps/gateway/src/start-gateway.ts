import { Module } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { BusClient } from '#messaging';
import { Health, Metrics, nestLogger, startInternalServer } from '#service';
import type { AppDeps, RunningApp } from '#service';
import { Authenticator } from './auth/authenticator';
import { Pepper } from './auth/pepper';
import { CLOCK } from './clock-token';
import type { GatewayConfig } from './config';
import { loadAssets } from './docs/assets';
import { ASSETS } from './docs/docs.controller';
import { OpenApiDocument, describeApi } from './docs/openapi-document';
import { GatewayModule } from './gateway.module';
import { installEdge } from './http/edge';
import { ErrorFilter } from './http/error.filter';
import { createAdapter, installBodyParser } from './http/fastify-server';
import { PublicUrl } from './http/public-url';
import { observeRequests } from './http/request-observer';
import { ServedRoutes } from './http/served-routes';
import { InFlightKeys } from './idempotency/in-flight';
import { ConcurrencyLimiter } from './limits/concurrency-limiter';
import { RateLimiter } from './limits/rate-limiter';
import { RequestLimits } from './limits/request-limits';
import { PaymentCommands } from './payments/payment-commands';
import { PaymentQueries } from './payments/payment-queries';
import { findApiKeyGrant } from './tables/api-keys.table';

/** Connections to the keys: they are read once in four seconds each, so few are enough. */
const CONNECTIONS_MAX = 4;

@Module({})
class InternalModule {}

/** The parts that live as long as the gateway. */
interface Parts {
  config: GatewayConfig;
  deps: AppDeps;
  pool: Pool;
  queries: PaymentQueries;
  publicUrl: PublicUrl;
  routes: ServedRoutes;
}

/**
 * Starts the HTTP edge on its public port, and health and metrics on its internal one. The bus is started by whoever
 * owns it.
 */
export async function startGateway(config: GatewayConfig, deps: AppDeps): Promise<RunningApp> {
  const parts: Parts = {
    config,
    deps,
    pool: openPool(config, deps),
    queries: new PaymentQueries({ paymentsUrl: config.paymentsUrl, internalToken: config.internalToken, timeoutMs: config.queryTimeoutMs }),
    publicUrl: new PublicUrl(config.publicUrl),
    routes: new ServedRoutes(),
  };
  watchReadiness(parts);
  const app = await createApp(parts);
  const internal = await startInternalServer({
    module: InternalModule,
    logger: deps.logger,
    health: deps.health,
    metrics: deps.metrics,
    token: config.internalToken,
    host: config.host,
    port: config.internalPort,
  });
  await app.listen(config.port, config.host);
  const url = urlOf(app, config.host);
  parts.publicUrl.listenOn(url);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // Closing waits for the requests under way and takes no new ones; only then may what they need go away.
    await app.close();
    await Promise.all([internal.stop(), parts.queries.close(), parts.pool.end()]);
  };
  return { url, stop: () => (stopped ??= stop()) };
}

function openPool(config: GatewayConfig, deps: AppDeps): Pool {
  const pool = new Pool({ connectionString: config.databaseUrl, max: CONNECTIONS_MAX, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  pool.on('error', (error) => deps.logger.warn({ detail: error.message }, 'an idle database connection was lost'));
  return pool;
}

async function createApp(parts: Parts): Promise<NestFastifyApplication> {
  const { config, deps, publicUrl, routes } = parts;
  const filter = new ErrorFilter(publicUrl, routes, deps.logger);
  const adapter = createAdapter({
    config,
    clock: deps.clock,
    random: deps.random,
    publicUrl,
    onFrameworkError: (error, request, reply) => filter.answer(error, request, reply),
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  routes.watch(fastify);
  observeRequests(fastify, deps, config.logRequests);
  installEdge(fastify, { authenticator: createAuthenticator(parts), limits: createLimits(parts), routes });
  installBodyParser(fastify, config.bodyLimitBytes);
  const document = new OpenApiDocument(() => describeApi(app, publicUrl.toString()));
  const app: NestFastifyApplication = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(config, [...(await createProviders(parts)), { provide: OpenApiDocument, useValue: document }]),
    adapter,
    { logger: nestLogger(deps.logger), abortOnError: false, bodyParser: false },
  );
  app.useGlobalFilters(filter);
  return app.init();
}

async function createProviders({ deps, queries }: Parts): Promise<Provider[]> {
  const { bus, clock, random } = deps;
  const commands = new PaymentCommands({ client: new BusClient(bus), keys: new InFlightKeys(), clock, random });
  return [
    { provide: PaymentCommands, useValue: commands },
    { provide: PaymentQueries, useValue: queries },
    { provide: CLOCK, useValue: clock },
    { provide: ASSETS, useValue: await loadAssets() },
    { provide: Health, useValue: deps.health },
    { provide: Metrics, useValue: deps.metrics },
  ];
}

function createAuthenticator({ config, deps, pool }: Parts): Authenticator {
  return new Authenticator((keyId) => findApiKeyGrant(pool, keyId), new Pepper(config.apiKeyPepper), deps.clock);
}

function createLimits({ config, deps }: Parts): RequestLimits {
  const rates = {
    liveWrites: config.rateLimitLiveWrites,
    liveReads: config.rateLimitLiveReads,
    testWrites: config.rateLimitTestWrites,
    testReads: config.rateLimitTestReads,
    refusals: config.rateLimitRefusals,
  };
  return new RequestLimits(config.rateLimitEnabled, rates, new RateLimiter(deps.clock), new ConcurrencyLimiter(config.concurrencyLimit));
}

function watchReadiness({ deps, pool, queries }: Parts): void {
  const { health, bus } = deps;
  health.addReadiness('gateway.bus', async () => ({ ok: bus.health().connected, detail: bus.health().detail }));
  health.addReadiness('gateway.database', async () => {
    await pool.query('SELECT 1');
    return { ok: true, detail: 'answers' };
  });
  health.addReadiness('gateway.payments', async () => {
    const ok = await queries.ping();
    return { ok, detail: ok ? 'the payments service answers' : 'the payments service answers with an error' };
  });
}

function urlOf(app: NestFastifyApplication, host: string): string {
  const address = app.getHttpServer().address() as { port: number };
  // A wildcard is an address to listen on, not one to call.
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${address.port}`;
}
