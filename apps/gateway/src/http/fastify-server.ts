import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '#contracts';
import type { Clock, Random } from '#contracts';
import type { Logger } from '#service';
import type { GatewayConfig } from '../config';
import { installTls, tlsOptions } from '../tls/tls-server';
import { ApiError } from './api-error';
import { renderError } from './error-body';
import { spreadConnections } from './listening-sockets';
import type { PublicUrl } from './public-url';
import { JSON_TYPE, STANDARD_HEADERS } from './response-headers';
import { parseStrictJson } from './strict-json';
import { keepUnused } from './unused-connections';

/** Request line and headers together, in bytes. */
const HEADERS_SIZE_MAX = 8_192;
/** How often Node looks for requests that are late; by default a slow one could take half a minute longer. */
const CHECK_INTERVAL_MS = 1_000;
const REQUESTS_PER_SOCKET_MAX = 10_000;
/** Fastify answers 414 above this; no id of ours is near it, and a longer one is simply not found. */
const PARAM_LENGTH_MAX = HEADERS_SIZE_MAX;
/** Each run of blanks stands in one place: where it may be shared by two, each share is tried. */
const UTF8_JSON = /^application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-8"?\s*(?:;\s*)?)?)?$/i;

/** What the server needs beside its settings. */
export interface ServerParts {
  config: GatewayConfig;
  clock: Clock;
  random: Random;
  publicUrl: PublicUrl;
  logger: Logger;
  /** Errors that Fastify meets before any route: malformed URLs. */
  onFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void;
}

/** A second spelling of a path, as clients guess it. */
const ALIAS = '/v1/kyc_verifications';
const ALIASED = '/v1/kyc/verifications';

/** Scheme and authority of a request target in absolute form. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path and query that a request is for. Whose host a target in absolute form names is not ours to repeat (RFC 9112, 3.2.2). */
function targetOf(url: string): string {
  if (url.startsWith(ALIAS)) return `${ALIASED}${url.slice(ALIAS.length)}`;
  const origin = url.startsWith('/') ? undefined : ORIGIN.exec(url)?.[0];
  if (origin === undefined) return url;
  const rest = url.slice(origin.length);
  return targetOf(rest.startsWith('/') ? rest : `/${rest}`);
}

/** Fastify with every limit of docs/reference/security.md, The HTTP surface; the defaults of the stack leave most of them open. */
export function createAdapter({ config, clock, random, publicUrl, logger, onFrameworkError }: ServerParts): FastifyAdapter {
  const requestId = () => newId('requestLog', 0, clock.nowMs(), random);
  const answerError = (error: ClientError, socket: Socket): void =>
    answerMalformedHttp(error, socket, { requestId: requestId(), publicUrl: publicUrl.toString() });
  const adapter = new FastifyAdapter({
    logger: false,
    // No Nest middleware is used; without it a request passes one layer less.
    skipMiddie: true,
    bodyLimit: config.bodyLimitBytes,
    requestTimeout: config.requestTimeoutMs,
    connectionTimeout: config.connectionTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    maxRequestsPerSocket: REQUESTS_PER_SOCKET_MAX,
    ...serverOptions(config),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: requestId,
    rewriteUrl: ({ url = '/' }) => targetOf(url),
    trustProxy: config.trustedProxies === undefined ? false : [...config.trustedProxies],
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    frameworkErrors: (error: unknown, asked: FastifyRequest, answer: FastifyReply) => {
      answer.headers(STANDARD_HEADERS).header('request-id', asked.id);
      onFrameworkError(error, asked, answer);
    },
    clientErrorHandler: answerError,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  const { server } = fastify;
  installTls(fastify, config, logger);
  keepUnused(fastify, config);
  spreadConnections(fastify, config);
  answerStalledBodies(server, (socket) => answerError(TOO_LATE, socket));
  // An expectation beside 100-continue may be ignored (RFC 9110 10.1.1); Node's own 417 has neither request id nor body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return adapter;
}

/** Options of the HTTP server or, with a certificate, of the HTTPS server. */
function serverOptions(config: GatewayConfig): { http: ServerOptions } {
  const tls = tlsOptions(config);
  // Fastify has a type of its own for each; the adapter's covers plain HTTP.
  return (tls === null ? { http: parserOptions(config) } : { https: { ...parserOptions(config), ...tls } }) as { http: ServerOptions };
}

function parserOptions({ headersTimeoutMs }: GatewayConfig): ServerOptions {
  return {
    // Node would answer a missing Host by itself, without a word: the edge does.
    requireHostHeader: false,
    maxHeaderSize: HEADERS_SIZE_MAX,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeoutMs),
  };
}

/**
 * A connection that falls silent in the middle of a body is answered before it is closed: Node would close it without a word, for
 * the time of a silent connection is over no later than that of a request.
 */
function answerStalledBodies(server: Server, answer: (socket: Socket) => void): void {
  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  // A connection that is kept must not keep what was asked on it: keys and card numbers would stay in memory.
  const forget = function (this: ServerResponse): void {
    if (latest.get(this.req.socket)?.response === this) latest.delete(this.req.socket);
  };
  server.on('request', (request, response) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return; // no body that could stall (RFC 9112 6.3)
    latest.set(request.socket, { request, response });
    response.once('close', forget);
  });
  server.on('timeout', (socket: Socket) => {
    const underWay = latest.get(socket);
    const isStalled = underWay !== undefined && !underWay.request.complete && !underWay.response.headersSent;
    if (isStalled) answer(socket);
    else socket.destroy();
  });
}

/** Takes `application/json` and nothing else as a body. */
export function installBodyParser(fastify: FastifyInstance, bodyLimitBytes: number): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (request, body, done) => {
    try {
      done(null, readBody(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  installEmptyBodies(fastify);
}

/** An empty body of any type is no body; of another one nothing is read. */
function installEmptyBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('*', (_request, payload, done) => {
    let settle = (error: Error | null): void => {
      settle = () => undefined;
      done(error, undefined);
    };
    payload.once('readable', () => settle(payload.read() === null ? null : new ApiError('media_type_unsupported')));
    payload.once('error', (error: Error) => settle(error));
  });
}

function readBody(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return request.routeOptions.config.isBodyRaw === true ? body : undefined;
  if (request.headers['content-encoding'] !== undefined) {
    throw new ApiError('media_type_unsupported', { message: 'Send the body as application/json in UTF-8, not compressed.' });
  }
  if (!UTF8_JSON.test(request.headers['content-type'] ?? '')) {
    throw new ApiError('media_type_unsupported', { message: 'Send the body as application/json in UTF-8.' });
  }
  if (request.routeOptions.config.isBodyRaw === true) return body;
  return parseStrictJson(body);
}

type ClientError = Pick<NodeJS.ErrnoException, 'code'>;

/** What Node says of a request whose time is over. */
const TOO_LATE: ClientError = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };

/** Status lines for what the HTTP parser refuses before there is a request. */
const MALFORMED: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Nothing was read from this connection yet. Either it says nothing, which is no late request but a silent connection, and ends as
 * one; or this process stood still, and Node, who looks at its clock before it reads, calls what waits to be read late.
 */
function isUnread(error: ClientError, socket: Socket): boolean {
  return error.code === TOO_LATE.code && socket.bytesRead === 0;
}

/** Nothing can be answered: the client does not speak TLS, or not ours. */
function isHandshakeError({ code }: ClientError): boolean {
  return code?.startsWith('ERR_SSL_') === true;
}

function answerMalformedHttp(error: ClientError, socket: Socket, place: { requestId: string; publicUrl: string }): void {
  if (isUnread(error, socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable || isHandshakeError(error)) {
    socket.destroy();
    return;
  }
  const statusLine = MALFORMED[error.code ?? ''] ?? '400 Bad Request';
  const body = renderError('parameter_invalid', { message: `The request is not acceptable HTTP: ${statusLine.slice(4)}.` }, place);
  const headers = Object.entries({ ...STANDARD_HEADERS, 'request-id': place.requestId, 'content-type': JSON_TYPE, connection: 'close' });
  const head = [
    `HTTP/1.1 ${statusLine}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
