import { ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError, type CircuitBreakerPolicy } from 'cockatiel';
import { Pool, type Dispatcher } from 'undici';
import { CallFailedError, failureOf, isGivenUp, type CallFailure } from './call-failure';

/** One request. */
export interface PartnerCall {
  /** Bounded word for metrics, for example `create_order`. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Without the base, with a slash first. Parts of it that come from outside are percent-encoded by the caller. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: object;
  headers?: Readonly<Record<string, string>>;
  /** Ends the call, whatever it is doing: the deadline of the whole operation. */
  signal: AbortSignal;
}

/** A status below 500 that is not 429, and the body as text. */
export interface PartnerReply {
  status: number;
  text: string;
}

export interface PartnerHttpOptions {
  /** For example `https://api.razorpay.com`, without a slash at its end. */
  baseUrl: string;
  /** Credentials and versions; in no log and no error. */
  headers: Readonly<Record<string, string>>;
  /** Called for every call, also for one that the open circuit held back. */
  observe?: (call: { operation: string; outcome: 'answered' | CallFailure; seconds: number }) => void;
  /** Called when the circuit opens and when it closes. */
  onCircuit?: (isOpen: boolean) => void;
}

/** Bounds of every outgoing call (docs/reference/security.md, API10). */
const RESPONSE_BYTES_MAX = 1_048_576;
const CONNECTIONS_MAX = 64;
const CONNECT_TIMEOUT_MS = 5_000;
/** Below the 30 s that a request of a caller may take. */
const ANSWER_TIMEOUT_MS = 25_000;
/** So many failures in a row open the circuit; after this time one call tries again. */
const FAILURES_TO_OPEN = 5;
const HALF_OPEN_AFTER_MS = 10_000;

/**
 * HTTP to one partner: bounded in time, size and connections, no redirect followed, nothing repeated. While the partner
 * is away the circuit is open and calls fail at once, as not sent.
 */
export class PartnerHttp {
  private readonly pool: Pool;
  private readonly basePath: string;
  private readonly circuit: CircuitBreakerPolicy;

  constructor(private readonly options: PartnerHttpOptions) {
    const { origin, pathname } = new URL(options.baseUrl);
    this.basePath = pathname.replace(/\/+$/, '');
    this.pool = new Pool(origin, {
      connections: CONNECTIONS_MAX,
      pipelining: 1,
      connectTimeout: CONNECT_TIMEOUT_MS,
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
      maxResponseSize: RESPONSE_BYTES_MAX,
    });
    const isOutage = (error: Error): boolean => error instanceof CallFailedError && error.failure !== 'rate_limited' && !error.isGivenUp;
    this.circuit = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: HALF_OPEN_AFTER_MS,
      breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
    });
    this.circuit.onBreak(() => options.onCircuit?.(true));
    this.circuit.onReset(() => options.onCircuit?.(false));
  }

  /** @throws CallFailedError. */
  async call(call: PartnerCall): Promise<PartnerReply> {
    const startedMs = performance.now();
    let outcome: 'answered' | CallFailure = 'answered';
    try {
      return await this.circuit.execute(() => this.send(call));
    } catch (error) {
      const failed = isBrokenCircuitError(error) ? new CallFailedError('not_sent', 'the circuit is open') : (error as CallFailedError);
      outcome = failed.failure;
      throw failed;
    } finally {
      this.options.observe?.({ operation: call.operation, outcome, seconds: (performance.now() - startedMs) / 1000 });
    }
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private async send(call: PartnerCall): Promise<PartnerReply> {
    if (call.signal.aborted) throw new CallFailedError('not_sent', 'no time was left', isGivenUp(call.signal));
    const { statusCode, text } = await this.exchange(call).catch((error: unknown) => {
      throw failureOf(error, call.signal);
    });
    if (statusCode >= 500) throw new CallFailedError('server_error', `status ${statusCode}`);
    if (statusCode === 429) throw new CallFailedError('rate_limited', 'status 429');
    return { status: statusCode, text };
  }

  private async exchange({ method, path, query, body, headers, signal }: PartnerCall): Promise<{ statusCode: number; text: string }> {
    const request: Dispatcher.RequestOptions = {
      method,
      path: this.basePath + path,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...this.options.headers, ...headers },
      signal,
      ...(query && { query }),
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await this.pool.request(request);
    return { statusCode: response.statusCode, text: await response.body.text() };
  }
}
