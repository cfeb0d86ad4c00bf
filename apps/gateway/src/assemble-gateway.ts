import type { Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { loadEventCatalog, type EventTypeEntry } from '#event-catalog';
import { BusClient } from '#messaging';
import { Health, Metrics, destinationRulesOf, isLoopbackHost, nestLogger } from '#service';
import type { AppDeps } from '#service';
import { AddressDigests } from './auth/address-digests';
import { Authenticator } from './auth/authenticator';
import { Pepper } from './auth/pepper';
import { ClientSecrets } from './client-secrets/client-secret';
import { installClientSecrets } from './client-secrets/show-client-secrets';
import { CLOCK } from './clock-token';
import { Commands } from './commands/commands';
import { OutcomeWait } from './commands/outcome-wait';
import { Writes } from './commands/command-handler';
import type { GatewayConfig } from './config';
import { loadAssets } from './docs/assets';
import { ASSETS } from './docs/docs.controller';
import { OpenApiDocument, describeApi } from './docs/openapi-document';
import { GatewayModule } from './gateway.module';
import { EventStreams } from './events/event-streams';
import { EventTypes } from './events/event-types';
import { SOURCE_IPS } from './events/get-webhook-source-ips.controller';
import { NAMES_CHECKS } from './health/health.controller';
import { installEdge } from './http/edge';
import { ErrorFilter } from './http/error.filter';
import { createAdapter, installBodyParser } from './http/fastify-server';
import { PublicUrl } from './http/public-url';
import { observeRequests } from './http/request-observer';
import { ServedRoutes } from './http/served-routes';
import { installUnsealing } from './http/decrypt-answers';
import { Fingerprints } from './idempotency/fingerprints';
import { InFlightKeys } from './idempotency/in-flight';
import { KeysOfAccount } from './idempotency/keys-of-account';
import { ConcurrencyLimiter } from './limits/concurrency-limiter';
import { LoadWatch } from './limits/load-watch';
import { PageLimits } from './limits/page-limits';
import { RequestLimits } from './limits/request-limits';
import { installFormParser } from './checkout/page-route';
import { CheckoutService } from './checkout/checkout-service';
import { ProcessorWebhooks } from './processor-webhooks/processor-webhooks';
import { installQrCodes } from './qr-codes/show-qr-codes';
import { Reads } from './queries/query-handler';
import { ServiceQueries } from './queries/service-queries';
import { findApiKeyGrant } from './tables/api-keys.table';
import { openGatewayPool } from './tables/gateway-pool';
import type { GatewayPool } from './tables/gateway-pool';

/** The gateway put together, before it listens. Nothing has been connected to yet. */
export interface GatewayAssembly {
  config: GatewayConfig;
  deps: AppDeps;
  pool: GatewayPool;
  pepper: Pepper;
  queries: ServiceQueries;
  publicUrl: PublicUrl;
  routes: ServedRoutes;
  limits: RequestLimits;
  authenticator: Authenticator;
  streams: EventStreams;
  events: ReadonlyMap<string, EventTypeEntry>;
  document: OpenApiDocument;
  app: NestFastifyApplication;
}

type Parts = Omit<GatewayAssembly, 'app' | 'document'>;

/** Wires every part of the gateway to the next. */
export async function assembleGateway(config: GatewayConfig, deps: AppDeps): Promise<GatewayAssembly> {
  const pool = openGatewayPool(config.databaseUrl, ({ message }) => deps.logger.warn({ detail: message }, 'database connection lost'));
  const pepper = new Pepper(config.apiKeyPepper);
  const queries = createQueries(config);
  const limits = createLimits(config, deps);
  const authenticator = new Authenticator((keyId) => findApiKeyGrant(pool, keyId), pepper, deps.clock, limits);
  const parts: Parts = {
    config,
    deps,
    pool,
    pepper,
    queries,
    authenticator,
    streams: createStreams(config, deps, { queries, authenticator }),
    publicUrl: new PublicUrl(config.publicUrl),
    routes: new ServedRoutes(),
    events: loadEventCatalog(),
    limits,
  };
  const document: OpenApiDocument = new OpenApiDocument({
    describe: () => describeApi(app, parts.publicUrl.toString()),
    events: () => [...parts.events.values()],
    clock: deps.clock,
  });
  const app = await createApp(parts, document);
  return { ...parts, document, app };
}

function createStreams(config: GatewayConfig, { personalData, clock, metrics }: AppDeps, parts: Pick<Parts, 'queries' | 'authenticator'>) {
  const limits = {
    perAccount: config.eventStreamsPerAccount,
    total: config.eventStreamsMax,
    durationMsMax: config.eventStreamDurationMs,
  };
  return new EventStreams({ ...parts, personalData, clock, metrics, limits });
}

async function createApp(parts: Parts, document: OpenApiDocument): Promise<NestFastifyApplication> {
  const { config, deps, publicUrl, routes, limits } = parts;
  const filter = new ErrorFilter(publicUrl, routes, deps.logger);
  const adapter = createAdapter({
    config,
    clock: deps.clock,
    random: deps.random,
    publicUrl,
    onFrameworkError: (error, request, reply) => filter.answer(error, request, reply),
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  routes.watch(fastify);
  observeRequests(fastify, deps, config.logRequests);
  const load = createLoadWatch(config, deps);
  fastify.addHook('onListen', async () => load.start());
  fastify.addHook('onClose', async () => load.stop());
  installEdge(fastify, { authenticator: parts.authenticator, limits, load, routes });
  // Streams never end by themselves: without this, closing would wait for their readers.
  fastify.addHook('preClose', (done) => {
    parts.streams.stop();
    done();
  });
  installUnsealing(fastify, { personalData: deps.personalData, publicUrl, logger: deps.logger });
  installClientSecrets(fastify, new ClientSecrets(parts.pepper));
  installQrCodes(fastify);
  installBodyParser(fastify, config.bodyLimitBytes);
  installFormParser(fastify);
  const app: NestFastifyApplication = await NestFactory.create(
    GatewayModule.with(config, [...(await createProviders(parts)), { provide: OpenApiDocument, useValue: document }]),
    adapter,
    { logger: nestLogger(deps.logger), abortOnError: false, bodyParser: false },
  );
  app.useGlobalFilters(filter);
  return app.init();
}

async function createProviders({ config, deps, pepper, queries, limits, streams, events }: Parts): Promise<Provider[]> {
  const { bus, clock, random, personalData } = deps;
  const client = new BusClient(bus);
  const keysOfAccount = new KeysOfAccount(queries, clock);
  const commands = new Commands({ client, queries, keys: new InFlightKeys(), keysOfAccount, clock, random });
  const addresses = new AddressDigests(pepper);
  const pageLimits = new PageLimits(config.rateLimitEnabled, clock);
  const checkout = new CheckoutService({
    secrets: new ClientSecrets(pepper),
    queries,
    commands,
    addresses,
    personalData,
    limits,
    pageLimits,
  });
  const outcomeWait = new OutcomeWait(queries, clock);
  const fingerprints = new Fingerprints(pepper);
  const destinations = destinationRulesOf(config);
  const writes = new Writes({ commands, addresses, outcomeWait, fingerprints, personalData, queries, clock, random, destinations });
  return [
    { provide: Commands, useValue: commands },
    { provide: KeysOfAccount, useValue: keysOfAccount },
    { provide: CheckoutService, useValue: checkout },
    { provide: Writes, useValue: writes },
    { provide: Reads, useValue: new Reads(queries, personalData) },
    { provide: ServiceQueries, useValue: queries },
    { provide: ProcessorWebhooks, useValue: new ProcessorWebhooks(queries, client) },
    { provide: RequestLimits, useValue: limits },
    { provide: CLOCK, useValue: clock },
    { provide: ASSETS, useValue: await loadAssets() },
    { provide: EventStreams, useValue: streams },
    { provide: EventTypes, useValue: new EventTypes(events) },
    { provide: SOURCE_IPS, useValue: config.webhookSourceIps ?? [] },
    { provide: Health, useValue: deps.health },
    { provide: NAMES_CHECKS, useValue: isLoopbackHost(config.host) },
    { provide: Metrics, useValue: deps.metrics },
  ];
}

function createQueries({
  paymentsUrl,
  kycUrl,
  webhooksUrl,
  internalToken,
  queryTimeoutMs,
  eventStreamsMax,
}: GatewayConfig): ServiceQueries {
  return new ServiceQueries({
    urls: { payments: paymentsUrl, kyc: kycUrl, webhooks: webhooksUrl },
    internalToken,
    timeoutMs: queryTimeoutMs,
    waitingMax: eventStreamsMax,
  });
}

function createLoadWatch({ eventLoopLagMaxMs: lagMaxMs, heapUsedMaxPercent }: GatewayConfig, { metrics }: AppDeps): LoadWatch {
  const shed = metrics.counter({
    name: 'hundi_gateway_requests_shed_total',
    help: 'Requests turned away because the process had more to do than it can.',
  });
  return new LoadWatch({ lagMaxMs, heapUsedMaxPercent }, () => shed.inc());
}

function createLimits(config: GatewayConfig, deps: AppDeps): RequestLimits {
  const rates = {
    liveWrites: config.rateLimitLiveWrites,
    liveReads: config.rateLimitLiveReads,
    testWrites: config.rateLimitTestWrites,
    testReads: config.rateLimitTestReads,
    searches: config.rateLimitSearches,
    refusals: config.rateLimitRefusals,
    openRequests: config.rateLimitOpenRequests,
    objectUpdatesPerHour: config.rateLimitObjectUpdatesPerHour,
    verificationsPerMinute: config.rateLimitVerificationsPerMinute,
  };
  return new RequestLimits(config.rateLimitEnabled, rates, new ConcurrencyLimiter(config.concurrencyLimit), deps.clock);
}
