import { createHash, timingSafeEqual } from 'node:crypto';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { CommandLog } from '#event-store';
import type { Health } from './health';
import type { Logger } from './log/logger';
import type { Metrics } from './metrics/metrics';
import { tokensOf } from './config/token-list';
import { observeReadiness } from './metrics/readiness-metric';
import { nestLogger } from './log/nest-logger';
import { serveCommandLog } from './command-log';
import { servePublishedEvents, type PublishedEvents } from './published-events';
import { reachableUrl } from './reachable-url';
import type { StartDoor } from './start-door';

/** Nest's CustomTransportStrategy by its shape: only messaging imports @nestjs/microservices. */
export interface TransportStrategy {
  listen(callback: (...args: unknown[]) => unknown): unknown;
  close(): unknown;
}

export interface InternalServerOptions {
  /** The app: its internal controllers and its message handlers. */
  module: DynamicModule | Type;
  logger: Logger;
  health: Health;
  metrics: Metrics;
  /** Opens everything but health and metrics; of several, separated by commas, each does. */
  token: string;
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Connected before the server listens, so that a process that answers also consumes. */
  transport?: TransportStrategy;
  /** Answers on this port until the server does. */
  startDoor?: StartDoor | undefined;
  /** Of a service that publishes: other services may ask for what they lost. */
  published?: PublishedEvents;
  /** The same for the audit log, which the gateway keeps. */
  commandLog?: CommandLog;
}

export interface InternalServer {
  app: NestFastifyApplication;
  /** `http://host:port`, without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

/** A request that is not complete by then is cut off, in milliseconds. Internal requests are small and near. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Longer than the idle time of the callers' pools, so that the caller closes first and never meets a dead socket. */
const KEEP_ALIVE_MS = 75_000;
/** The filters of a request line of 8 kB: a quote in it, escaped in JSON and percent-encoded, becomes six bytes. */
const HEADERS_SIZE_MAX = 65_536;
const OPEN_PATHS = new Set(['/health/live', '/health/serving', '/health/ready', '/metrics']);

/**
 * Starts the Nest application of a service: health and metrics for everyone, every other route only with the right
 * `x-internal-token`, and the message handlers on the given transport.
 */
export async function startInternalServer(options: InternalServerOptions): Promise<InternalServer> {
  const adapter = new FastifyAdapter({
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: true,
    http: { maxHeaderSize: HEADERS_SIZE_MAX },
  });
  const app = await NestFactory.create<NestFastifyApplication>(options.module, adapter, {
    logger: nestLogger(options.logger),
    abortOnError: false,
  });
  try {
    const fastify = adapter.getInstance<FastifyInstance>();
    guardRoutes(fastify, options.token);
    fastify.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    serveOperations(fastify, options);
    if (options.published) servePublishedEvents(fastify, options.published);
    if (options.commandLog) serveCommandLog(fastify, options.commandLog);
    if (options.transport) {
      app.connectMicroservice({ strategy: options.transport }, { inheritAppConfig: false });
      await app.startAllMicroservices();
    }
    await options.startDoor?.close();
    await app.listen(options.port, options.host);
  } catch (error) {
    await app.close();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return { app, url: urlOf(app, options.host), stop: () => (stopped ??= app.close()) };
}

/** Closed by default: a route that is added later needs the token too. Same time for every wrong token. */
function guardRoutes(fastify: FastifyInstance, token: string): void {
  const accepted = tokensOf(token).map(digest);
  fastify.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (OPEN_PATHS.has(path)) return;
    const given = request.headers['x-internal-token'];
    if (typeof given === 'string' && isAccepted(digest(given), accepted)) return;
    await reply.code(401).send({ code: 'internal_token_invalid' });
  });
}

function serveOperations(fastify: FastifyInstance, { health, metrics }: InternalServerOptions): void {
  observeReadiness(metrics, health);
  fastify.get('/health/live', async () => health.live());
  fastify.get('/health/serving', async (_request, reply) => {
    const serving = health.serving();
    return reply.code(serving.status === 'ok' ? 200 : 503).send(serving);
  });
  fastify.get('/health/ready', async (_request, reply) => {
    const readiness = await health.ready();
    return reply.code(readiness.status === 'unavailable' ? 503 : 200).send(readiness);
  });
  fastify.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await metrics.expose();
    return reply.type(contentType).send(text);
  });
}

/** Looks at every token, so that the time says nothing about which one it was. */
function isAccepted(given: Buffer, accepted: readonly Buffer[]): boolean {
  return accepted.filter((token) => timingSafeEqual(given, token)).length > 0;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function urlOf(app: NestFastifyApplication, host: string): string {
  const address = app.getHttpServer().address() as { port: number };
  return reachableUrl(host, address.port);
}
