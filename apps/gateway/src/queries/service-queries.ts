import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'undici';
import { ERRORS } from '#contracts';
import type { Command, ErrorCode, Refusal, Reply, ServiceName } from '#contracts';
import type { RefusalError } from '#listing';
import { BusUnavailableError, OutcomeUnknownError } from '#messaging';
import { firstTokenOf } from '#service';
import { RunningAccounts } from '../accounts/start-accounts';
import type { Caller } from '../auth/authenticator';
import { GatewayConfig } from '../config';
import { ApiError } from '../http/api-error';

/** A good answer of a service, to be passed through to the byte. */
export interface QueryAnswer {
  text: string;
  /** Headers that belong to the answer, by their lower-case name. */
  headers: Readonly<Record<string, string>>;
}

const BYTES = 'application/octet-stream';
/** Sockets to one service; more requests than these wait in line until their deadline. */
const CONNECTIONS_MAX = 128;
/** What a service says beside a good answer, and beside a refusal. */
const GOOD_HEADERS = ['as-of-sequence', 'event-position', 'feed-position'] as const;
const REFUSAL_HEADERS = ['retry-after', 'ratelimit-reason'] as const;

/** Reads from the services over internal HTTP, each from the one that owns what is asked for; a query never crosses the bus. */
@Injectable()
export class ServiceQueries implements OnApplicationShutdown {
  private readonly pools: Readonly<Record<ServiceName, Pool>>;
  private readonly waiting: Pool;

  constructor(
    private readonly config: GatewayConfig,
    { url: accountsUrl }: RunningAccounts,
  ) {
    const { paymentsUrl, kycUrl, webhooksUrl } = config;
    this.pools = {
      payments: openPool(paymentsUrl),
      kyc: openPool(kycUrl),
      webhooks: openPool(webhooksUrl),
      accounts: openPool(accountsUrl),
    };
    this.waiting = openPool(webhooksUrl, config.eventStreamsMax);
  }

  /**
   * @param path path and normalized query of the internal route.
   * @param timeoutMs for an answer that takes longer than others, in milliseconds.
   * @throws ApiError the refusal that the service names; service_unavailable when it does not answer in time or does not
   *   answer what was agreed.
   */
  get(service: ServiceName, path: string, caller: Caller, timeoutMs?: number): Promise<QueryAnswer> {
    const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    return this.ask({ service, path, headers: headersOf(caller), signal });
  }

  /** Over all accounts, for operators. See `get`. */
  getOfAll(service: ServiceName, path: string): Promise<QueryAnswer> {
    return this.ask({ service, path, headers: {} });
  }

  /** As `get`, but undefined when there is no such object. */
  async find(service: ServiceName, path: string, caller: Caller): Promise<QueryAnswer | undefined> {
    try {
      return await this.get(service, path, caller);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'resource_missing') return undefined;
      throw error;
    }
  }

  /**
   * Asks the feed of the webhooks service, which may wait for something to happen before it answers: on sockets of its own,
   * so that those who wait never stand in the way of those who ask.
   *
   * @throws ApiError as `get`; also when the signal fires.
   */
  follow(path: string, caller: Caller, { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }): Promise<QueryAnswer> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    return this.ask({ service: 'webhooks', path, headers: headersOf(caller), pool: this.waiting, signal: patience });
  }

  /** Hands something to a service that must not cross the bus. See `get`. */
  post(service: ServiceName, path: string, caller: Caller, body: unknown): Promise<QueryAnswer> {
    const headers = { ...headersOf(caller), 'content-type': 'application/json' };
    return this.ask({ service, path, headers, body: JSON.stringify(body) });
  }

  /**
   * Brings a command to the internal route that carries it out.
   *
   * @param input `timeoutMs` for the answer, in milliseconds.
   * @throws ApiError the refusal of a service that does not answer commands now; BusUnavailableError when it was not reached;
   *   OutcomeUnknownError when it is unknown whether it took effect.
   */
  async sendCommand(service: ServiceName, { path, command, timeoutMs }: CommandToSend): Promise<Reply> {
    const headers = { ...headersOf(command), 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, text } = await this.exchange({ service, path, headers, body: JSON.stringify(command), signal }).catch(
      (error: unknown) => {
        throw isNotSent(error) ? new BusUnavailableError(messageOf(service, error)) : new OutcomeUnknownError(messageOf(service, error));
      },
    );
    if (status === 200) return JSON.parse(text) as Reply;
    const refusal = refusalIn(status, text);
    if (refusal === undefined) throw new OutcomeUnknownError(`${service} answered a command with ${status}`);
    throw new ApiError(refusal.code, refusal.details);
  }

  /**
   * Sends bytes to an internal route, for no account.
   *
   * @throws ApiError as `get`.
   */
  async postBytes(service: ServiceName, path: string, bytes: Uint8Array, headers: Readonly<Record<string, string>>): Promise<string> {
    return (await this.ask({ service, path, headers: { ...headers, 'content-type': BYTES }, body: bytes })).text;
  }

  /** True when the service serves, for readiness. A service that still starts answers, and serves nothing. */
  async ping(service: ServiceName): Promise<boolean> {
    const { statusCode, body } = await this.pools[service].request({
      method: 'GET',
      path: '/health/serving',
      headersTimeout: 1_500,
      bodyTimeout: 1_500,
    });
    await body.dump();
    return statusCode === 200;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...Object.values(this.pools), this.waiting].map((pool) => pool.destroy()));
  }

  private async ask(serviceQuery: ServiceQuery): Promise<QueryAnswer> {
    const { status, text, headers } = await this.exchange(serviceQuery).catch((error: unknown) => {
      throw unavailable(messageOf(serviceQuery.service, error));
    });
    if (status === 200) return { text, headers };
    const refusal = refusalIn(status, text);
    if (refusal === undefined) throw unavailable(`${serviceQuery.service} answered a query with ${status}`);
    throw new ApiError(refusal.code, refusal.details, headers);
  }

  private async exchange({
    service,
    path,
    headers: own,
    body: sent,
    pool = this.pools[service],
    signal,
  }: ServiceQuery): Promise<QueryAnswer & { status: number }> {
    const { statusCode, headers, body } = await pool.request({
      method: sent === undefined ? 'GET' : 'POST',
      path,
      headers: { ...own, 'x-internal-token': firstTokenOf(this.config.internalToken) },
      body: sent ?? null,
      signal: signal ?? AbortSignal.timeout(this.config.queryTimeoutMs),
    });
    const passed = statusCode === 200 ? GOOD_HEADERS : REFUSAL_HEADERS;
    return { status: statusCode, text: await body.text(), headers: passedHeaders(headers, passed) };
  }
}

/** A command on its way to an internal route. */
export interface CommandToSend {
  path: string;
  command: Command;
  /** How long the answer may take, in milliseconds. */
  timeoutMs: number;
}

interface ServiceQuery {
  service: ServiceName;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** What is handed over; a question without it is a GET. */
  body?: string | Uint8Array;
  /** Sockets and deadline of its own, when it has them. */
  pool?: Pool;
  signal?: AbortSignal;
}

/** On whose behalf a service is asked. */
function headersOf({ accountId, livemode }: Pick<Caller, 'accountId' | 'livemode'>): Record<string, string> {
  return { 'x-hundi-account': accountId, 'x-hundi-livemode': String(livemode) };
}

function openPool(url: string, connections = CONNECTIONS_MAX): Pool {
  return new Pool(url, {
    connections,
    pipelining: 1,
    // Shorter than the service keeps an idle socket, so that it never closes one that we are about to use.
    keepAliveTimeout: 10_000,
    connectTimeout: 2_000,
  });
}

function passedHeaders(headers: Readonly<Record<string, string | string[] | undefined>>, names: readonly string[]): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  return passed;
}

/** What a service in this process refuses, as if it had come over HTTP. */
export function refused({ code, details, headers }: RefusalError): ApiError {
  return new ApiError(code, details, passedHeaders(headers, REFUSAL_HEADERS));
}

/** A refusal has a body that names it and the status of its row; a proxy's 404 or a crash has not. */
function refusalIn(status: number, text: string): Refusal | undefined {
  try {
    const { code, details = {} } = JSON.parse(text) as Refusal;
    const row = (ERRORS as Partial<Record<ErrorCode, { status: number }>>)[code];
    return row?.status === status ? { code, details } : undefined;
  } catch {
    return undefined;
  }
}

/** Of connections that did not come to be: no byte of a request went out. */
const NOT_SENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function isNotSent(error: unknown): boolean {
  return NOT_SENT.has((error as { code?: unknown }).code);
}

function messageOf(service: ServiceName, error: unknown): string {
  return `${service} query failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** @param internalMessage for the log. */
export function unavailable(internalMessage: string): ApiError {
  return new ApiError('service_unavailable', {}, { 'retry-after': '1' }, internalMessage);
}
