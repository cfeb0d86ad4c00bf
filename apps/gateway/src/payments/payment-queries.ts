import { Pool } from 'undici';
import { shardOfId } from '#contracts';
import type { Caller } from '../auth/authenticator';
import { ApiError } from '../http/api-error';

export interface QuerySettings {
  /** Internal address of the payments service. */
  paymentsUrl: string;
  internalToken: string;
  /** An answer that has not come by then is a failure, in milliseconds. */
  timeoutMs: number;
}

/** Sockets to the payments service; more requests than these wait in line until their deadline. */
const CONNECTIONS_MAX = 128;

/** Reads payments from the service that owns them, over internal HTTP; a query never crosses the bus. */
export class PaymentQueries {
  private readonly pool: Pool;

  constructor(private readonly settings: QuerySettings) {
    this.pool = new Pool(settings.paymentsUrl, {
      connections: CONNECTIONS_MAX,
      pipelining: 1,
      // Shorter than the service keeps an idle socket, so that it never closes one that we are about to use.
      keepAliveTimeout: 10_000,
      connectTimeout: 2_000,
    });
  }

  /**
   * The payment as the service renders it, to be passed through to the byte.
   *
   * @throws ApiError resource_missing, the same for an id that is malformed, unknown or somebody else's;
   *   service_unavailable when the service does not answer in time.
   */
  async find(id: string, caller: Caller): Promise<string> {
    if (shardOfId('payment', id) === undefined) throw new ApiError('resource_missing', { param: 'id' });
    const { status, text } = await this.ask(`/internal/payments/${id}`, caller);
    if (status === 200) return text;
    if (status === 404) throw new ApiError('resource_missing', { param: 'id', ...hintIn(text) });
    throw unavailable(`payments answered a query with ${status}`);
  }

  /** Whether the service answers at all, for readiness. */
  async ping(): Promise<boolean> {
    const { statusCode, body } = await this.pool.request({
      method: 'GET',
      path: '/health/live',
      headersTimeout: 1_500,
      bodyTimeout: 1_500,
    });
    await body.dump();
    return statusCode === 200;
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private async ask(path: string, caller: Caller): Promise<{ status: number; text: string }> {
    try {
      const { statusCode, body } = await this.pool.request({
        method: 'GET',
        path,
        headers: {
          'x-internal-token': this.settings.internalToken,
          'x-hundi-account': caller.accountId,
          'x-hundi-livemode': String(caller.livemode),
        },
        signal: AbortSignal.timeout(this.settings.timeoutMs),
      });
      return { status: statusCode, text: await body.text() };
    } catch (error) {
      throw unavailable(`payments query failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function hintIn(text: string): { hint?: string } {
  const { hint } = JSON.parse(text) as { hint?: unknown };
  return typeof hint === 'string' ? { hint } : {};
}

function unavailable(internalMessage: string): ApiError {
  return new ApiError('service_unavailable', {}, { 'retry-after': '1' }, internalMessage);
}
